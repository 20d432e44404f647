import { isUtf8 } from 'node:buffer'
import type { ControlBook } from './control-book.ts'
import { countLogins, loginsOf, type Logins } from './login-scan.ts'

/** Counts what looks like a login in the cells of a row that is no text of a file: of a workbook, of a database. */
export function loginsOfCells(book: ControlBook, cells: readonly unknown[]): Logins {
  let [emails, hashes] = [0, 0]
  for (const cell of cells) {
    const text = typeof cell === 'string' ? cell : cell instanceof Uint8Array && isUtf8(cell) ? textOf(cell) : ''
    if (text === '') continue
    const found = countLogins(text)
    emails += found.emails
    hashes += found.hashes
  }
  const logins = loginsOf(emails, hashes)
  book.count(logins)
  return logins
}

/** The same of what stands above the records or names them: names of columns and sheets, the statements that made a database. */
export function bookHeading(book: ControlBook, cells: readonly string[], name: string, place: string): void {
  book.book({ kind: 'heading', name }, loginsOfCells(book, cells), () => place)
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}
