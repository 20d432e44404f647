import { isVariable, ofVariable } from './variable.ts'
import type { HashVerdict } from './verdict.ts'
import { saysWithoutPassword } from './words-for-none.ts'

/**
 * The mark of a locked account, which a Unix system or a directory writes in place of a hash or before it: `!$6$...`,
 * `!!`, `*LK*$6$...`, `{CRYPT}!$2b$...`, or a word in capitals. A bare `!` or `*` only says that there is no password.
 */
export function isLockedMark(text: string): boolean {
  const first = text.charCodeAt(0)
  if (text.length <= 8 && lockedWords.has(text)) return true
  if (first !== exclamation && first !== asterisk && first !== brace) return false
  return beforeHash.test(text) || alone.test(text)
}

const [exclamation, asterisk, brace] = [33, 42, 123]
const lockedWords = new Set(['LOCKED', 'DISABLED', 'BLOCKED', 'NOLOGIN', 'NO_LOGIN', 'NO-LOGIN'])

/** The hash behind the mark of a locked account; null: no mark, or nothing behind it. */
export function withoutLockMark(text: string): string | null {
  return beforeHash.test(text) ? text.replace(mark, '$1') : null
}

const mark = /^(\{crypt\})?(?:\*LK\*|\*LOCKED\*|[!*]{1,2})/i
const beforeHash =
  /^(?:\{crypt\})?(?:!{1,2}|\*{1,2}|\*LK\*|\*LOCKED\*)(?:\$(?:[1-9y]|2[abxy]|gy|sm3|md5|apr1|argon2(?:id|i|d)|scrypt|pbkdf2[\w-]{0,12})\$|\{[A-Z0-9._-]{2,20}\})/i
/** Behind it, 13 letters are a hash of the first crypt, which has no mark of its own. */
const alone = /^(?:\{crypt\}[!*]{1,2}|(?:\{crypt\})?(?:!!|!{1,2}[./a-z\d]{13}|\*LK\*|\*LOCKED\*))$/i

const empty: HashVerdict = { kind: 'no-password', reason: 'There is no password hash.' }
const unusable: HashVerdict = { kind: 'no-password', reason: 'The source marks the password as unusable.' }
const locked: HashVerdict = { ...unusable, isUnset: true }

const lockedAccount: HashVerdict = {
  kind: 'no-password',
  reason: 'The source locked this account: a mark stands in place of its hash, or before it, and no password fits.',
  isUnset: true,
}

const elsewhere: HashVerdict = {
  kind: 'no-password',
  reason: 'Words stand in place of the hash, which say that this user has no password.',
  isUnset: true,
}

const exporter = 'Export again with an account that may read password hashes, without masking.'
const redacted: HashVerdict = {
  kind: 'redacted',
  reason: 'The exporter took the hash out and put a mark in its place.',
  wayOut: exporter,
}

/** Marks of "no password" in the tables of Unix systems. */
const unixMarks = new Set(['*', '*LK*', '*NP*', '*0', '*1'])

/** Words that systems put between asterisks where an account has no password, as Request Tracker does. */
const wordMark = /^\*(?:no[-_ ]?(?:password|passwd|login|hash)|none|locked|disabled|invalid|unset)\*$/i

function isMark(text: string): boolean {
  return (text.length <= 4 && unixMarks.has(text)) || (text.length <= 16 && wordMark.test(text))
}

/** Marks of a password that another file may have: `x` of `passwd`, and `*` of the BSDs. */
export const marksOfElsewhere: readonly string[] = ['x', '*']

/** An empty list that PHP serialized, as XenForo keeps it of users without a password. */
const emptyInPhp = 'a:0:{}'

/** Marks for a password that is in another file, as in `/etc/passwd`, that another system checks, and for one that Moodle is yet to make. */
const otherMarks = new Set(['x', 'not cached', 'to be generated'])

/** Words that exporters put where a secret was. */
const mask =
  /^[[(<*_\s]*(?:(?:hash|password|secret)[ _-])?(?:redacted|filtered|masked|hidden|removed|omitted)[\])>*_\s]*$/i

/**
 * The values that are no hash: none at all, marked unusable (Django's `!`, Unix's `*`), taken out by the exporter (Firebase writes base64 of
 * REDACTED), or a variable. Null for anything else. `text` is bare.
 */
export function judgeAbsence(text: string): HashVerdict | null {
  if (text === '' || text === emptyInPhp || dashes.test(text)) return empty
  if (isLockedMark(text)) return lockedAccount
  if ((text.charCodeAt(0) === exclamation && !ofRequestTracker.test(text)) || isMark(text)) return locked
  if (text.length <= 15 && otherMarks.has(text)) return unusable
  if (saysWithoutPassword(text)) return elsewhere
  if (text.startsWith('UkVEQUNURUQ') || text.includes('REDACTED')) return redacted
  if (text.length <= 24 && (mask.test(text) || /^[*•]{3,}$/.test(text))) return redacted
  return isVariable(text) ? ofVariable : null
}

/** In a table, a dash stands for nothing. */
const dashes = /^\p{Pd}{1,3}$/u

/** Request Tracker puts the family between exclamation marks. */
const ofRequestTracker = /^![a-z][a-z0-9-]{2,15}![^!]/

/**
 * Whether a text that begins with an exclamation mark is rather a clear password than a mark: behind it stands no hash, none of the letters that
 * Django puts there, and no word for an account without a password. Systems that write the mark themselves have nothing else behind it.
 */
export function isClearBehindMark(text: string): boolean {
  return isMarked(text) && /^!{1,2}(?![!\s])(?=\*{0,3}[^\s!*]).{4,}$/su.test(text) && !behindMark.test(text)
}

/** Whether a text is such a mark, alone or before what stands behind it, and no clear password. */
export function isMarkOfNone(text: string): boolean {
  return (isMarked(text) && !isClearBehindMark(text)) || isLockedMark(text)
}

/** Whether a text says that there is no password, and is none among clear passwords either: a mark alone, a word for it, a variable. */
export function saysNone(text: string): boolean {
  if (text.charCodeAt(0) === exclamation) return behindMark.test(text) || !/[\p{L}\d]/u.test(text)
  return judgeAbsence(text) !== null && !beforeHash.test(text)
}

function isMarked(text: string): boolean {
  return text.charCodeAt(0) === exclamation && !isLockedMark(text) && !ofRequestTracker.test(text)
}

/** More letters than people type, such as the 40 of Django; digests, and words. */
const behindMark =
  /^!{1,2}(?:[./+=\w-]{32,}|[0-9a-f]{16,}|\*{0,2}(?:no[-_ ]?(?:password|passwd|login|hash)|none|null|lk|np|locked|disabled|invalid|unset|unusable|blocked|deleted)\*{0,2})!?$/i
