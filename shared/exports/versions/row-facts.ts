import { textOf, trimmedText } from '../../mapping/cell.ts'
import type { SourceRecord } from '../../mapping/export-format.ts'
import { readerOf } from '../../mapping/value-at.ts'
import { textDigest } from '../../text-digest.ts'
import { isDeletion, type PersonVersions } from './version-columns.ts'

/* Facts of one row of a person: its key, whether it has a login or deletes the person, digests that tell rows apart. */

/** Reads the key of the person of a row; null: a column of it is empty. */
export function personKeys({ owner }: PersonVersions): (record: SourceRecord) => string | null {
  const keys = owner.map(readerOf)
  return (record) => {
    const texts = keys.map((read) => trimmedText(read(record)))
    return texts.includes('') ? null : texts.length === 1 ? (texts[0] ?? null) : JSON.stringify(texts)
  }
}

/** `hasLogin`: one of the columns with logins is filled; `isDeleted`: its operation deletes the person; `digest`: of the columns that rows are compared by. */
export type RowFacts = { readonly hasLogin: boolean; readonly isDeleted: boolean; readonly digest: number }

/** Reads the facts of a row. `told`: the columns that rows are compared by; null: all of them. */
export function factsIn(
  { operation, logins }: PersonVersions,
  told: readonly string[] | null = null,
): (record: SourceRecord) => RowFacts {
  const loginsIn = logins.map(readerOf)
  const operationIn = operation === null ? null : readerOf(operation)
  const toldIn = told?.map(readerOf)
  return (record) => {
    const values = toldIn === undefined ? Object.values(record) : toldIn.map((read) => read(record))
    return {
      hasLogin: loginsIn.some((read) => textOf(read(record)) !== null),
      isDeleted: operationIn !== null && isDeletion(textOf(operationIn(record)) ?? ''),
      digest: textDigest(values.map(plainText).join('\n')),
    }
  }
}

/** Reads the digests of what a row says of its person. */
export function marksIn({ marks }: PersonVersions): (record: SourceRecord) => readonly number[] {
  const valuesOf = marks.map((paths) => paths.map(readerOf))
  return (record) =>
    valuesOf.flatMap((paths, at) => {
      const text = paths.map((read) => plainText(read(record))).join('\n')
      return text.trim() === '' ? [] : [textDigest(`${at}\n${text}`)]
    })
}

/** A value without case and blanks around it, for comparing rows. */
function plainText(value: unknown): string {
  return textOf(value)?.trim().toLowerCase() ?? ''
}
