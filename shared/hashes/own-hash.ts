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

/** The same in a column of clear passwords: a short text that is no whole hash is one more, whichever sign it begins with, or in the form of `crypt`. */
export function hashAmongClear(hash: string): string {
  const text = bareText(hash)
  return isDoubtful(text) || isCrypt(text) ? plaintextMark : hash
}

/**
 * Whether the values of a column are clear passwords, but for texts that begin like a hash or like the mark of an account without a password. Every fourth
 * password of 13 letters and digits has the form of `crypt`; of hashes, all have it.
 */
export function areClearPasswords(values: readonly string[]): boolean {
  const all = values.map(bareText).filter((text) => !saysNone(text) && !isDoubtful(text))
  const short = all.filter((text) => inCrypt.test(text))
  const areChosen = short.filter(isCrypt).length * 2 <= short.length
  const texts = areChosen ? all.filter((text) => !isCrypt(text)) : all
  const clear = texts.filter((hash) => isClear(judgeHash({ hash }, null, 'supertokens')))
  return clear.length >= enough && clear.length * 10 >= texts.length * 9
}

function isCrypt(text: string): boolean {
  if (!inCrypt.test(text)) return false
  const verdict = judgeHash({ hash: text }, null, 'supertokens')
  return verdict.kind === 'reject' && verdict.family === 'crypt'
}

/** As long as a hash of `crypt`, and of the same letters. */
const inCrypt = /^[./\dA-Za-z]{13}$/

function isClear(verdict: HashVerdict): boolean {
  return verdict.kind === 'reject' && verdict.family === 'plaintext'
}

const enough = 3

function isDoubtful(text: string): boolean {
  return text.length < shortestHash && /^[$!*{]/.test(text) && !saysNone(text)
}
