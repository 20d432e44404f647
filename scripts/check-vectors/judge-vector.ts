import * as z from 'zod'
import { base64 } from '../../shared/hashes/base64.ts'
import { judgeHash } from '../../shared/hashes/judge-hash.ts'
import type { HashInput, HashVerdict, ScryptParameters } from '../../shared/hashes/verdict.ts'

/** One hash with what has to become of it. `send`: the value that goes out. */
export const vectorSchema = z.object({
  hash: z.string(),
  family: z.string(),
  /** `undetectable`: right in shape, so it goes out although it never fits. */
  verdict: z.enum(['accept', 'rewrite', 'warn', 'reject', 'no-password', 'undetectable']),
  send: z.string().optional(),
  note: z.string().optional(),
})
export type Vector = z.infer<typeof vectorSchema>

/** The difference between the verdict and the vector, without any part of the hash; null when there is none. */
export function wrongWith(vector: Vector): string | null {
  const raw = readRawScrypt(vector)
  if (raw === null) return compare(vector, judgeHash({ hash: vector.hash, ...declaredIn(vector) }, null, 'supertokens'))
  const alone = judgeHash({ hash: vector.hash }, null, 'supertokens')
  if (alone.kind !== 'reject' || alone.wayOut === '') return `without its parameters expected reject, got ${alone.kind}`
  return compare(vector, judgeHash(raw.input, raw.parameters, 'supertokens'))
}

function compare(vector: Vector, verdict: HashVerdict): string | null {
  const expected = vector.verdict === 'undetectable' ? 'accept' : vector.verdict
  // A hash taken out by the exporter is refused as well, under a name of its own.
  const got = verdict.kind === 'redacted' ? 'reject' : verdict.kind
  if (got !== expected) return `expected ${expected}, got ${got}`
  const send = 'send' in verdict ? verdict.send : undefined
  return vector.send === undefined || send === vector.send ? null : 'the value to send differs'
}

/** The provider's own word for the algorithm, where the note gives it. */
function declaredIn(vector: Vector): Pick<HashInput, 'declared'> {
  const declared = /\bpassword_hasher=([a-z0-9_]+)/.exec(vector.note ?? '')?.[1]
  return declared === undefined ? {} : { declared }
}

/** A bare hash of Firebase scrypt: its salt and parameters stand in the expected value, its signer key in the note. */
function readRawScrypt(vector: Vector): { readonly input: HashInput; readonly parameters: ScryptParameters } | null {
  if (vector.hash.includes('$')) return null
  const expected = /^\$f_scrypt\$[^$]+\$([^$]+)\$m=(\d+)\$r=(\d+)\$s=([^$]+)$/.exec(vector.send ?? '')
  if (expected === null) return null
  const [, salt = '', memoryCost, rounds, separator = ''] = expected
  const signer = /\bsigner (\S+)/.exec(vector.note ?? '')?.[1]
  return {
    input: { hash: vector.hash, salt, provider: 'firebase' },
    parameters: {
      separator,
      rounds: Number(rounds),
      memoryCost: Number(memoryCost),
      signerKeyLength: signer === undefined ? null : base64.countBytes(signer),
    },
  }
}
