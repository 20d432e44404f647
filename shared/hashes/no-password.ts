import { isLockedMark } from './locked-mark.ts'
import type { HashVerdict } from './verdict.ts'

const empty: HashVerdict = { kind: 'no-password', reason: 'There is no password hash.' }
const locked: HashVerdict = { kind: 'no-password', reason: 'The source marks the password as unusable.' }

const lockedAccount: HashVerdict = {
  kind: 'no-password',
  reason: 'The source locked this account: a mark stands in place of its hash, or before it, and no password fits.',
}

const exporter = 'Export again with an account that may read password hashes, without masking.'
const redacted: HashVerdict = {
  kind: 'redacted',
  reason: 'The exporter took the hash out and put a mark in its place.',
  wayOut: exporter,
}

/** Marks of "no password" in the tables of Unix systems. */
const unixMarks = new Set(['*', '*LK*', '*NP*', '*0', '*1', 'x'])

/** What Moodle writes where another system checks the password, and where it is going to make one. */
const moodleMarks = new Set(['not cached', 'to be generated'])

/** Words that exporters put where a secret was. */
const mask = /^[[(<*_\s]*(?:redacted|filtered|masked|hidden)[\])>*_\s]*$/i

/**
 * The values that are no hash: none at all, marked unusable (Django's `!`, Unix's `*`), or taken out by the exporter
 * (Firebase writes base64 of REDACTED). Null for anything else. `text` is bare.
 */
export function judgeAbsence(text: string): HashVerdict | null {
  if (text === '') return empty
  if (isLockedMark(text)) return lockedAccount
  if (text.charCodeAt(0) === exclamation || (text.length <= 4 && unixMarks.has(text))) return locked
  if (text.length <= 15 && moodleMarks.has(text)) return locked
  if (text.startsWith('UkVEQUNURUQ') || text.includes('REDACTED')) return redacted
  if (text.length <= 24 && (mask.test(text) || /^[*•]{3,}$/.test(text))) return redacted
  return null
}

const exclamation = 33
