import { createHash } from 'node:crypto'
import type { ChangeTimes, JsonObject, Since } from '../../source.ts'
import { countOf, type Catalog, type Column, type UserStatement } from './user-statement.ts'

/** Names of a column with the time of the last change of its row, of any kind. */
const changeName =
  /^(?:last_?)?(?:update|updated|modified|modify|change|changed|modification)(?:_?(?:at|on|time|date|datetime|timestamp))?$|^date_?(?:updated|modified|changed)$/

/** The one column whose values are moments, never empty, and named after changes; null: none, or it is not clear which. */
export function changeColumn(columns: readonly Column[]): string | null {
  const found = columns.filter(({ name, isMoment }) => isMoment && changeName.test(snakeCase(name)))
  return found.length === 1 ? (found[0]?.name ?? null) : null
}

function snakeCase(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()
}

/** The statement for what may have changed since, and how its rows say it; the whole statement where that cannot be told. */
export async function changedRows(
  statement: UserStatement,
  since: Since | null,
  { sql, values }: Catalog,
): Promise<{ readonly statement: UserStatement; readonly changeTimes: ChangeTimes | null }> {
  const { changedAt: name } = statement
  if (name === undefined) return { statement, changeTimes: null }
  const of = fingerprint(statement)
  const isIncremental = since !== null && since.of === of
  const [rows] = isIncremental ? await values(countOf(statement)) : []
  const where = isIncremental ? `u.${sql.id(name)} >= ${sql.text(momentText(since.from))}` : statement.where
  return {
    statement: { ...statement, where },
    changeTimes: {
      name,
      of,
      timeOf: (row) => momentOf(row, name),
      isIncremental,
      all: rows === undefined ? null : Number(rows),
    },
  }
}

/** Columns, table and key that a listing depends on. */
function fingerprint({ select, from, key, changedAt }: UserStatement): string {
  return createHash('sha256')
    .update(JSON.stringify([select, from, key, changedAt]))
    .digest('base64url')
}

/** A moment as the server writes it in a session whose time zone is UTC; one without a zone is compared as it stands. */
const moment = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:\+00)?$/

function momentOf(row: JsonObject, name: string): number | null {
  const value = row[name]
  const [, date, time, fraction = ''] = moment.exec(typeof value === 'string' ? value : '') ?? []
  if (date === undefined || time === undefined) return null
  const at = Date.parse(`${date}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`)
  return Number.isNaN(at) ? null : at
}

function momentText(at: number): string {
  return new Date(Math.max(at, 0)).toISOString().replace('T', ' ').replace('Z', '')
}
