import { isClearBehindMark, saysNone } from './absence.ts'
import { bareText } from './bare-text.ts'
import { hashLikeness } from './hash-likeness.ts'
import { judgeHash } from './judge-hash.ts'
import { plaintextMark } from './mask-hash.ts'
import { shortestHash } from './shape.ts'
import type { HashVerdict } from './verdict.ts'

/** The hash in a table of the operator's own: a mark in place of a clear password that begins like one of an account without a password. */
export function ownHash(hash: string): string {
  const text = hash.trim()
  return isClearBehindMark(text) && hashLikeness(text.slice(1)) === null ? plaintextMark : hash
}

/** The same in a column of clear passwords: a short text that is no whole hash is one more, whichever sign it begins with. */
export function hashAmongClear(hash: string): string {
  return isDoubtful(bareText(hash)) ? plaintextMark : hash
}

/** Whether the values of a column are clear passwords, but for texts that begin like a hash or like the mark of an account without a password. */
export function areClearPasswords(values: readonly string[]): boolean {
  const texts = values.map(bareText).filter((text) => !saysNone(text) && !isDoubtful(text))
  const clear = texts.filter((hash) => isClear(judgeHash({ hash }, null, 'supertokens')))
  return clear.length >= enough && clear.length * 10 >= texts.length * 9
}

function isClear(verdict: HashVerdict): boolean {
  return verdict.kind === 'reject' && verdict.family === 'plaintext'
}

const enough = 3

function isDoubtful(text: string): boolean {
  return text.length < shortestHash && /^[$!*{]/.test(text) && !saysNone(text)
}
