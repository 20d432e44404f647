import { isLoginName, lastName, splitPath, wordsOf } from '../../names/column-words.ts'
import { hasIdsOfPeople, isIdOfPerson, refersToAccount } from '../../names/account-names.ts'
import { isNumberOfPerson } from '../../names/national-ids.ts'
import { isNameOfPerson } from '../../names/people-names.ts'
import { isAboutOtherThing } from '../../names/other-things.ts'
import type { ColumnProfile } from '../profile-columns.ts'
import {
  isUnique,
  hasFewRepeats,
  isFirstName,
  enoughToTell,
  uuid,
  enoughRows,
  isCoded,
  areNumbered,
  areCardNumbers,
  isPlain,
  areIdsOf,
  saysWhether,
} from './key-values.ts'
import { areMeasures } from './key-likeness.ts'
import { holdsPersons, isKey, hasFormOfKey, saysKey } from './key-form.ts'
import {
  namesLogin,
  namesRow,
  countsRows,
  isSecretName,
  isNumberElsewhere,
  namesThing,
  namesOtherThing,
  isNumberOfThing,
} from './key-names.ts'

/* Choosing the column that tells the records of a table apart, and the one that refers to an account. */

type Found = { readonly column: ColumnProfile; readonly surely: boolean }

/**
 * The column that tells the records apart where none is called an ID: filled in all of them and never the same, but for
 * a few that were written twice. `surely`: its
 * name or its values say that it is the key. A later file is joined by it.
 */
export function keyColumn(
  profiles: readonly ColumnProfile[],
  isFree: (column: ColumnProfile) => boolean,
): Found | null {
  const resource = profiles.find((column) => isFree(column) && areResources(column))
  if (resource !== undefined) return { column: resource, surely: true }
  const unique = keyAmong(profiles, (column) => isFree(column) && isKey(column))
  if (unique?.surely === true) return unique
  const isRepeated = (column: ColumnProfile) =>
    hasFewRepeats(column.values) && hasFormOfKey(column) && (saysKey(column) || areNumbered(column))
  const repeated = keyAmong(profiles, (column) => isFree(column) && isRepeated(column))
  return repeated?.surely === true ? repeated : unique
}

function keyAmong(profiles: readonly ColumnProfile[], isOne: (column: ColumnProfile) => boolean): Found | null {
  const keys = profiles.filter(isOne)
  const [named, ...more] = keys.filter(
    (column) =>
      saysKey(column) &&
      !countsRows.test(lastName(column.path)) &&
      !namesThing(column.path) &&
      !namesOtherThing(column.path, profiles),
  )
  if (named !== undefined) {
    const isUsual = named.values.every(isPlain) && !areCardNumbers(named)
    const surely = isUsual && !isSecretName(named.path) && (more.length === 0 || !isNumberOfThing(named.path))
    return { column: named, surely }
  }
  const [made, ...others] = keys.filter(({ values }) => values.every((value) => uuid.test(value)))
  if (made !== undefined && others.length === 0) return { column: made, surely: namesLogin(made.path) }
  const [first] = keys
  // In a short list, names are all different by chance.
  if (first === undefined || first.path !== profiles[0]?.path || isNameOfPerson(first.path) || holdsPersons(first))
    return null
  if (ofKind.test(wordsOf(splitPath(first.path).name).at(-1) ?? '')) return null
  // Amounts, points and post codes of a short list are all different by chance as well.
  if (!saysKey(first) && isAboutOtherThing(first.path)) return null
  const isId = (areIdsOf(first) || first.values.every(isCoded)) && !namesRow.test(lastName(first.path))
  const isOther = first.records >= enoughToTell && !first.values.every(isFirstName)
  // Years and amounts of a short list are all different by chance.
  const surely = isId && (saysKey(first) || isNumberOfPerson(first.path) || !areMeasures(first.values))
  return isId || saysKey(first) || namesLogin(first.path) || isOther ? { column: first, surely } : null
}

/** Of what kind a user is, which a short list has once for each: `user_type`. */
const ofKind =
  /^(?:types?|tipo|typ|kind|roles?|rol|status|statut|state|estado|levels?|nivel|ranks?|gender|sex|lang|language)$/

/**
 * Whether a column may only number the rows of a list, 1, 2, 3, under a name that says no more. `surely`: its name says so as well. Rows of a
 * database have no such numbers: what it stores is a key.
 */
export function rowNumbers({ path, values, records }: ColumnProfile): { readonly surely: boolean } | null {
  const name = lastName(path)
  if (values.length < enoughRows || values.length < records || !(namesRow.test(name) || countsRows.test(name)))
    return null
  const first = Number(values[0])
  if ((first !== 0 && first !== 1) || values.some((value, at) => value.trim() !== `${first + at}`)) return null
  return { surely: name === '' || countsRows.test(name) }
}

/** The one column that the schema declares as the primary key, also of a table with a single row. */
export function declaredKey(
  profiles: readonly ColumnProfile[],
  [name, ...others]: readonly string[],
): ColumnProfile | undefined {
  if (name === undefined || others.length > 0) return undefined
  return profiles.find(
    ({ path, values, records }) =>
      path.toLowerCase() === name.toLowerCase() &&
      values.length === records &&
      new Set(values).size === records &&
      values.every(isPlain),
  )
}

/** Whether a declared key is the ID rather than a column that is called one: that has words, as users choose them to sign in with, or codes. */
export function isIdRather(declared: ColumnProfile, named: ColumnProfile): boolean {
  const isCounted = areIdsOf(declared) || (areNumbered(declared) && !isLoginName(declared.path))
  return declared !== named && isCounted && !areIdsOf(named)
}

/** Names of resources, as the APIs of Google give their documents: `users/8fk2`, `projects/p/databases/d/documents/users/8fk2`. */
function areResources(column: ColumnProfile): boolean {
  const { path, values, records } = column
  const [first = ''] = values
  const within = first.slice(0, first.lastIndexOf('/') + 1)
  return (
    path === 'name' &&
    within !== '' &&
    isUnique(column) &&
    values.length === records &&
    values.every((value) => value.startsWith(within) && /^[\w.~%-]{1,128}$/.test(value.slice(within.length)))
  )
}

/**
 * The one column by whose IDs the rows refer to an account in another table: `user_id` beside an `id` of the row, else one that refers to its
 * owner.
 */
export function accountColumn(profiles: readonly ColumnProfile[]): ColumnProfile | null {
  const paths = profiles.map(({ path }) => path)
  const refers = profiles.filter(
    (column) =>
      hasIdsOfPeople(column.path) &&
      !isNumberElsewhere(column.path, paths) &&
      column.values.length === column.records &&
      column.records > 0 &&
      areIdsOf(column) &&
      !saysWhether(column),
  )
  const named = refers.filter(({ path }) => refersToAccount(splitPath(path).name) || isIdOfPerson(path))
  const [first, ...others] = named.length > 0 ? named : refers
  return first !== undefined && others.length === 0 ? first : null
}
