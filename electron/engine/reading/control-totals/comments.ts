import type { BookedPlace, ControlBook } from './control-book.ts'
import { countLogins, loginsOf, type Logins } from './login-scan.ts'

/** Books what looks like a login in the comments of a record, and answers what is left of the record's. */
export function bookComments(book: ControlBook, comments: string, logins: Logins, place: BookedPlace): Logins {
  const { emails, hashes } = countLogins(comments)
  const commented = loginsOf(Math.min(emails, logins.emails), Math.min(hashes, logins.hashes))
  book.book({ kind: 'comment', name: null }, commented, () => place)
  return loginsOf(logins.emails - commented.emails, logins.hashes - commented.hashes)
}

/** Lines that begin with `#`, as a directory's export has them. */
export function hashLines(text: string): string {
  return text.includes('#') ? (text.match(/^#.*(?:\r?\n .*)*/gm) ?? []).join('\n') : ''
}

/** What stands behind `#` at the beginning of a line or behind a blank, as in YAML. */
export function hashTails(text: string): string {
  return text.includes('#') ? (text.match(/(?:^|[ \t])#.*/gm) ?? []).join('\n') : ''
}
