import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sqliteDriver } from '../../../electron/engine/sqlite-driver.ts'
import { bsonOf } from '../../support/data/bson-of.ts'
import { cli } from '../../support/cli.ts'
import { must } from '../../support/documents.ts'
import { startEngine, type TestEngine } from '../../support/engine.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { folderOf } from '../../support/temporary-folder.ts'
import { workbookOf } from '../../support/data/workbook-of.ts'

const header = ['Email', 'Password']
const workbook = workbookOf([
  { name: 'Notes', rows: [['Written by hand'], ['twice']] },
  { name: 'Staff', rows: [header, ['ann@acme.example', madeUpBcrypt(1)], ['ben@acme.example', madeUpBcrypt(2)]] },
  {
    name: 'Guests',
    rows: [header, ['cleo@acme.example', madeUpBcrypt(3)], ['cleo@acme.example', madeUpBcrypt(4)], ['', '']],
  },
])

function database(path: string) {
  const made = sqliteDriver().open(path, false, 'unguarded')
  made.exec(`CREATE TABLE orders (id INTEGER, total INTEGER); CREATE TABLE people (id INTEGER, email TEXT, password TEXT);
    INSERT INTO orders VALUES (1, 5), (2, 6), (3, 7);
    INSERT INTO people VALUES (1, 'ann@acme.example', '${madeUpBcrypt(1)}'), (2, 'ben@acme.example', '${madeUpBcrypt(2)}')`)
  made.close()
}

/** Where the users of a file are, as the table of users says it. */
async function placesOf(engine: TestEngine, name: string) {
  await engine.add(name)
  await engine.settled()
  return engine.users().map(({ file, place }) => `${file}, ${place}`)
}

async function withFile(name: string, content: string | Buffer) {
  const engine = await startEngine()
  writeFileSync(join(engine.folder, name), content)
  return engine
}

describe('a record says where it stands', () => {
  test('in a workbook by its sheet and row, also in what is said of it', async () => {
    const engine = await withFile('users.xlsx', workbook)
    await engine.add('users.xlsx')
    const [file] = (await engine.settled()).files
    must(await engine.ask('export:choose-parts', { fileId: file?.id ?? 0, names: ['Guests'] }))
    await engine.settled()
    const [first, second] = engine.users()
    expect([first?.place, second?.place]).toEqual(['sheet Guests, row 2', 'sheet Guests, row 3'])
    expect(second?.note).toBe('Same email as users.xlsx, sheet Guests, row 2')
    const record = must(await engine.ask('mapping:record', { fileId: file?.id ?? 0, index: 1, mapping: null }))
    expect(record.columns[0]).toMatchObject({ path: 'Email', value: 'cleo@acme.example' })
    const path = join(engine.folder, 'report.html')
    must(await engine.internal('internal:report', { format: 'html', masked: false, path }))
    expect(readFileSync(path, 'utf8')).toContain('users.xlsx, sheet Guests, row 3')
  })

  test('in a database by its table and row, counted in that table', async () => {
    const engine = await startEngine()
    database(join(engine.folder, 'app.db'))
    expect(await placesOf(engine, 'app.db')).toEqual(['app.db, table people, row 1', 'app.db, table people, row 2'])
    const record = must(await engine.ask('mapping:record', { fileId: 1, index: 1, mapping: null }))
    expect(record.columns).toContainEqual(expect.objectContaining({ path: 'email', value: 'ben@acme.example' }))
  })

  test('in a dump of MongoDB by the number of its document', async () => {
    const users = [1, 2].map((n) => bsonOf({ email: `user${n}@acme.example`, password: madeUpBcrypt(n) }))
    const engine = await withFile('users.bson', Buffer.concat(users))
    expect(await placesOf(engine, 'users.bson')).toEqual(['users.bson, document 1', 'users.bson, document 2'])
  })

  test('in JSON without line breaks by the number of its entry, else by its line', async () => {
    const users = [1, 2].map((n) => ({ email: `user${n}@acme.example`, password: madeUpBcrypt(n) }))
    const minified = await withFile('users.json', JSON.stringify({ users: [...users, 'nobody'] }))
    expect(await placesOf(minified, 'users.json')).toEqual(['users.json, entry 1', 'users.json, entry 2'])
    const [file] = (await minified.settled()).files
    const skipped = minified.query('export:skipped-records', { fileId: file?.id ?? 0, skip: 0 })
    expect(skipped.skippedRecords.map(({ place }) => place)).toEqual(['entry 3'])
    const pretty = await withFile('users.json', JSON.stringify(users, null, 2))
    expect(await placesOf(pretty, 'users.json')).toEqual(['users.json, line 2', 'users.json, line 6'])
  })

  test('of records without a user under their reason, each reason once for all files', async () => {
    const engine = await withFile('users.json', JSON.stringify([{ email: 'ann@acme.example' }, 'nobody', 'no one']))
    await engine.add('users.json')
    writeFileSync(join(engine.folder, 'more.json'), JSON.stringify([{ email: 'bo@acme.example' }, 'nobody']))
    await engine.add('more.json')
    await engine.settled()
    const { reasons, others } = engine.query('export:skipped-reasons', {})
    const [first] = reasons
    if (first === undefined) throw new Error('no reason')
    const { places } = engine.query('export:skipped-places', { kind: first.kind, reason: first.reason })
    expect([reasons, others, places]).toEqual([
      [{ kind: 'unreadable', reason: expect.any(String), records: 3 }],
      0,
      ['users.json, entry 2', 'users.json, entry 3', 'more.json, entry 2'],
    ])
  })

  test('on the command line in the same words', async () => {
    const cwd = folderOf({ 'users.json': JSON.stringify([{ email: 'ann@acme.example' }, 'nobody']) })
    expect((await cli(['inspect', 'users.json'], { cwd })).out).toContain('users.json, entry 2  ')
    writeFileSync(join(cwd, 'users.json'), JSON.stringify([{ email: 'ann@acme.example' }, 'nobody'], null, 1))
    expect((await cli(['inspect', 'users.json'], { cwd })).out).toContain('users.json:5  ')
  })
})
