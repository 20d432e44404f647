import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { interpretFile } from '../../../electron/engine/import-pipeline/interpretation/interpret-file.ts'
import { readColumns, readNames } from '../../../electron/engine/import-pipeline/read-columns.ts'
import { openExport } from '../../../electron/engine/reading/open-export.ts'
import type { ColumnsRead } from '../../../shared/mapping/shown/column-report.ts'
import type { Entry, SourceRecord } from '../../../shared/mapping/export-format.ts'
import { labelKey } from '../../../shared/mapping/entries/label-key.ts'
import { signInKey } from '../../../shared/mapping/entries/sign-in-names.ts'
import { readEmbedded } from '../../../shared/mapping/value-at.ts'
import { cli } from '../../support/cli.ts'
import { fileIn, temporaryFolder } from '../../support/temporary-folder.ts'
import { sampleExports } from '../../support/data/sample-exports.ts'

const undecided = { provider_override: null, zip_member: null, mapping: null, table_override: null }

type Read = (record: SourceRecord, table: string | undefined) => string

type ExportRead = {
  readonly name: string
  readonly columns: ColumnsRead
  readonly samples: readonly { readonly table?: string; readonly records: readonly SourceRecord[] }[]
  /** The entry that a record becomes, as text. */
  readonly read: Read
  /** The same with the states that are asked about. */
  readonly readStates: Read
  readonly provider: string
}

/** The sample exports that are read: their columns as they are listed, and the records of their tables. */
let exportsRead: readonly ExportRead[] = []

beforeAll(async () => {
  const names = readdirSync(sampleExports, { recursive: true, encoding: 'utf8' }).toSorted()
  const all = await Promise.all(names.map(readExport))
  exportsRead = all.flatMap((one) => one ?? [])
})

async function readExport(name: string): Promise<ExportRead | null> {
  const path = join(sampleExports, name)
  if (!statSync(path).isFile()) return null
  const opened = await openExport(path)
  const interpreted = opened.ok ? interpretFile(undecided, opened.value) : opened
  if (!opened.ok || !interpreted.ok) return null
  const { read, wants, sample, recognition } = interpreted.value
  const names = await readNames(opened.value, interpreted.value)
  if (!names.ok) return null
  const tables = (opened.value.tables ?? []).filter((table) => wants(table.name) === true)
  const samples = tables.length < 2 ? [sample] : tables.map(({ name: table, records }) => ({ table, records }))
  // Records of the sample are read again and again, each beside a changed one.
  const once = (resultOf: (entry: Entry) => string): Read => {
    const results = new WeakMap<SourceRecord, string>()
    return (record, table) => {
      const result = results.get(record) ?? resultOf(read(record, table, names.value))
      results.set(record, result)
      return result
    }
  }
  return {
    name,
    columns: readColumns(opened.value, interpreted.value, names.value),
    samples,
    read: once(resultOf),
    readStates: once((entry) => `${resultOf(entry)} ${JSON.stringify(statesOf(entry))}`),
    provider: recognition.provider,
  }
}

/** The path of a column within the rows of a table; null: it is a column of another one. */
function pathIn(table: string | undefined, column: string, tables: number): string | null {
  if (tables < 2) return column
  return column.startsWith(`${table}.`) ? column.slice(`${table}.`.length) : null
}

test('a column that is listed as not used changes no user, in any sample export', () => {
  const wrong: string[] = []
  let tried = 0
  for (const { name, columns, samples, read } of exportsRead) {
    for (const { column } of columns.unused) {
      for (const { table, records } of samples) {
        const own = pathIn(table, column, samples.length)
        if (own === null) continue
        for (const record of records.slice(0, 20)) {
          const changed = changedAt(record, own)
          if (changed === undefined) continue
          tried += 1
          if (read(record, table) !== read({ ...record, ...Object(changed) }, table)) {
            wrong.push(`${name}: ${column}`)
            break
          }
        }
      }
    }
  }
  expect(tried).toBeGreaterThan(500)
  expect(wrong).toEqual([])
})

