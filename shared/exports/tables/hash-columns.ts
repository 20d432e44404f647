import { namesOfColumns } from '../../mapping/first-records.ts'
import { hashLikeness, isWholeHash } from '../../hashes/hash-likeness.ts'
import { textOf } from '../../mapping/cell.ts'
import { profileColumns } from '../../mapping/columns/profile-columns.ts'
import type { Sample } from '../../mapping/export-format.ts'
import { refersToAccount } from '../../mapping/names/account-names.ts'
import { hintsOf } from '../../mapping/names/name-hints.ts'
import { isOfStaff, mentionsPeople, namesContactOrPerson } from '../../mapping/names/people-names.ts'

/** Whether some column of a table holds only password hashes, whatever its name. Fewer than half of its users may have none. */
export function hasHashes({ records }: Sample): boolean {
  return Object.keys(records[0] ?? {}).some((name) => {
    const values = records.map((record) => textOf(record[name]) ?? '').filter((value) => value !== '')
    return values.length * 2 > records.length && values.every(isWholeHash)
  })
}

/** Whether some field at any depth, such as the text of an element with attributes, holds only whole password hashes. */
export function hasHashesWithin({ records, header }: Sample): boolean {
  return profileColumns(records, header).some(({ values }) => values.length > 0 && values.every(isWholeHash))
}

/** The password hashes in the first rows of a table. */
export function passwordHashesIn({ records, header }: Sample): readonly string[] {
  return profileColumns(records, header).flatMap(({ path, values }) => {
    const { otherSecret, password } = hintsOf(path)
    return otherSecret ? [] : values.filter((value) => isHash(value, password !== null))
  })
}

function isHash(value: string, isPassword: boolean): boolean {
  const likeness = hashLikeness(value)
  return likeness === 'certain' || (isPassword && likeness !== null)
}

/*
 * Digests by which a program knows its objects in every installation, such as templates: several tables have a column of them under one name,
 * beside nothing to sign in with.
 */

/** The tables whose column `hash` has such digests. */
export function tablesOfObjects(samples: readonly (Sample & { readonly table: string })[]): ReadonlySet<string> {
  const found = samples.filter((sample) => !isAboutPeople(sample) && hasDigests(sample)).map(({ table }) => table)
  return new Set(found.length < enoughTables ? [] : found)
}

/** The name of one table alone says too little. */
const enoughTables = 3

function hasDigests({ records, header }: Sample): boolean {
  const { values = [] } = profileColumns(records, header).find(({ path }) => /^(?:hash|digest)$/i.test(path)) ?? {}
  return values.length > 1 && new Set(values).size === values.length && values.every((value) => digest.test(value))
}

const digest = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/i

/** Whether the name of a table or of one of its columns is about people, their contacts or how they sign in. */
function isAboutPeople(sample: Sample & { readonly table: string }): boolean {
  const { table } = sample
  const columns = namesOfColumns(sample)
  return (
    mentionsPeople(table) ||
    isOfStaff(table) ||
    columns.some(
      (column) =>
        mentionsPeople(column) || refersToAccount(column) || namesContactOrPerson(column) || ofOwner.test(column),
    )
  )
}

const ofOwner = /salt|passw|owner|author|creat\w{0,8}_?by/i
