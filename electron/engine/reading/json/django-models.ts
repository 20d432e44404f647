import { isDjangoUserRow, isKnownDjangoModel } from '../../../../shared/exports/formats/django.ts'
import { isObject } from '../../../../shared/json.ts'
import type { SourceRecord } from '../../../../shared/mapping/export-format.ts'
import { refersToAccount } from '../../../../shared/mapping/names/account-names.ts'
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

/** How such a file is read: as entries, as the rows of several tables, or as rows of one table of no known kind. */
type ReadAs = { readonly kind: 'entries' | 'rows' } | { readonly kind: 'tables'; readonly tables: readonly DumpTable[] }

/**
 * The same by the first entries of each model: several models are tables where one has users as Django itself has them. A single model of an app that
 * refers to users, such as profiles with a ban, is a list of rows.
 */
export async function readModelsAs(read: () => AsyncIterable<readonly RawRecord[]>): Promise<ReadAs> {
  const tables = await tablesOf((wants) => rowsOfModels(read(), wants))
  const holdsUsers = ({ records }: DumpTable) => records.length > 0 && records.every(isDjangoUserRow)
  const [first, ...others] = tables
  if (first !== undefined && others.length === 0)
    return { kind: first.records.every((row) => isOfUser(row, first.name)) ? 'rows' : 'entries' }
  return tables.some(holdsUsers)
    ? {
        kind: 'tables',
        tables: tables.map((table) => ({ ...table, columns: null, key: ['id'], foreignKeys: [] })),
      }
    : { kind: 'entries' }
}

/** Whether an entry is of no model that Django's format reads, and refers to a user. */
function isOfUser(fields: SourceRecord, model: string): boolean {
  return !isKnownDjangoModel(fields, model) && Object.keys(fields).some(refersToAccount)
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

/** The same rows, in which a natural key of a user is the name that it has. */
export async function* withNamedUsers(
  batches: AsyncIterable<readonly RawRecord[]>,
): AsyncGenerator<readonly RawRecord[]> {
  for await (const batch of batches)
    yield batch.map((record) => (record.kind === 'record' ? { ...record, value: withNames(record.value) } : record))
}

function withNames(row: SourceRecord): SourceRecord {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const isKey = Array.isArray(value) && value.length === 1 && refersToAccount(name)
      return [name, isKey ? value[0] : value]
    }),
  )
}

const withoutModel = 'entries without a model'
