import { base64 } from '../../../shared/hashes/base64.ts'
import type { Entry, SourceRecord } from '../../../shared/mapping/export-format.ts'
import { isChecksum } from '../../../shared/mapping/unmapped/login-likeness.ts'
import { hintsOf } from '../../../shared/mapping/names/name-hints.ts'
import { isHashKind, type User, type UserPart } from '../../../shared/users/user.ts'
import { type Account, type ControlBook, unaccounted } from '../reading/control-totals/control-book.ts'
import { isDigestWithSalt, isEmailMark, marks } from '../reading/control-totals/find-logins.ts'
import { countLogins, eachLogin, loginsOf, noLogins, type Logins } from '../reading/control-totals/login-scan.ts'
import type { RawRecord } from '../reading/raw-record.ts'

/** Books what looks like a login in a record to what became of it. `became`: the kind of entry that it was joined as. */
type AccountLogins = (raw: RawRecord, entry: Entry, became: Entry['kind']) => void

type ReadRecord = Extract<RawRecord, { kind: 'record' }>

const changed: Account = { kind: 'changed', name: null }
const users: Account = { kind: 'users', name: null }
const joined: Account = { kind: 'joined', name: null }
const unreadable: Account = { kind: 'unreadable', name: null }

/**
 * The reader's side of the double entry. Compares the logins counted in the bytes of a record with those in its values,
 * by the same rule, and each value with the part of the user it became. `withNames`: the bytes of a record hold the
 * names of its fields, as in JSON. `decodes`: values may hold more than their bytes show, such as base64, which is gone through where
 * the reader of a record has not counted it. `placeOf`: the place of a record, in words.
 */
export function accountLogins(
  book: ControlBook,
  {
    withNames,
    decodes,
    placeOf,
  }: { readonly withNames: boolean; readonly decodes: boolean; readonly placeOf: (raw: RawRecord) => string },
): AccountLogins {
  /** Counted in the bytes but absent from all values, such as a name that comes twice in an object: lost. */
  const compare = (raw: RawRecord, counted: Logins, inValues: Logins) => {
    const lost = loginsOf(positive(counted.emails - inValues.emails), positive(counted.hashes - inValues.hashes))
    if (lost.emails > 0 || lost.hashes > 0) book.book(unaccounted, lost, () => placeOf(raw))
    // Logins that only decoding reveals, such as base64 in a directory's export, are counted now.
    book.count(loginsOf(positive(inValues.emails - counted.emails), positive(inValues.hashes - counted.hashes)))
  }

  const bookWhole = (raw: ReadRecord, counted: Logins, account: Account) => {
    const inValues = countValues(raw.value, withNames)
    const booking = bookingOf(raw, counted)
    booking.add(account, inValues)
    booking.end(inValues)
  }

  const bookOf = (raw: ReadRecord, counted: Logins, own: User | UserPart, account: Account) => {
    const used = { emails: 0, hashes: 0 }
    const inValues = { emails: 0, hashes: 0 }
    const others: (readonly [Account, Logins])[] = []
    eachValue(raw.value, withNames, (text, path) => {
      eachLogin(text, (mark, start, end) => {
        const of = isEmailMark(mark) ? 'emails' : 'hashes'
        inValues[of] += 1
        const fate = of === 'emails' ? useOfEmail(own, text, start, end) : useOfHash(own, text.slice(start, end))
        if (fate === 'used') used[of] += 1
        else {
          const isNone = of === 'emails' || isNoPassword(text.slice(start, end), path)
          const kind = fate === 'noticed' ? 'noticed' : isNone ? 'unused' : 'unaccounted'
          others.push([{ kind, name: path }, of === 'emails' ? loginsOf(1, 0) : loginsOf(0, 1)])
        }
      })
    })
    const booking = bookingOf(raw, counted)
    booking.add(account, loginsOf(used.emails, used.hashes))
    for (const [other, one] of others) booking.add(other, one)
    booking.end(loginsOf(inValues.emails, inValues.hashes))
  }

  /** Books the logins of one record. Of values that a statement replaced, what replaced them was counted with the statement. */
  const bookingOf = (raw: ReadRecord, counted: Logins) => {
    const left = { ...counted }
    const place = () => placeOf(raw)
    return {
      add: (account: Account, logins: Logins) => {
        const isCounted = raw.isChanged === true
        const emails = isCounted ? Math.min(left.emails, logins.emails) : logins.emails
        const hashes = isCounted ? Math.min(left.hashes, logins.hashes) : logins.hashes
        left.emails -= emails
        left.hashes -= hashes
        book.book(account, loginsOf(emails, hashes), account === users || account === joined ? undefined : place)
      },
      end: (inValues: Logins) => {
        if (raw.isChanged === true) book.book(changed, loginsOf(left.emails, left.hashes), place)
        else compare(raw, counted, inValues)
      },
    }
  }

  return (raw, entry, became) => {
    const counted = raw.logins ?? noLogins
    if (raw.kind === 'unreadable') return book.book(unreadable, counted, () => placeOf(raw))
    switch (entry.kind) {
      case 'user':
      case 'part': {
        const own = entry.kind === 'user' ? entry.user : entry.part
        const account = became === 'user' ? users : joined
        const shown = decodes ? raw.decoded : noLogins
        if (shown === undefined) return bookOf(raw, counted, own, account)
        const all = withDecoded(counted, shown)
        // Nearly every record holds what its user has, and nothing else.
        if (raw.isChanged === true || !isJust(own, all)) return bookOf(raw, counted, own, account)
        book.count(shown)
        return book.book(account, all)
      }
      case 'aside':
        return bookWhole(raw, counted, { kind: 'other', name: entry.what })
      default:
        return bookWhole(raw, counted, unreadable)
    }
  }
}

