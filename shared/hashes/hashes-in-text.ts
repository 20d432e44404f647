import { hashLikeness } from './hash-likeness.ts'

/** The form of a bcrypt hash, wherever it stands: its length is fixed, so that a full stop behind it does not belong to it. */
const bcrypt = /\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}/g

/** Beginnings of other hashes, up to the next sign that none of them has. */
const other =
  /(?:\$(?:argon2(?:id|i|d)|f_scrypt|fbscrypt|firescrypt|scrypt|P|H|S|1|5|6|y)\$|\$?pbkdf2[_-]sha\d{1,3}\$|scrypt:\d{1,8}:\d{1,3}:\d{1,3}\$|\{(?:SSHA|SHA|CRYPT|BCRYPT|PBKDF2)[\w-]{0,12}\})[!#-&*-9=?-[\]-z~]{12,600}/g

/** Characters of a text that are looked through, and hashes that are taken from it. */
const maxText = 65_536
const maxHashes = 8

/**
 * Password hashes within a longer text: a note, a log line, JSON that is not whole. Only what is one beyond doubt, because
 * texts hold tokens and digests of all kinds.
 */
export function hashesIn(text: string): readonly string[] {
  if (!text.includes('$') && !text.includes('{')) return []
  const looked = text.slice(0, maxText)
  const found = [...looked.matchAll(bcrypt), ...looked.matchAll(other)].map(([match]) => match)
  return [...new Set(found.flatMap((match) => wholeHash(match) ?? []))].slice(0, maxHashes)
}

/** A hash without the punctuation behind it; some end with a full stop of their own. Null: it is none. */
function wholeHash(match: string): string | null {
  const text = match.replace(/(?<![,;:!?])[,;:!?]{1,3}$/, '').replace(/=\.$/, '=')
  for (const one of text.endsWith('.') ? [text, text.slice(0, -1)] : [text]) {
    if (hashLikeness(one) === 'certain') return one
  }
  return null
}
