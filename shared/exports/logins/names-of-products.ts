import type { Entry, ExportFormat, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { profileColumns } from '../../mapping/columns/profile-columns.ts'
import { keyedBy, signInKey } from '../../mapping/entries/sign-in-names.ts'
import { isLoginName, lastName } from '../../mapping/names/column-words.ts'
import { djangoNamePrefix } from '../formats/django.ts'
import { ldapNamePrefix } from '../formats/ldap.ts'

/* Names that users of known products sign in with, by which a list of names and hashes belongs to them. */

/** Prefixes of the keys of users by their names: formats whose own parts refer to users by name have one of their own. */
export const namePrefixes: readonly string[] = [signInKey, djangoNamePrefix, ldapNamePrefix]

/** Gives users of a known product a key by the name that they sign in with, where one column of the sample has such names. */
export function namedByProduct(
  format: ExportFormat,
  sample: Sample,
  read: (record: SourceRecord) => Entry,
): (entry: Entry, record: SourceRecord) => Entry {
  const path = nameColumn(format, sample)
  const isNamed = path !== null && sample.records.some((record) => hasName(read(record)))
  return path === null || isNamed ? (entry) => entry : keyedBy(path, signInKey)
}

function hasName(entry: Entry): boolean {
  return entry.kind === 'user' && entry.keys.some((key) => namePrefixes.some((prefix) => key.startsWith(prefix)))
}

/** The column of such names: the one that the format names, else the only one that is called so. An ID is a key as it is. */
function nameColumn({ signInNames = [], fields }: ExportFormat, { records, header }: Sample): string | null {
  const told = new Set(signInNames.map(lastName))
  const ids = new Set(fields.filter(({ becomes }) => becomes === 'Source ID').map(({ path }) => path))
  const columns = profileColumns(records, header).filter(
    ({ path, values }) => !path.includes('[') && !ids.has(path) && areNames(values),
  )
  const byFormat = columns.find(({ path }) => told.has(lastName(path)))
  const [first, ...others] = columns.filter(({ path }) => isLoginName(path))
  return byFormat?.path ?? (others.length === 0 ? (first?.path ?? null) : null)
}

/** Whether each value is of one user. A time of the last login has no letters. */
function areNames(values: readonly string[]): boolean {
  return new Set(values).size === values.length && values.some((value) => /\p{L}{2}/u.test(value))
}
