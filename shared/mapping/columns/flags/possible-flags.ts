import { aCode, booleanOf } from '../../cell.ts'
import { lastName, saysExpiry, withinOf } from '../../names/column-words.ts'
import { holdsKeys, saysConfirmation } from '../../names/standing/confirmation-names.ts'
import type { ColumnCount, TableCounts } from '../column-counts.ts'
import { followsStanding, withKept } from './all-users.ts'
import { findFlag } from './find-flag.ts'
import { saysNoTime } from './flag-values.ts'
import { areCodes, maxFlags } from './flag-text.ts'
import type { Flag, PossibleFlag } from './possible-flag.ts'
import { likely, never, rankOf, rare, rareAmongMany, speaksOfAccount } from './rank-flag.ts'
import { isAbilityAmong } from '../ability-columns.ts'

/*
 * Columns that nothing reads and that may keep people out: a flag, a code, a word or a date that sets some users apart. Shape and
 * distribution find them; names only rank them, because no list holds every name of such a column. Values are counted among open users and
 * among all users, since a decision about another column may let the others in.
 */

/** Fewer records show no distribution. */
const minRecords = 4

/**
 * Flags among the columns that nothing reads, the most likely first. `isRead`: whether something reads the column or asks about it.
 * `hasStanding`: another column already says which users are kept out; `hasVerified`: whose address is confirmed.
 */
export function possibleFlags(
  counts: TableCounts,
  isRead: (path: string) => boolean,
  hasStanding = false,
  hasVerified = false,
): readonly PossibleFlag[] {
  const among = flagsAmong(counts, isRead, hasStanding, hasVerified)
  const { kept } = counts
  if (kept === undefined) return among
  const isKnown = (path: string) => isRead(path) || followsStanding(path, counts)
  const all = flagsAmong(withKept(counts), isKnown, hasStanding, hasVerified)
  const isIn = (flags: readonly PossibleFlag[], { column }: PossibleFlag) => flags.find((one) => one.column === column)
  return [
    ...among.map((flag) => {
      const whole = isIn(all, flag)
      return whole === undefined
        ? { ...flag, kept: kept.open }
        : { ...whole, isLikely: whole.isLikely || flag.isLikely }
    }),
    ...all.filter((flag) => isIn(among, flag) === undefined),
  ]
}

function flagsAmong(
  { columns, open = 0 }: TableCounts,
  isRead: (path: string) => boolean,
  hasStanding: boolean,
  hasVerified: boolean,
): readonly PossibleFlag[] {
  if (open < minRecords) return []
  const ends = new Map(columns.map((column) => [column, tokenEndedBy(column, columns, open)]))
  const flags = columns.flatMap((column) =>
    isRead(column.path) || ends.get(column) !== undefined ? [] : (findFlag(column, open) ?? []),
  )
  // A token with an end of its own is that of a session or of another password.
  const ended = new Set(ends.values())
  const codes = hasVerified
    ? []
    : columns.flatMap((column) => (isRead(column.path) || ended.has(column) ? [] : (codesOf(column, open) ?? [])))
  const paths = columns.map(({ path }) => path)
  const isAbility = ({ column, values }: Flag) =>
    isAbilityAmong(
      column,
      paths,
      values.map(({ value }) => value),
    )
  const areMany = flags.length > maxFlags
  const maxShare = hasStanding || areMany ? rareAmongMany : rare
  // Where another column already keeps users out, a rare value alone is more likely a preference.
  const isAsked = (flag: Flag) => !(hasStanding && areMany) || speaksOfAccount(flag, open)
  return [
    ...codes.map((flag) => ({ flag, rank: hasStanding ? 0 : rankOfCodes(flag, open) })),
    ...flags.map((flag) => ({ flag, rank: rankOf(flag, open, maxShare) })),
  ]
    .filter(({ rank }) => rank > never)
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ flag, rank }) => ({
      ...flag,
      isLikely: rank >= likely && isAsked(flag) && !isAbility(flag),
    }))
    .filter((flag) => flag.isLikely || !mayBeClearPasswords(flag))
}

/** Whether few values may be clear passwords, which are never shown: the column has no name, or they look like some. */
function mayBeClearPasswords({ column, values }: Flag): boolean {
  const texts = values.map(({ value }) => value.trim())
  if (/^\d+$/.test(column))
    return !texts.every((text) => /^.{1,2}$/u.test(text) || saysNoTime(text) || booleanOf(text) !== null)
  const mixed = texts.filter((text) => /^\p{L}{3,30}[\d!#$%&*+]/u.test(text) && !/\s/.test(text))
  if (mixed.length === 0) return false
  // Plans and levels begin alike and are counted: `level1`, `level2`.
  const areCounted = mixed.every((text) => /^\p{L}+\d{1,2}$/u.test(text)) && !namesKey.test(lastName(column))
  const beginnings = new Set(mixed.map((text) => /^\p{L}{0,30}/u.exec(text)?.[0]))
  return !areCounted || beginnings.size === mixed.length
}

/** Keys and codes that let a user in, in names that also say what for: `initialkey`, `claveacceso`. */
const namesKey = /key|clave|chave|schl(?:ue|u)ssel|sesame/

/**
 * The token beside a column that says when it ends: in one object, as a third party gives it, or in the same part of all records; undefined:
 * there is none.
 */
function tokenEndedBy(
  { path, open: filled = 0 }: ColumnCount,
  columns: TableCounts['columns'],
  records: number,
): ColumnCount | undefined {
  if (!saysExpiry(path)) return undefined
  const within = withinOf(path)
  const isAsOften = (other: ColumnCount) => filled < records && other.open === filled
  return columns.find((other) =>
    within === ''
      ? /(?:token|session)$/.test(lastName(other.path)) && isAsOften(other)
      : other.path.startsWith(within) && /(?:access|refresh|id|auth)token$/.test(lastName(other.path)),
  )
}

/** Users with a key where others have none, which most programs remove once its user has confirmed an address; null: the column has no such keys. */
function codesOf({ path, open: filled = 0, values = [] }: ColumnCount, records: number): Flag | null {
  const codes = values.find(({ value }) => value === aCode)?.records ?? 0
  if (!areCodes({ values }) || codes >= records || !(saysConfirmation(path) || holdsKeys(path))) return null
  return { column: path, values, empty: records - filled, times: 0 }
}

/** A key by whose name users confirm themselves is asked about; where most users have one, confirming does not remove it. */
function rankOfCodes({ column, values }: Flag, records: number): number {
  const [codes] = values
  return saysConfirmation(column) && (codes?.records ?? 0) * 2 <= records ? likely : 0
}