/** Whether what is written like a hash is another secret by the name of its field, or something that the search for logins left behind did not name. */
function isNoPassword(found: string, path: string): boolean {
  return isChecksum(found, path) || hintsOf(path).token || isDigestWithSalt(found)
}

/** Whether these are the very logins of a user, so that no other can be among them. */
function isJust({ email = null, hash = null, unmapped }: User | UserPart, { emails, hashes }: Logins): boolean {
  if (unmapped?.some(({ kind }) => isHashKind(kind)) === true) return false
  const ownEmails = email !== null && marks['@'](email, email.indexOf('@')) !== -1 ? 1 : 0
  if (ownEmails !== emails) return false
  if (hash === null) return hashes === 0
  return hashes === 1 && (usual.test(hash.hash) || countLogins(hash.hash).hashes === 1)
}

function withDecoded(counted: Logins, decoded: Logins): Logins {
  if (decoded === noLogins) return counted
  return loginsOf(counted.emails + decoded.emails, counted.hashes + decoded.hashes)
}

/** Hashes that hold no other one, alone or behind a word in braces, which is no hash where a `$` follows it. */
const usual = /^(?:\{[A-Za-z0-9-]{1,20}\})?\$(?:2[abxy]\$\d\d\$|argon2(?:id|i|d)\$)[^${}]/

function positive(count: number): number {
  return Math.max(0, count)
}

function countValues(record: SourceRecord, withNames: boolean): Logins {
  let [emails, hashes] = [0, 0]
  eachValue(record, withNames, (text) => {
    const counted = countLogins(text)
    emails += counted.emails
    hashes += counted.hashes
  })
  return loginsOf(emails, hashes)
}

const deepest = 200

/** Calls for every text in a record, decoded where it is base64, and for the names of its fields, with the path to it: `extra.mails[]`. */
function eachValue(record: SourceRecord, withNames: boolean, found: (text: string, path: string) => void): void {
  const visit = (value: unknown, path: string, depth: number): void => {
    if (typeof value === 'string') found(base64.text(value) ?? value, path)
    else if (typeof value !== 'object' || value === null || depth > deepest) return
    else if (Array.isArray(value)) for (const element of value) visit(element, `${path}[]`, depth + 1)
    else
      for (const [name, member] of Object.entries(value)) {
        if (withNames) found(name, path)
        visit(member, path === '' ? name : `${path}.${name}`, depth + 1)
      }
  }
  if (withNames) visit(record, '', 0)
  else for (const name in record) visit(record[name], name, 1)
}

type LoginUse = 'used' | 'noticed' | 'none'

/** `start`: the index of the `@`. */
function useOfEmail(own: User | UserPart, text: string, start: number, end: number): LoginUse {
  const isSame = (email: string | null | undefined) => {
    if (email === null || email === undefined) return false
    const index = email.lastIndexOf('@')
    if (index === -1) return false
    const part = text.slice(Math.max(0, start - index), end)
    return part.length >= 3 && email.toLowerCase().includes(part.toLowerCase())
  }
  if (isSame(own.email) || ('sourceId' in own && isSame(own.sourceId))) return 'used'
  if (own.identities?.some(({ email, userId }) => isSame(email) || isSame(userId)) === true) return 'used'
  if (own.unmapped?.some(({ kind, value }) => !isHashKind(kind) && isSame(value)) === true) return 'noticed'
  // A clear password may have an address within.
  return own.hash?.hash.trim() === text.trim() ? 'used' : 'none'
}

/** Punctuation behind a hash is taken for a part of it. */
function withoutPunctuation(text: string): string {
  let end = text.length
  while (end > 0 && '.,=/'.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

function useOfHash({ hash = null, unmapped = [] }: User | UserPart, found: string): LoginUse {
  const text = withoutPunctuation(found).replaceAll('\\/', '/')
  const isIn = (whole: string) => whole.includes(text) || text.includes(withoutPunctuation(whole))
  if (hash !== null && hash.hash !== '' && isIn(base64.text(hash.hash) ?? hash.hash)) return 'used'
  return unmapped.some(({ kind, value }) => isHashKind(kind) && isIn(base64.text(value) ?? value)) ? 'noticed' : 'none'
}
