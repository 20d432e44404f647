import { judgeArgon2 } from './argon2.ts'
import { judgeBcrypt } from './bcrypt.ts'
import { unsupported } from './refusal.ts'
import type { HashInput, HashVerdict, ScryptParameters } from './verdict.ts'

/**
 * Says what will happen to one password hash. Never throws; no reason repeats the hash.
 * `parameters`: the scrypt project's, null while they are not given.
 */
export function judgeHash(
  input: HashInput,
  parameters: ScryptParameters | null,
  dialect: 'documented' | 'supertokens',
): HashVerdict {
  void parameters
  const text = input.hash.trim()
  return judgeBcrypt(text) ?? judgeArgon2(text, dialect) ?? unsupported('unknown', 'No known hash.')
}
