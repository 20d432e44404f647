import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { interpretFile } from '../../../electron/engine/import-pipeline/interpret-file.ts'
import { readColumns, readNames } from '../../../electron/engine/import-pipeline/read-columns.ts'
import { openExport } from '../../../electron/engine/reading/open-export.ts'
import type { Entry, SourceRecord } from '../../../shared/mapping/export-format.ts'
import { readEmbedded } from '../../../shared/mapping/value-at.ts'
import { cli } from '../../support/cli.ts'
import { fileIn, temporaryFolder } from '../../support/temporary-folder.ts'

const exportsFolder = join(import.meta.dirname, '../../fixtures/exports')
const undecided = { provider_override: null, zip_member: null, mapping: null, table_override: null }

test('a column that is listed as not used changes no user, in any sample export', { timeout: 120_000 }, async () => {
  const wrong: string[] = []
  let tried = 0
  for (const name of readdirSync(exportsFolder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const path = join(exportsFolder, name)
    if (!statSync(path).isFile()) continue
    const opened = await openExport(path)
    const interpreted = opened.ok ? interpretFile(undecided, opened.value) : opened
    if (!opened.ok || !interpreted.ok) continue
    const { read, wants, sample } = interpreted.value
    const names = await readNames(opened.value, interpreted.value)
    if (!names.ok) continue
    const tables = (opened.value.tables ?? []).filter((table) => wants(table.name) === true)
    const samples = tables.length < 2 ? [sample] : tables.map(({ name: table, records }) => ({ table, records }))
    for (const { column } of readColumns(opened.value, interpreted.value, names.value).unused) {
      for (const { table, records } of samples) {
        const own =
          samples.length < 2 ? column : column.startsWith(`${table}.`) ? column.slice(`${table}.`.length) : null
        if (own === null) continue
        for (const record of records.slice(0, 20)) {
          const changed = changedAt(record, own)
          if (changed === undefined) continue
          tried += 1
          const same =
            resultOf(read(record, table, names.value)) ===
            resultOf(read({ ...record, ...Object(changed) }, table, names.value))
          if (!same) {
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

/** What becomes of a record, without what nothing reads in it. */
function resultOf(entry: Entry): string {
  return JSON.stringify(entry, (key: string, value: unknown) => (key === 'unmapped' ? undefined : value))
}

/** A record, or what is in it, with another value at a path; undefined: there is none. */
function changedAt(value: unknown, path: string): unknown {
  if (typeof value === 'string') {
    const inside = readEmbedded(value)
    const changed = inside === null ? undefined : changedAt(inside, path)
    return changed === undefined ? undefined : JSON.stringify(changed)
  }
  if (Array.isArray(value)) {
    const [step, index] = /^\[(\d+)\]\.?/.exec(path) ?? []
    if (step === undefined) return undefined
    const rest = path.slice(step.length)
    const at = Number(index)
    const changed = rest === '' ? otherValue(value[at]) : changedAt(value[at], rest)
    return changed === undefined ? undefined : value.with(at, changed)
  }
  if (typeof value !== 'object' || value === null) return undefined
  const record: SourceRecord = Object.fromEntries(Object.entries(value))
  if (Object.hasOwn(record, path)) {
    const other = otherValue(record[path])
    return other === undefined ? undefined : { ...record, [path]: other }
  }
  for (let at = path.length - 1; at > 0; at -= 1) {
    const name = path.slice(0, at)
    if ((path[at] !== '.' && path[at] !== '[') || !Object.hasOwn(record, name)) continue
    const changed = changedAt(record[name], path.slice(path[at] === '.' ? at + 1 : at))
    return changed === undefined ? undefined : { ...record, [name]: changed }
  }
  return undefined
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
  const django = await cli(['inspect', join(exportsFolder, 'django/dumpdata.json'), '--json'], { cwd })
  expect(JSON.stringify(django.json)).toContain('{"column":"fields.verified","becomes":"Email verified"')
})
