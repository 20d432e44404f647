import * as z from 'zod'
import { count, counted } from '../../format.ts'
import { shownName } from '../shown/shown-name.ts'
import { otherKindText } from '../rows/unread-tables.ts'

/**
 * Where what looks like a login ended up. `users`: in what users became of it; `noticed`: in a value that nothing reads and a finding
 * names; `unused`: elsewhere in the record of a user; `joined`: in a record that adds to a user of another file; `other`: in an
 * entry that is no user; `unreadable`: in a record that could not be read; `heading`: before the records; `changed`: in a statement that
 * changes rows, or in a value that one replaced; `constant`: in a variable or a
 * constant that rows use; `comment`; `statement`: in
 * a statement that is not read; `beside`: beside the list of records; `unaccounted`: nothing of the file says what became of it.
 */
export const accountKinds = [
  'users',
  'noticed',
  'unused',
  'joined',
  'other',
  'unreadable',
  'heading',
  'changed',
  'constant',
  'comment',
  'statement',
  'beside',
  'unaccounted',
] as const
export type AccountKind = (typeof accountKinds)[number]

const amount = z.number().int().nonnegative()

const accountSchema = z.object({
  kind: z.enum(accountKinds),
  /** The column, table, kind of entry, statement or member; null where there is no such. */
  name: z.string().max(300).nullable(),
  emails: amount,
  hashes: amount,
  /** The first places, `line 12`. */
  places: z.array(z.string().max(1000)).max(5),
})
type ControlAccount = Readonly<z.infer<typeof accountSchema>>

/** The email addresses and password hashes counted by a scan without knowledge of the format, by their fate in the reader. */
export const controlTotalsSchema = z.object({ emails: amount, hashes: amount, accounts: z.array(accountSchema) })
export type ControlTotals = z.infer<typeof controlTotalsSchema>

/** Places whose hashes are neither in the migration nor in its report. */
const leftBehind: ReadonlySet<AccountKind> = new Set(['heading', 'statement', 'beside', 'unaccounted'])

/** The accounts with password hashes that nothing carries over and no other finding names. */
export function unreadHashes({ accounts }: ControlTotals): readonly ControlAccount[] {
  return accounts.filter(({ kind, hashes }) => hashes > 0 && leftBehind.has(kind))
}

/** `3 password hashes: 2 in statements that are not read (SELECT; line 6), 1 unaccounted for (line 9)` */
export function unreadHashesText(totals: ControlTotals): string {
  const open = unreadHashes(totals)
  const total = open.reduce((sum, { hashes }) => sum + hashes, 0)
  const parts = accountKinds.flatMap((kind) => partText({ ...totals, accounts: [...open] }, kind, 'hashes', null))
  return `${counted(total, nouns.hashes.one, nouns.hashes.many)}: ${parts.join(', ')}`
}

const nouns = {
  emails: { one: 'email address', many: 'email addresses' },
  hashes: { one: 'password hash', many: 'password hashes' },
} as const

/** `12,480 email addresses in this file: 12,400 of users, 80 in table newsletter`; nothing where there is none of a kind. */
export function controlTotalsText(totals: ControlTotals, format: string | null): readonly string[] {
  return (['emails', 'hashes'] as const).flatMap((kind) => {
    const total = totals[kind]
    if (total === 0) return []
    const parts = accountKinds.flatMap((account) => partText(totals, account, kind, format))
    const first = totals.accounts.find((account) => account.kind === 'users')?.[kind] ?? 0
    const where = first === total ? (total === 1 ? 'belongs to a user' : 'all belong to users') : parts.join(', ')
    return [`${counted(total, nouns[kind].one, nouns[kind].many)} in this file: ${where}`]
  })
}

/** Names that are listed of one kind of account. */
const maxNames = 5

function partText(
  { accounts }: ControlTotals,
  of: AccountKind,
  kind: 'emails' | 'hashes',
  format: string | null,
): readonly string[] {
  const booked = accounts.filter((account) => account.kind === of && account[kind] > 0)
  const sum = booked.reduce((total, account) => total + account[kind], 0)
  if (sum === 0) return []
  const named = booked.flatMap((account) => (account.name === null ? [] : [account]))
  const names = named
    .toSorted((one, other) => other[kind] - one[kind])
    .map((account) => {
      const name = of === 'other' ? otherKindText(account.name ?? '', format) : (account.name ?? '')
      return named.length > 1 ? `${shownName(name)} ${count(account[kind])}` : shownName(name)
    })
  const listed = names.slice(0, maxNames).join(', ')
  const more = names.length > maxNames ? `, and ${names.length - maxNames} more` : ''
  const places = leftBehind.has(of) ? booked.flatMap((account) => account.places) : []
  const brackets = [...(listed === '' ? [] : [`${listed}${more}`]), ...new Set(places)].slice(0, maxNames).join('; ')
  if (of === 'other' && named.length === 1 && booked.length === 1) return [`${count(sum)} in ${names[0] ?? ''}`]
  return [`${count(sum)} ${whereTexts[of]}${brackets === '' ? '' : ` (${brackets})`}`]
}

const whereTexts: Readonly<Record<AccountKind, string>> = {
  users: 'of users',
  noticed: 'of users, but no login',
  unused: 'in other values of users',
  joined: 'in records that add to users',
  other: 'in entries that are no users',
  unreadable: 'in records that cannot be read',
  heading: 'in lines before or between the records',
  changed: 'in changes to rows',
  constant: 'in constants that rows use',
  comment: 'in comments',
  statement: 'in statements that are not read',
  beside: 'beside the users',
  unaccounted: 'unaccounted for',
}
