import { isUtf8 } from 'node:buffer'
import { type AccountKind, accountKinds } from '../../../../shared/mapping/unmapped/control-totals.ts'
import type { Chunk } from '../file-bytes.ts'
import { countLogins, createLoginScan, type Logins, loginsOf, noLogins } from './login-scan.ts'

/** The account that a login is booked to. */
export type Account = { readonly kind: AccountKind; readonly name: string | null }

/** Where a login stands: a place in words, or a position in the content, which is turned into a line later. */
export type BookedPlace = string | number

type BookedAccount = Account & Logins & { readonly places: readonly BookedPlace[] }

/**
 * Counted logins and the accounts they were booked to. The rest is booked as `unaccounted`, so the accounts add up to
 * the totals.
 */
export type BookedTotals = Logins & { readonly accounts: readonly BookedAccount[] }

/**
 * Double entry of logins. The scan counts them in the bytes; the reader books each record, and each part it skips, to an account. Both go
 * through the content in the same order.
 */
export type ControlBook = {
  /** Counts the content and passes it on. */
  readonly through: (chunks: AsyncIterable<Chunk>) => AsyncGenerator<Chunk>
  /** Takes the logins between two positions; earlier ones are booked as skipped. */
  readonly take: (start: number, end: number) => Logins
  /** Books the unbooked logins up to a position; `from`: logins before it were skipped without an account. */
  readonly pass: (account: Account, end: number, from?: number) => void
  /** Sets the account for logins that are skipped without a `pass`, from a position on; `unaccounted` at first. */
  readonly within: (account: Account, from?: number) => void
  /** Adds to the totals logins outside the scanned bytes: cells of a workbook, values of a database. */
  readonly count: (logins: Logins) => void
  /** Books logins that are already counted. */
  readonly book: (account: Account, logins: Logins, place?: () => BookedPlace) => void
  readonly totals: () => BookedTotals
}

/** Limit on named accounts, because a file may give each entry a kind of its own. */
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

  // Nearly all records are booked to the same account, so the last lookup is reused.
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
    // Hashes first: they matter more, and the number of places is limited.
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

/** Books logins that stand in no record. */
export const bookCells = {
  /** Counts logins in the cells of a row that the byte scan does not see: of a workbook or a database. */
  count: (book: ControlBook, cells: readonly unknown[]): Logins => {
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
  },
  /** Counts and books logins in names of columns and sheets, and in the statements that created a database. */
  heading: (book: ControlBook, cells: readonly string[], name: string, place: string): void => {
    book.book({ kind: 'heading', name }, bookCells.count(book, cells), () => place)
  },
  /**
   * Books logins in a part of a record that is not one of its values, such as a comment. `logins`: the logins of the whole record. Returns
   * the rest.
   */
  aside: (book: ControlBook, account: Account, part: string, logins: Logins, place: BookedPlace): Logins => {
    const { emails, hashes } = countLogins(part)
    const aside = loginsOf(Math.min(emails, logins.emails), Math.min(hashes, logins.hashes))
    book.book(account, aside, () => place)
    return loginsOf(logins.emails - aside.emails, logins.hashes - aside.hashes)
  },
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}

/** The comment lines of an LDIF entry: those that begin with `#`, with their continuations (RFC 2849). */
export function hashLines(text: string): string {
  return text.includes('#') ? (text.match(/^#.*(?:\r?\n .*)*/gm) ?? []).join('\n') : ''
}

/** The comments of a YAML text: from each `#` that begins a line or follows a blank. */
export function hashTails(text: string): string {
  return text.includes('#') ? (text.match(/(?:^|[ \t])#.*/gm) ?? []).join('\n') : ''
}
