import { once } from 'node:events'
import { createWriteStream, rmSync, writeFileSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { sqliteDriver } from '../../electron/engine/sqlite-driver.ts'
import { workbookOf } from '../../test/support/data/workbook-of.ts'
import { columns, madeUpUsers, type BenchUser } from './made-up-users.ts'

/** Writes made-up users as entries of a directory, their hashes in base64 as directories write them. */
export async function writeLdif(path: string, count: number, seed: number): Promise<void> {
  const file = createWriteStream(path)
  let block = 'version: 1\n\n'
  for (const user of madeUpUsers(count, seed)) {
    block += ldifEntry(user)
    if (block.length < 1 << 20) continue
    if (!file.write(block)) await once(file, 'drain')
    block = ''
  }
  file.end(block)
  await finished(file)
}

function ldifEntry({ id, mail, phone, password_hash: hash, name, created_at: at }: BenchUser): string {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const lines = [
    `dn: uid=${id},ou=people,dc=acme,dc=example`,
    'objectClass: inetOrgPerson',
    `entryUUID: ${id}`,
    ...(mail === '' ? [] : [`mail: ${mail}`]),
    ...(phone === '' ? [] : [`mobile: ${phone}`]),
    ...(hash === '' ? [] : [`userPassword:: ${base64(`{CRYPT}${hash}`)}`]),
    `cn:: ${base64(name)}`,
    `createTimestamp: ${at.replaceAll(/[-:T]/g, '')}`,
  ]
  return `${lines.map(folded).join('\n')}\n\n`
}

/** No line is longer than 76 characters. */
function folded(line: string): string {
  return line.length <= 76 ? line : line.slice(0, 76) + line.slice(76).replaceAll(/.{1,75}/g, '\n $&')
}

/** Writes made-up users as one table of an SQLite database. */
export function writeDatabase(path: string, count: number, seed: number): Promise<void> {
  rmSync(path, { force: true })
  const database = sqliteDriver().open(path, false)
  database.exec(`CREATE TABLE users (${columns.map((column) => `${column} TEXT`).join(', ')}); BEGIN`)
  const insert = database.prepare(`INSERT INTO users VALUES (${columns.map(() => '?').join(', ')})`)
  for (const user of madeUpUsers(count, seed)) insert.run(...columns.map((column) => user[column]))
  database.exec('COMMIT')
  database.close()
  return Promise.resolve()
}

/** Writes made-up users as a workbook with one sheet, whose texts are shared as Excel shares them. */
export function writeWorkbook(path: string, count: number, seed: number): Promise<void> {
  const strings: string[] = []
  const numbers = new Map<string, number>()
  const cell = (text: string) => {
    if (text === '') return ''
    let number = numbers.get(text)
    if (number === undefined) {
      number = strings.length
      numbers.set(text, number)
      strings.push(`<t>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t>`)
    }
    return `<c t="s"><v>${number}</v></c>`
  }
  const rows = [columns.map(cell)]
  for (const user of madeUpUsers(count, seed)) rows.push(columns.map((column) => cell(user[column])))
  writeFileSync(path, workbookOf([{ name: 'Users', rows }], { strings }))
  return Promise.resolve()
}
