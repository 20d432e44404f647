// oxlint-disable-next-line typescript/triple-slash-reference -- sax brings no types of its own
/// <reference path="../../electron/engine/reading/xlsx/sax.d.ts" />
import { createReadStream, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { JSONParser } from '@streamparser/json'
import { parse } from 'csv-parse'
import { parser } from 'sax'
import { openPromise } from 'yauzl'
import { sqliteDriver } from '../../electron/engine/document/sqlite.ts'
import { judgeHash } from '../../shared/hashes/judge-hash.ts'
import { columns, madeUpUsers } from './made-up-users.ts'
import { readAndPlan } from './planned.ts'
import { driverCursor, fetchAndPlan } from './postgres-roles.ts'

/** One task alone, in a process of its own. Returns its milliseconds. */
export type Role = (order: RoleOrder) => Promise<number>

export type RoleOrder = {
  /** The export to read, or the database to make; of a server its port. */
  readonly file: string
  readonly users: number
  readonly seed: number
}

const chunk = 256 * 1024

/** Rows as objects by column, which is what this app reads, too. */
const csvParse: Role = async ({ file, users }) => {
  const since = performance.now()
  let rows = 0
  const parser = createReadStream(file, { highWaterMark: chunk }).pipe(parse({ columns: true, bom: true }))
  parser.on('data', () => (rows += 1))
  await new Promise((resolve, reject) => parser.on('end', resolve).on('error', reject))
  return took(since, rows, users)
}

const streamParser: Role = async ({ file, users }) => {
  const since = performance.now()
  let values = 0
  const parser = new JSONParser({ paths: ['$.*'], keepStack: false })
  parser.onValue = () => (values += 1)
  for await (const bytes of createReadStream(file, { highWaterMark: chunk })) parser.write(bytes)
  return took(since, values, users)
}

/** Needs the whole file in memory, and ends at 512 MiB of text. */
const jsonParse: Role = async ({ file, users }) => {
  const since = performance.now()
  const value: unknown = JSON.parse(await readFile(file, 'utf8'))
  return took(since, Array.isArray(value) ? value.length : 0, users)
}

/** The cells of the same rows as text, without any index. Making them up is not counted. */
const bareSqlite: Role = ({ file, users, seed }) => {
  rmSync(file, { force: true })
  const database = sqliteDriver().open(file, false)
  let ms = 0
  const timed = (work: () => void) => {
    const since = performance.now()
    work()
    ms += performance.now() - since
  }
  timed(() => database.exec(`CREATE TABLE bare (${columns.map((column) => `${column} TEXT`).join(', ')})`))
  const insert = database.prepare(`INSERT INTO bare VALUES (${columns.map(() => '?').join(', ')})`)
  let rows: string[][] = []
  const flush = () => {
    timed(() => {
      database.exec('BEGIN')
      for (const row of rows) insert.run(...row)
      database.exec('COMMIT')
    })
    rows = []
  }
  for (const user of madeUpUsers(users, seed)) {
    rows.push(columns.map((column) => user[column]))
    if (rows.length === 10_000) flush()
  }
  flush()
  timed(() => database.close())
  return Promise.resolve(ms)
}

/** Lines of text, which is the least that any reader of LDIF or of a dump with a row on each line has to find. */
const plainLines: Role = async ({ file, users }) => {
  const since = performance.now()
  let entries = 0
  const lines = createInterface({ input: createReadStream(file, { highWaterMark: chunk }), crlfDelay: Infinity })
  for await (const line of lines) if (line.startsWith('dn:') || line.startsWith('(')) entries += 1
  return took(since, entries, users)
}

/** Every line as a value of JSON. */
const jsonLines: Role = async ({ file, users }) => {
  const since = performance.now()
  let values = 0
  const lines = createInterface({ input: createReadStream(file, { highWaterMark: chunk }), crlfDelay: Infinity })
  for await (const line of lines) {
    const value: unknown = JSON.parse(line)
    if (value !== null) values += 1
  }
  return took(since, values, users)
}

/** The driver alone: every row of the table as an object. */
const driverRows: Role = ({ file, users }) => {
  const since = performance.now()
  let rows = 0
  const database = sqliteDriver().open(file, true)
  for (const row of database.prepare('SELECT * FROM users').iterate()) if (row !== null) rows += 1
  database.close()
  return Promise.resolve(took(since, rows, users))
}

/** yauzl and sax alone, over the parts that the rows of a workbook are in; the row of names is one more. */
const saxEvents: Role = async ({ file, users }) => {
  const since = performance.now()
  let rows = 0
  const zip = await openPromise(file, { autoClose: false })
  for await (const entry of zip.eachEntry()) {
    if (!/sharedStrings|sheet1\.xml$/.test(entry.fileName)) continue
    const xml = parser(true, { position: false })
    Object.assign(xml, {
      onopentag: ({ name }: { readonly name: string }) => {
        if (name === 'row') rows += 1
      },
    })
    const stream = await zip.openReadStreamPromise(entry)
    for await (const bytes of stream.setEncoding('utf8')) xml.write(String(bytes))
    xml.close()
  }
  zip.close()
  return took(since, rows - 1, users)
}

/** The app itself. */
const planned: Role = async ({ file, users }) => {
  const { ms, records } = await readAndPlan(file)
  mustBeAll(records, users)
  return ms
}

/** The driver of PostgreSQL alone. */
const postgresRows: Role = async ({ file, users }) => {
  const { ms, rows } = await driverCursor(Number(file))
  mustBeAll(rows, users)
  return ms
}

/** The app on a table of PostgreSQL. */
const fetched: Role = async ({ file, users }) => {
  const { ms, records } = await fetchAndPlan(Number(file))
  mustBeAll(records, users)
  return ms
}

/** Every hash of the export, judged ten times. Processor time, so that other programs on the core do not count. */
const hashes: Role = ({ users, seed }) => {
  const found = [...madeUpUsers(users, seed)].flatMap((user) => (user.password_hash === '' ? [] : [user.password_hash]))
  const rounds = 10
  const judge = () => {
    for (const hash of found) if (judgeHash({ hash }, null, 'documented').kind === 'no-password') throw new Error()
  }
  judge()
  const since = process.cpuUsage()
  for (let round = 0; round < rounds; round += 1) judge()
  const { user, system } = process.cpuUsage(since)
  // As for one verdict for each user.
  return Promise.resolve(((user + system) / 1000 / (found.length * rounds)) * users)
}

export const roles = {
  planned,
  csvParse,
  streamParser,
  jsonParse,
  bareSqlite,
  plainLines,
  jsonLines,
  driverRows,
  saxEvents,
  postgresRows,
  fetched,
  hashes,
} as const satisfies Record<string, Role>

export type RoleName = keyof typeof roles

export const roleNames = [
  'planned',
  'csvParse',
  'streamParser',
  'jsonParse',
  'bareSqlite',
  'plainLines',
  'jsonLines',
  'driverRows',
  'saxEvents',
  'postgresRows',
  'fetched',
  'hashes',
] as const

function took(since: number, seen: number, expected: number): number {
  mustBeAll(seen, expected)
  return performance.now() - since
}

/** A reader that skips records is fast. */
export function mustBeAll(seen: number, expected: number): void {
  if (seen !== expected) throw new Error(`${seen} records of ${expected}`)
}
