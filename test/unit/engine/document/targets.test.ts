import * as z from 'zod'
import { expect, test } from 'vitest'
import { setSetting, getSetting } from '../../../../electron/engine/document/settings.ts'
import { allRows, oneNumber, sql } from '../../../../electron/engine/document/sqlite.ts'
import { targetTable } from '../../../../electron/engine/document/targets.ts'
import { liveTarget } from '../../../support/rounds.ts'
import { withDocument } from './planned-documents.ts'

test.each([
  ['above its own', 'https://core.example.com/appid-shop', true],
  ['of another host', 'https://other.example.com', false],
  ['that only begins alike', 'https://core.example.com/appid-sh', false],
])('a document may name an address of the app %s', async (_, app, isTaken) => {
  await withDocument(({ database }) => {
    targetTable.use(database, {
      kind: 'live',
      base_url: 'https://core.example.com/appid-shop/tenant',
      name: 'Bank',
      dialect: 'supertokens',
      cdi_version: null,
      app_url: app,
      check_message: '',
    })
    const target = targetTable.current(database)
    expect([target?.app_url, target?.name]).toEqual([isTaken ? app : null, 'core.example.com/appid-shop/tenant'])
    return Promise.resolve()
  })
})

test('a live core is known by its address until it is moved, and a rehearsal has one core at any address', async () => {
  await withDocument(({ database }) => {
    expect(targetTable.current(database)).toBeUndefined()
    const live = targetTable.use(database, liveTarget)
    const rehearsal = targetTable.use(database, { ...liveTarget, kind: 'rehearsal', base_url: 'http://127.0.0.1:3567' })
    const again = targetTable.use(database, { ...liveTarget, kind: 'rehearsal', base_url: 'http://127.0.0.1:4567' })
    const known = targetTable.use(database, { ...liveTarget, dialect: 'supertokens', check_message: 'reached' })
    const other = targetTable.use(database, { ...liveTarget, base_url: 'https://other.example.com' })
    targetTable.move(database, live.id, 'https://new.example.com', 'new')
    expect([again.id === rehearsal.id, known.id === live.id, targetTable.current(database)?.id]).toEqual([
      true,
      true,
      other.id,
    ])
    expect(targetTable.list(database).map((one) => [one.name, one.base_url, one.dialect, one.check_message])).toEqual([
      ['new.example.com', 'https://new.example.com', 'supertokens', 'reached'],
      ['Rehearsal core', 'http://127.0.0.1:4567', 'documented', ''],
      ['other.example.com', 'https://other.example.com', 'documented', ''],
    ])
    setSetting(database, 'current-target', null)
    expect(targetTable.current(database)).toBeUndefined()
    targetTable.move(database, live.id, 'no address', 'x')
    expect(() => targetTable.list(database)).toThrow('no address of a core')
    return Promise.resolve()
  })
})

test('a rehearsal that begins afresh loses its own curve and the record of its runs, and no other one', async () => {
  await withDocument(({ database }) => {
    setSetting(
      database,
      'samples',
      [1, 2].map((target) => ({ target, samples: [] })),
    )
    const run = { user: 'ann', machine: 'laptop', version: '1', concurrency: 4, maxRate: null, scope: 'all' }
    setSetting(database, 'run-audit', [
      { ...run, run: 1, target: 1 },
      { ...run, run: 2, target: 2 },
    ])
    targetTable.clear(database, 1)
    expect(getSetting(database, 'samples')).toEqual([{ target: 2, samples: [] }])
    expect(getSetting(database, 'run-audit')).toEqual([{ ...run, run: 2, target: 2 }])
    return Promise.resolve()
  })
})

test('a rehearsal that begins afresh loses all that happened there, and nothing of another core', async () => {
  await withDocument(({ database }) => {
    const row = z.object({ name: z.string() })
    const tables = allRows(row, sql(database, "SELECT name FROM sqlite_schema WHERE type = 'table'"))
    const columns = (table: string) => allRows(row, sql(database, 'SELECT name FROM pragma_table_info(?)'), table)
    // Passes are of live cores only: a rehearsal cannot be followed.
    const ofTargets = tables
      .map(({ name }) => name)
      .filter((table) => table !== 'pass' && columns(table).some(({ name }) => name === 'target_id'))
    database.exec('PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON')
    for (const table of ofTargets) {
      const names = columns(table).map(({ name }) => name)
      const insert = database.prepare(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      )
      for (const target of [1, 2]) insert.run(...names.map(() => target))
    }
    targetTable.clear(database, 1)
    const left = (table: string) =>
      [1, 2].map((target) => oneNumber(sql(database, `SELECT count(*) AS n FROM ${table} WHERE target_id = ?`), target))
    expect(Object.fromEntries(ofTargets.map((table) => [table, left(table)]))).toEqual(
      Object.fromEntries(
        ['progress', 'call', 'attempt', 'run', 'post_run', 'bulk_batch', 'bulk_row'].map((table) => [table, [0, 1]]),
      ),
    )
    return Promise.resolve()
  })
})
