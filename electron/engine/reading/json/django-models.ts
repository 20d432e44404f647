import { isDjangoUserRow } from '../../../../shared/exports/formats/django.ts'
import { isObject } from '../../../../shared/json.ts'
import type { Layout } from '../layout.ts'
import type { RawRecord } from '../raw-record.ts'
import type { WantsTable } from '../sql/sql-statements.ts'
import { type DumpTable, tablesOf } from '../sql/sql-survey.ts'

/*
 * Entries of several models in the output of Django's `dumpdata`: `{"model": "auth.user", "pk": 1, "fields": {...}}`. Each model is a table, and its entries
 * are the rows of that table, so that logins, second factors and states in models of any app are found as in a dump of the database.
 */

/** Whether a text begins with such an entry. */
export function beginsWithModel(text: string): boolean {
  const start = text.replace(/^\uFEFF/, '').slice(0, 2000)
  return /^\s*(?:\[\s*)?\{\s*(?:"pk"\s*:\s*(?:-?\d+|"[^"\\]{0,100}")\s*,\s*)?"model"\s*:\s*"\w+\.\w+"\s*,\s*"(?:pk|fields)"\s*:/.test(
    start,
  )
}

/** The tables of such a file; null: its entries are of one model, or none is of users as Django itself has them. */
export async function modelTables(
  read: () => AsyncIterable<readonly RawRecord[]>,
): Promise<readonly DumpTable[] | null> {
  const tables = await tablesOf((wants) => rowsOfModels(read(), wants))
  const holdsUsers = ({ records }: DumpTable) => records.length > 0 && records.every(isDjangoUserRow)
  return tables.length > 1 && tables.some(holdsUsers)
    ? tables.map((table) => ({ ...table, columns: null, key: ['id'], foreignKeys: [] }))
    : null
}

/** The entries of the wanted models as rows of their tables. */
export async function* rowsOfModels(
  batches: AsyncIterable<readonly RawRecord[]>,
  wants: WantsTable,
): AsyncGenerator<readonly RawRecord[]> {
  for await (const batch of batches)
    yield batch.map(asRow).filter((one) => one.kind !== 'record' || wants(one.table ?? '') !== false)
}

function asRow(record: RawRecord): RawRecord {
  if (record.kind !== 'record') return record
  const { model, pk, fields } = record.value
  if (typeof model !== 'string' || !isObject(fields)) return { ...record, table: withoutModel }
  // Of an entry with a natural key, the primary key is left out.
  return { ...record, table: model, value: pk === undefined || pk === null ? { ...fields } : { id: pk, ...fields } }
}

const withoutModel = 'entries without a model'

/** Records from one place on, as rows of their tables. */
export function rowsFrom(read: Layout['recordsFrom']): Layout['recordsFrom'] {
  return (content, offset) => rowsOfModels(read(content, offset), () => true)
}
