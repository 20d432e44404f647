import { isUtf8 } from 'node:buffer'
import { type AccountKind, accountKinds } from '../../../../shared/mapping/control-totals.ts'
import type { Chunk } from '../file-bytes.ts'
import { countLogins, createLoginScan, type Logins, loginsOf, noLogins } from './login-scan.ts'

/** The account that a login is booked to. */
export type Account = { readonly kind: AccountKind; readonly name: string | null }

/** Where something stands: a place in words, or a position in the content whose line is still to be found out. */
export type BookedPlace = string | number

type BookedAccount = Account & Logins & { readonly places: readonly BookedPlace[] }

/**
 * Counted logins and the accounts they were booked to. The rest is booked as `unaccounted`, so the accounts add up to
 * the totals.
 */
export type BookedTotals = Logins & { readonly accounts: readonly BookedAccount[] }

/**
 * Double entry of what looks like a login: the scan counts it in the bytes, and the reader books every record, and whatever it passes over,
 * to an account. Both go through the content in the same order.
 */
export type ControlBook = {
  /** Counts the content and passes it on. */
  readonly through: (chunks: AsyncIterable<Chunk>) => AsyncGenerator<Chunk>
  /** The logins between two positions; those before the first are passed over. */
  readonly take: (start: number, end: number) => Logins
  /** Books the unbooked logins up to a position; `from`: logins before it were skipped without an account. */
  readonly pass: (account: Account, end: number, from?: number) => void
  /** Where what is passed over unsaid belongs from a position on; nowhere at first. */
  readonly within: (account: Account, from?: number) => void
  /** Counts what is no text: the cells of a workbook, values of a database. */
  readonly count: (logins: Logins) => void
  readonly book: (account: Account, logins: Logins, place?: () => BookedPlace) => void
  readonly totals: () => BookedTotals
}

/** Accounts that are named; a file may give each entry a kind of its own. */
const maxAccounts = 100
const maxPlaces = 5
const maxName = 200

export const unaccounted: Account = { kind: 'unaccounted', name: null }

export function createControlBook(): ControlBook {
  const scan = createLoginScan()
  const accounts = new Map<string, Account & { emails: number; hashes: number; places: BookedPlace[] }>()
  let [emails, hashes] = [0, 0]
  let skippedAccount = unaccounted

  const count = (logins: Logins) => {
    emails += logins.emails
    hashes += logins.hashes
  }

  const accountOf = ({ kind, name }: Account) => {
    const short = name === null ? null : name.slice(0, maxName)
    const key = `${kind} ${short ?? ''}`
    const known = accounts.get(key)
    if (known !== undefined) return known
    if (accounts.size >= maxAccounts && short !== null) return accountOf({ kind, name: null })
    const opened = { kind, name: short, emails: 0, hashes: 0, places: [] }
    accounts.set(key, opened)
    return opened
  }

  // Nearly all records go to the same one.
  let last: { readonly account: Account; readonly booked: ReturnType<typeof accountOf> } | null = null
  const book = (account: Account, logins: Logins, places: (() => readonly BookedPlace[]) | null) => {
    if (logins.emails === 0 && logins.hashes === 0) return
    if (last?.account !== account) last = { account, booked: accountOf(account) }
    const { booked } = last
    booked.emails += logins.emails
    booked.hashes += logins.hashes
    if (places === null || booked.places.length >= maxPlaces) return
    for (const place of places())
      if (booked.places.length < maxPlaces && !booked.places.includes(place)) booked.places.push(place)
  }

  const pass = (account: Account, end: number, from?: number) => {
    if (!scan.has(end)) return
    if (from !== undefined) pass(skippedAccount, from)
    const found = scan.takePlaces(end)
    const logins = loginsOf(found.emails.length, found.hashes.length)
    count(logins)
    // Hashes matter more.
    book(account, logins, () => [...found.hashes.slice(0, maxPlaces), ...found.emails.slice(0, maxPlaces)])
  }

  return {
    through: scan.through,
    take: (start, end) => {
      const first = scan.first(end)
      if (first === Infinity) return noLogins
      if (first < start) pass(skippedAccount, start)
      const taken = scan.take(end)
      count(taken)
      return taken
    },
    pass,
    within: (account, from) => {
      if (from !== undefined) pass(skippedAccount, from)
      skippedAccount = account
    },
    count,
    book: (account, logins, place) => book(account, logins, place === undefined ? null : () => [place()]),
    totals: () => {
      pass(skippedAccount, Infinity)
      const booked = [...accounts.values()]
      const rest = (of: keyof Logins, total: number) =>
        Math.max(0, total - booked.reduce((sum, account) => sum + account[of], 0))
      book(unaccounted, loginsOf(rest('emails', emails), rest('hashes', hashes)), () => [])
      const inOrder = [...accounts.values()].toSorted(
        (one, other) => accountKinds.indexOf(one.kind) - accountKinds.indexOf(other.kind),
      )
      return { emails, hashes, accounts: inOrder }
    },
  }
}

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

/** Books what looks like a login in a part of a record that is none of its values, such as a comment, and answers what is left of the record's. */
export function bookAside(
  book: ControlBook,
  account: Account,
  part: string,
  logins: Logins,
  place: BookedPlace,
): Logins {
  const { emails, hashes } = countLogins(part)
  const aside = loginsOf(Math.min(emails, logins.emails), Math.min(hashes, logins.hashes))
  book.book(account, aside, () => place)
  return loginsOf(logins.emails - aside.emails, logins.hashes - aside.hashes)
}

/** Lines that begin with `#`, as a directory's export has them. */
export function hashLines(text: string): string {
  return text.includes('#') ? (text.match(/^#.*(?:\r?\n .*)*/gm) ?? []).join('\n') : ''
}

/** The text after a `#` that begins a line or follows a blank, as in YAML. */
export function hashTails(text: string): string {
  return text.includes('#') ? (text.match(/(?:^|[ \t])#.*/gm) ?? []).join('\n') : ''
}
