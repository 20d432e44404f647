import { existsSync, readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createByteDigest, digestFile } from '../../../../electron/engine/reading/same-file.ts'
import { openExport } from '../../../../electron/engine/reading/open-export.ts'
import { collectClosed, sqliteDriver } from '../../../../electron/engine/sqlite-driver.ts'
import { collect, fileWith, linesOf, valuesOf } from './support.ts'

/** "UMA1", by which SQLite knows a migration of this app. */
const applicationId = 0x554d4131

/** A database made by these statements; answers its path. */
function databaseWith(sql: string): string {
  const { path, close } = openDatabaseWith(sql)
  close()
  return path
}

/** The same, still open: what is dropped without being closed is closed by the garbage collector, at any moment. */
function openDatabaseWith(sql: string): { readonly path: string; readonly close: () => void } {
  const path = fileWith('')
  const database = sqliteDriver().open(path, false, 'unguarded')
  database.exec(sql)
  return { path, close: () => database.close() }
}

async function opened(path: string) {
  const result = await openExport(path)
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

const users = `CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT, password_hash TEXT);
  INSERT INTO users VALUES (1, 'ann@acme.example', 'x'), (2, 'ben@acme.example', NULL);`

describe('an SQLite database', () => {
  it('with more tables than are looked at is refused, because users could be in those that are not', async () => {
    const others = Array.from({ length: 2001 }, (_, number) => `CREATE TABLE t${number} (a);`)
    expect(await openExport(databaseWith(`BEGIN; ${others.join('')} ${users} COMMIT`))).toMatchObject({
      ok: false,
      error: { code: 'file-unreadable', message: expect.stringContaining('2,000 tables') as unknown },
    })
  })

  it('gives the rows of its tables, counted in each', async () => {
    const source = await opened(databaseWith(`${users} CREATE TABLE roles (name); INSERT INTO roles VALUES ('admin');`))
    expect([source.format, source.tables?.map(({ name, columns }) => [name, columns])]).toEqual([
      'sqlite',
      [
        ['users', ['id', 'email', 'password_hash']],
        ['roles', ['name']],
      ],
    ])
    const records = await collect(source.batches())
    expect(linesOf(records)).toEqual([
      [1, { id: 1, email: 'ann@acme.example', password_hash: 'x' }],
      [2, { id: 2, email: 'ben@acme.example', password_hash: null }],
      [1, { name: 'admin' }],
    ])
    expect(await source.recordAt(2)).toEqual({ id: 2, email: 'ben@acme.example', password_hash: null })
    expect(await source.recordAt(3)).toEqual({ name: 'admin' })
    expect(await source.recordAt(4)).toBeNull()
    expect(linesOf(await collect(source.batches((table) => table === 'roles')))).toEqual([[1, { name: 'admin' }]])
  })

  it('keeps integers of any size, text in bytes, and bytes that are none', async () => {
    const source = await opened(
      databaseWith(
        "CREATE TABLE t (a, b, c, d, e); INSERT INTO t VALUES (9007199254740993, 1.5, x'616e6e', x'00ff', zeroblob(300))",
      ),
    )
    expect(valuesOf(await collect(source.batches()))).toEqual([
      { a: '9007199254740993', b: 1.5, c: 'ann', d: '0x00ff', e: '(300 bytes)' },
    ])
  })

  it('is read without a primary key, without row ids, and with any names', async () => {
    const source = await opened(
      databaseWith(
        `CREATE TABLE "my ""users""; DROP TABLE x" ("e-mail" TEXT, "__proto__" TEXT);
         INSERT INTO "my ""users""; DROP TABLE x" VALUES ('a@x.org', 'p');
         CREATE TABLE w (id TEXT PRIMARY KEY) WITHOUT ROWID; INSERT INTO w VALUES ('b');`,
      ),
    )
    expect(valuesOf(await collect(source.batches()))).toEqual([
      { 'e-mail': 'a@x.org', '(__proto__)': 'p' },
      { id: 'b' },
    ])
  })

  it('is read to its end while the garbage collector works', async () => {
    const rows = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 12000) SELECT i FROM n'
    const tables = ['a', 'b', 'c'].map((name) => `CREATE TABLE ${name} AS ${rows};`).join(' ')
    const source = await opened(databaseWith(tables))
    let read = 0
    for await (const batch of source.batches()) {
      read += batch.length
      // In the middle of each table: the packaged driver drops a statement as soon as it is unreferenced.
      if (read % 12_000 === 6000) await collectClosed()
    }
    expect(read).toBe(36_000)
  })

  it('is neither changed nor locked, and nothing is written beside it', async () => {
    const path = databaseWith(`PRAGMA journal_mode = WAL; ${users}`)
    utimesSync(path, 1_700_000_000, 1_700_000_000)
    const before = readFileSync(path)
    const source = await opened(path)
    const reading = source.batches()[Symbol.asyncIterator]()
    await reading.next()
    const writer = sqliteDriver().open(path, false, 'unguarded')
    writer.exec('BEGIN EXCLUSIVE; ROLLBACK')
    writer.close()
    await reading.return?.()
    await source.recordAt(1)
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(statSync(path).mtimeMs).toBe(1_700_000_000_000)
    const beside = readdirSync(dirname(path)).filter((name) => name.startsWith(`${basename(path)}-`))
    expect(beside).toEqual([])
  })

  it('is told from one whose newest changes are beside it', async () => {
    const { path, close } = openDatabaseWith(`PRAGMA journal_mode = WAL; ${users}`)
    expect(existsSync(`${path}-wal`)).toBe(true)
    const result = await openExport(path)
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'file-unreadable', message: expect.stringContaining('in use') },
    })
    close()
    const other = databaseWith(users)
    writeFileSync(`${other}-journal`, 'x')
    expect(await openExport(other)).toMatchObject({ ok: false, error: { code: 'file-unreadable' } })
  })

  it('runs nothing of a hostile schema: views, triggers, virtual tables and computed columns', async () => {
    const source = await opened(
      databaseWith(`${users}
        CREATE VIEW v AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT * FROM n;
        CREATE TRIGGER g AFTER INSERT ON users BEGIN DELETE FROM users; END;
        CREATE VIRTUAL TABLE f USING fts5(body); INSERT INTO f VALUES ('x');
        CREATE TABLE c (id, much TEXT GENERATED ALWAYS AS (hex(zeroblob(40000000))) VIRTUAL, twice GENERATED ALWAYS AS (id || id) STORED);
        INSERT INTO c (id) VALUES (7);`),
    )
    expect(source.tables?.map(({ name }) => name)).toEqual(['users', 'c'])
    expect(valuesOf(await collect(source.batches()))).toEqual([
      expect.objectContaining({ id: 1 }),
      expect.objectContaining({ id: 2 }),
      { id: 7, twice: '77' },
    ])
  })

  it('is refused with a sentence when it is a migration, is packed, is damaged or is empty', async () => {
    const refusal = async (content: string | Buffer) => {
      const result = await openExport(fileWith(content))
      return result.ok ? 'opened' : result.error.message
    }
    expect(await refusal(readFileSync(databaseWith(`PRAGMA application_id = ${applicationId}; ${users}`)))).toMatch(
      /^This is a migration of this app/,
    )
    const whole = readFileSync(databaseWith(users))
    expect(await refusal(whole.subarray(0, 4096))).toMatch(/^This SQLite database is damaged/)
    expect(await refusal(whole.subarray(0, 60))).toMatch(/^This SQLite database is damaged/)
    expect(await refusal(readFileSync(databaseWith('CREATE TABLE users (id)')))).toMatch(/^This file has no records/)
  })

  it('says where a row cannot be read, and gives those before it', async () => {
    // A long value continues in overflow pages, each of which begins with the number of the next one.
    const path = databaseWith(`${users} INSERT INTO users VALUES (3, 'cleo@acme.example', hex(zeroblob(20000)))`)
    const content = readFileSync(path)
    content.fill(0xff, 4096 * 2, 4096 * 2 + 4)
    expect(linesOf(await collect((await opened(fileWith(content))).batches()))).toEqual([
      [1, { id: 1, email: 'ann@acme.example', password_hash: 'x' }],
      [2, { id: 2, email: 'ben@acme.example', password_hash: null }],
      [3, 'The database is damaged here: its rows f'],
    ])
  })

  it('has the digest of its bytes, taken while it is read', async () => {
    const path = databaseWith(users)
    const digest = createByteDigest(path)
    await collect((await opened(path)).batches(undefined, digest))
    expect(digest.bytes()).toBe(statSync(path).size)
    expect(await digest.end()).toEqual({ digest: expectOk(await digestFile(path)), bytes: statSync(path).size })
  })
})

function expectOk(result: Awaited<ReturnType<typeof digestFile>>): string {
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}
