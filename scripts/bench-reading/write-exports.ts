import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { columns, madeUpUsers, type BenchUser } from './made-up-users.ts'

/** Writes made-up users as a table with a header. */
export function writeCsv(path: string, count: number, seed: number): Promise<void> {
  return writeFile(path, `${columns.join(',')}\n`, csvLines(count, seed), '')
}

/** Writes made-up users as one JSON array, a user on each line; what the export does not say is left out. */
export function writeJson(path: string, count: number, seed: number): Promise<void> {
  return writeFile(path, '[\n', jsonElements(count, seed), '\n]\n')
}

/** Writes made-up users as JSON, one on each line. */
export function writeNdjson(path: string, count: number, seed: number): Promise<void> {
  return writeFile(path, '', jsonLines(count, seed), '')
}

/** Writes made-up users as a dump of one table, with as many rows in a statement as phpMyAdmin writes. */
export function writeSql(path: string, count: number, seed: number): Promise<void> {
  const names = columns.map((column) => `\`${column}\``)
  const table = `CREATE TABLE \`users\` (\n${names.map((name) => `  ${name} text NOT NULL`).join(',\n')}\n) ENGINE=InnoDB;\n\n`
  return writeFile(path, table, sqlRows(count, seed, `INSERT INTO \`users\` (${names.join(', ')}) VALUES\n`), ';\n')
}

const rowsPerInsert = 250

function* sqlRows(count: number, seed: number, insert: string): Generator<string> {
  let row = 0
  for (const user of madeUpUsers(count, seed)) {
    const before = row % rowsPerInsert > 0 ? ',\n' : row === 0 ? insert : `;\n${insert}`
    yield `${before}(${columns.map((column) => `'${user[column].replaceAll(/[\\']/g, String.raw`\$&`)}'`).join(', ')})`
    row += 1
  }
}

function* jsonLines(count: number, seed: number): Generator<string> {
  for (const user of madeUpUsers(count, seed)) yield `${JSON.stringify(jsonUser(user))}\n`
}

function* csvLines(count: number, seed: number): Generator<string> {
  for (const user of madeUpUsers(count, seed)) yield `${columns.map((column) => cell(user[column])).join(',')}\n`
}

function cell(value: string): string {
  return /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

function* jsonElements(count: number, seed: number): Generator<string> {
  let before = ''
  for (const user of madeUpUsers(count, seed)) {
    yield `${before}${JSON.stringify(jsonUser(user))}`
    before = ',\n'
  }
}

function jsonUser(user: BenchUser): Record<string, unknown> {
  const cells: Record<string, unknown> = {}
  for (const column of columns) {
    const value = user[column]
    if (value !== '') cells[column] = column === 'verified' ? value === 'true' : value
  }
  return cells
}

/** Streams the pieces, so that the size of an export is bounded by the disk only. */
async function writeFile(path: string, head: string, pieces: Iterable<string>, tail: string): Promise<void> {
  const file = createWriteStream(path)
  let block = head
  for (const piece of pieces) {
    block += piece
    if (block.length < 1 << 20) continue
    if (!file.write(block)) await once(file, 'drain')
    block = ''
  }
  file.end(block + tail)
  await finished(file)
}