test('a column that a format lists as used changes what a record becomes, in some sample export', () => {
  const never = new Map<string, string>()
  const shown = new Set<string>()
  for (const {
    name,
    columns: { columns },
    samples,
    readStates,
    provider,
  } of exportsRead) {
    for (const { column, becomes, confidence } of columns) {
      if (confidence !== 'exact' || provider === 'generic') continue
      for (const { table, records } of samples) {
        const own = pathIn(table, column, samples.length)
        if (own === null || shown.has(`${provider} ${own}`)) continue
        // The first of a list stands for all of them.
        const paths = [own, own.replace('[0]', '[1]')]
        const isRead = records.some((record) =>
          [record, without(record, columns, becomes, own)].some((one) =>
            paths.some((path) => others.some((other) => differs(one, changedAt(one, path, other), table, readStates))),
          ),
        )
        if (isRead) shown.add(`${provider} ${own}`)
        else never.set(`${provider} ${own}`, `${becomes} (${name})`)
      }
    }
  }
  expect(shown.size).toBeGreaterThan(300)
  expect([...never].filter(([key]) => !shown.has(key)).map((one) => one.join(': '))).toEqual([])
})

function differs(record: SourceRecord, changed: unknown, table: string | undefined, read: Read): boolean {
  return changed !== undefined && read(record, table) !== read({ ...record, ...Object(changed) }, table)
}

/** A record without the other columns for the same: some are read only where those before them are empty. */
function without(record: SourceRecord, columns: ColumnsRead['columns'], becomes: string, own: string): SourceRecord {
  const [first] = becomes.split(/[ ,]/)
  const same = columns.filter((one) => one.becomes.startsWith(first ?? '') && one.column !== own)
  return Object.fromEntries(
    Object.entries(record).filter(
      ([name]) => own.startsWith(name) || !same.some(({ column }) => column.startsWith(name)),
    ),
  )
}

/** The result of a record, without the part that nothing reads. */
/** Labels and user names, by which entries of several files find each other, come along whatever becomes of their column. */
function resultOf(entry: Entry): string {
  return JSON.stringify(entry, (key: string, value: unknown) => {
    if (key === 'keys' && Array.isArray(value))
      return value.filter((one) => ![labelKey, signInKey].some((word) => String(one).startsWith(word)))
    return key === 'unmapped' ? undefined : value
  })
}

/** The states in fields that a format lists, which are asked about. */
function statesOf(entry: Entry): readonly unknown[] {
  return entry.kind === 'user' ? (entry.user.unmapped ?? []).filter(({ kind }) => kind === 'status') : []
}

/** A record, or what is in it, with another value at a path; undefined: there is none. */
function changedAt(value: unknown, path: string, other: (value: unknown) => unknown = otherValue): unknown {
  if (typeof value === 'string') {
    const inside = readEmbedded(value)
    const changed = inside === null ? undefined : changedAt(inside, path, other)
    return changed === undefined ? undefined : JSON.stringify(changed)
  }
  if (Array.isArray(value)) {
    const [step, index] = /^\[(\d+)\]\.?/.exec(path) ?? []
    if (step === undefined) return changedPair(value, path, other)
    const rest = path.slice(step.length)
    const at = Number(index)
    const changed = rest === '' ? other(value[at]) : changedAt(value[at], rest, other)
    return changed === undefined ? undefined : value.with(at, changed)
  }
  if (typeof value !== 'object' || value === null) return undefined
  const record: SourceRecord = Object.fromEntries(Object.entries(value))
  if (Object.hasOwn(record, path)) {
    const changed = other(record[path])
    return changed === undefined ? undefined : { ...record, [path]: changed }
  }
  for (let at = path.length - 1; at > 0; at -= 1) {
    const name = path.slice(0, at)
    if ((path[at] !== '.' && path[at] !== '[') || !Object.hasOwn(record, name)) continue
    const changed = changedAt(record[name], path.slice(path[at] === '.' ? at + 1 : at), other)
    return changed === undefined ? undefined : { ...record, [name]: changed }
  }
  return undefined
}

