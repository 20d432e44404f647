import type { TableSample } from '../../../../shared/exports/dump-tables.ts'
import type { SourceRecord } from '../../../../shared/mapping/export-format.ts'
import { type Lookups, lookupsOf } from '../../../../shared/exports/standing/lookups.ts'
import { shownName } from '../../../../shared/mapping/shown/shown-name.ts'
import { type UnmappedValue, type User, userWith } from '../../../../shared/users/user.ts'
import type { Interpretation } from './interpretation.ts'

/* Standing of users whose role or state has its name in a lookup table. */

/** Gives active users the standing that their own records say. */
function keepingOut(
  interpretation: Interpretation,
  standingOf: (record: SourceRecord) => User['standing'],
): Interpretation {
  const { read, sample } = interpretation
  return {
    ...interpretation,
    read: (record, table, names) => {
      const entry = read(record, table, names)
      if (entry.kind !== 'user' || entry.user.standing !== 'active' || table !== sample.table) return entry
      const standing = standingOf(record)
      return standing === 'active' ? entry : { ...entry, user: { ...entry.user, standing } }
    },
  }
}

/**
 * Users whose role or state has a name in another table: `role_id` of a role named banned disables, and a value whose name says whether it
 * does is no question. Other words that may say so are a question, in which the word stands.
 */
export function withLookups(interpretation: Interpretation, samples: readonly TableSample[]): Interpretation {
  const { sample, mapping, recognition } = interpretation
  const users = samples.find(({ table }) => table === (sample.table ?? ''))
  const lookups = users === undefined ? null : lookupsOf(users, samples)
  if (lookups === null) return interpretation
  const flags = (mapping?.columns ?? []).flatMap(({ path, target, values }) =>
    (target === 'disabled' || target === 'deleted') && values === undefined ? [path] : [],
  )
  const { read } = keepingOut(interpretation, lookups.standingOf)
  const isGeneric = recognition.provider === 'generic'
  const ignored = new Set(mapping?.ignored)
  const mapped = new Set(mapping?.columns.flatMap(({ path, values }) => (values === undefined ? [] : [path])))
  return {
    ...interpretation,
    read: (record, table, names) => {
      const entry = read(table === sample.table ? inWords(record, flags, lookups) : record, table, names)
      if (entry.kind !== 'user' || table !== sample.table) return entry
      const { unmapped, standing } = entry.user
      const asked = standing === 'active' && isGeneric ? lookups.asked(record) : []
      if (unmapped === undefined && asked.length === 0) return entry
      const own = (unmapped ?? []).flatMap((one) => withMeaning(one, record, lookups))
      const isOpen = (column: string) =>
        !mapped.has(column) && !own.some(({ kind, field }) => kind === 'status' && field.startsWith(`${column}=`))
      const more = asked.flatMap(({ column, value, word }) =>
        isOpen(column) ? [statusWith(column, value, word, !ignored.has(column))] : [],
      )
      return { ...entry, user: userWith(entry.user, { unmapped: [...own, ...more] }) }
    },
  }
}

/** A record with the words for the codes that let its user in: what the schema says of a code counts before what the name of a flag says. */
function inWords(record: SourceRecord, flags: readonly string[], lookups: Lookups): SourceRecord {
  const words = flags.flatMap((column) => {
    const { says, word = '' } = lookups.meaningOf(column, record) ?? {}
    return says === 'on' && word !== '' ? [[column, word] as const] : []
  })
  return words.length === 0 ? record : { ...record, ...Object.fromEntries(words) }
}

/** A question about a value with the word for it; none where the word settles it. */
function withMeaning(one: UnmappedValue, record: SourceRecord, lookups: Lookups): readonly UnmappedValue[] {
  if (one.kind !== 'status') return [one]
  const column = one.field.slice(0, -one.value.length - 1)
  const meaning = lookups.meaningOf(column, record)
  if (meaning === null) return [one]
  if (meaning.says === 'off' || meaning.says === 'on') return []
  return [meaning.word === '' ? one : statusWith(column, one.value, meaning.word, one.asks)]
}

function statusWith(column: string, value: string, word: string, asks: boolean): UnmappedValue {
  return { kind: 'status', field: shownName(`${column}=${value} (${word.slice(0, maxWord)})`), value, asks }
}

/** Characters of a word that is told beside its value. */
const maxWord = 40
