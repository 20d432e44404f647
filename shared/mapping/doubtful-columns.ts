import { knownProvider } from '../users/known-provider.ts'
import { ownLogins } from './apply-mapping.ts'
import { disabledByWord } from './cell.ts'
import type { Sample } from './export-format.ts'
import type { Mapping, MappingColumn } from './mapping.ts'
import { profileColumns } from './profile-columns.ts'
import { isStatusName } from './value-fit.ts'

/** Columns of which every value is asked about, by path: a status in words of its own, names of what users sign in with, words that may be passwords. */
export type Doubtful = ReadonlyMap<string, Doubt>
/** `password`: a column without a name, whose values may be clear passwords. */
export type Doubt = 'status' | 'provider' | 'password'

/** A status has few values that come again and again; what has more is something else, such as a text or a time. */
const maxValues = 20

/** The columns of a sample that may say who is disabled, or how users sign in, in words that are not known. */
export function doubtfulColumns({ records, header }: Sample, columns: readonly MappingColumn[]): Doubtful {
  const doubtful = new Map<string, Doubt>()
  const values = new Map(profileColumns(records, header).map((profile) => [profile.path, profile.values]))
  const numbered = header === null && columns.every(({ path }) => /^\d+$/.test(path))
  for (const { path, suggestion } of columns) {
    if (numbered && suggestion?.target === 'password-hash' && suggestion.confidence === 'unsure')
      doubtful.set(path, 'password')
    if (numbered && suggestion === null && mayBeStatus(values.get(path) ?? [])) doubtful.set(path, 'status')
    if (new Set(values.get(path)).size > maxValues) continue
    if (suggestion?.target === 'disabled' && (suggestion.confidence === 'unsure' || isStatusName(path)))
      doubtful.set(path, 'status')
    else if (suggestion?.target === 'provider' && suggestion.confidence === 'unsure') doubtful.set(path, 'provider')
  }
  return doubtful
}

/** Few short words or yes and no that come again and again: without the name of the column they may say who is kept out. */
function mayBeStatus(values: readonly string[]): boolean {
  const distinct = new Set(values.map((value) => value.trim().toLowerCase()))
  if (distinct.size < 2 || distinct.size > 5 || distinct.size === values.length) return false
  return [...distinct].every((value) => /^(?:\w|true|false|yes|no)$/.test(value) || disabledByWord(value) !== null)
}

/** Those that a mapping leaves open: a column that it names is what it says, but a status may have more values than are known. */
export function openDoubts(doubtful: Doubtful, { columns }: Mapping): Doubtful {
  const chosenTargets = new Map(columns.map(({ path, target }) => [path, target]))
  const hasProvider = columns.some(({ target }) => target === 'provider')
  return new Map(
    [...doubtful].filter(([path, kind]) =>
      kind === 'status'
        ? !chosenTargets.has(path) || chosenTargets.get(path) === 'disabled'
        : !chosenTargets.has(path) && !(kind === 'provider' && hasProvider),
    ),
  )
}

/** Whether a value says that a user signs in with a third party; a word that is not known may be the name of one. */
export function namesProvider(value: string): boolean {
  return knownProvider(value) !== null || !ownLogins.has(value.toLowerCase())
}