/** A list of pairs stands for an object: Cognito's attributes are `{Name, Value}`. */
function changedPair(list: readonly unknown[], path: string, other: (value: unknown) => unknown): unknown {
  const pairs = list.map((pair) => Object.values(Object(pair)))
  const index = pairs.findIndex(([name]) => typeof name === 'string' && (path === name || path.startsWith(`${name}[`)))
  const [name, value] = pairs[index] ?? []
  if (typeof name !== 'string') return undefined
  const rest = path.slice(name.length)
  const changed = rest === '' ? other(value) : changedAt(value, rest, other)
  const [, field = ''] = Object.keys(Object(list[index]))
  return changed === undefined ? undefined : list.with(index, { ...Object(list[index]), [field]: changed })
}

const opposites: Readonly<Record<string, string>> = {
  true: 'false',
  false: 'true',
  t: 'f',
  f: 't',
  '1': '0',
  '0': '1',
  yes: 'no',
  no: 'yes',
}

function otherValue(value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value === 0 ? 1 : 0
  if (typeof value !== 'string' || value === '') return undefined
  return opposites[value] ?? `x${value}`
}

/** Other values of a column: the opposite, none, a time long ago, one more member. */
const others: readonly ((value: unknown) => unknown)[] = [
  otherValue,
  () => null,
  () => '2001-01-01T00:00:00Z',
  () => '19700102000000Z',
  () => '1',
  () => 'TRUE',
  () => 'inactive',
  () => 'nologin',
  () => 'verified',
  () => 'ann@other.example',
  () => '2999-01-01T00:00:00Z',
  () => ({ x: 'y' }),
  () => ['x'],
  (value) => (typeof value === 'number' ? value + 1 : undefined),
]

test('a field below a mapped one, and a flag beside an address, are listed with what they become', async () => {
  const cwd = temporaryFolder()
  const users = [1, 2, 3].map((n) => ({ id: n, email: `ann${n}@acme.example`, extra: { city: `Town ${n}` } }))
  fileIn(cwd, 'users.json', JSON.stringify(users))
  const columns = [
    { path: 'id', target: 'source-id' },
    { path: 'email', target: 'email' },
    { path: 'extra', target: 'metadata' },
  ]
  fileIn(cwd, 'mapping.json', JSON.stringify({ version: 1, columns, fixedProvider: null }))
  const mapped = await cli(['inspect', 'users.json', '--mapping', 'mapping.json', '--json'], { cwd })
  expect(mapped.json).toMatchObject({ files: [{ mapping: { unused: [] } }] })
  expect(JSON.stringify(mapped.json)).toContain('{"column":"extra.city","becomes":"Metadata"')
  const django = await cli(['inspect', join(sampleExports, 'django/dumpdata.json'), '--json'], { cwd })
  expect(JSON.stringify(django.json)).toContain('{"column":"account.emailaddress.verified","becomes":"Email verified"')
})

test('a column of a known format that keeps users out says which of its values does, and whether they are gone', async () => {
  const cwd = temporaryFolder()
  const header = 'id,name,email,email_verified_at,password,remember_token,deleted_at,is_active,banned_at'
  const at = '2024-01-15 10:30:00'
  const rows = [1, 2, 3].map((n) => `${n},Ann,ann${n}@acme.example,,,,${n === 1 ? at : ''},1,${n === 2 ? at : ''}`)
  fileIn(cwd, 'users.csv', [header, ...rows, ''].join('\n'))
  const { json } = await cli(['inspect', 'users.csv', '--json'], { cwd })
  expect(json).toMatchObject({
    files: [
      {
        provider: 'laravel',
        mapping: {
          columns: expect.arrayContaining([
            expect.objectContaining({ column: 'deleted_at', becomes: 'Deleted' }),
            expect.objectContaining({ column: 'is_active', becomes: 'Disabled when no' }),
            expect.objectContaining({ column: 'banned_at', becomes: 'Disabled' }),
          ]),
        },
      },
    ],
  })
})
