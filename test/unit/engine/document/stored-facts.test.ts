import { describe, expect, test } from 'vitest'
import { fileTable } from '../../../../electron/engine/document/files.ts'
import { withSnapshot } from '../../../../electron/engine/document/open-document.ts'
import { runTable } from '../../../../electron/engine/document/run-record.ts'
import { passStage, passTable, passResults, pendingChanges } from '../../../../electron/engine/document/passes.ts'
import { getSetting, setSetting } from '../../../../electron/engine/document/settings.ts'
import type { Database } from '../../../../electron/engine/document/sqlite.ts'
import { targetTable } from '../../../../electron/engine/document/targets.ts'
import { outdatedPlans } from '../../../../electron/engine/document/plans/outdated-plans.ts'
import { ok } from '../../../../shared/result.ts'
import { emptyDocument, must } from '../../../support/documents.ts'

const coreAt = (database: Database, host: string): number =>
  targetTable.use(database, {
    kind: 'live',
    base_url: `https://${host}`,
    name: host,
    dialect: 'documented',
    cdi_version: null,
    app_url: null,
    check_message: '',
  }).id

test.each(['none', 'gzip', 'zip', null] as const)(
  'a file that was packed as %s is read back as such',
  (compression) => {
    const { database } = emptyDocument()
    const id = fileTable.add(database, '/exports/users.csv', 'users.csv', 12)
    fileTable.change(database, id, { compression, format: 'csv', encoding: 'utf-8', records: 3 })
    expect(fileTable.get(database, id)).toMatchObject({
      compression,
      format: 'csv',
      encoding: 'utf-8',
      records: 3,
      size: 12,
    })
  },
)

test('all queries of a snapshot see one moment, whatever is written meanwhile', async () => {
  const { database, path } = emptyDocument()
  setSetting(database, 'document-id', 'before')
  const seen = must(
    await withSnapshot(path, async (reader) => {
      const first = getSetting(reader, 'document-id')
      setSetting(database, 'document-id', 'after')
      await Promise.resolve()
      return ok([first, getSetting(reader, 'document-id')])
    }),
  )
  expect([seen, getSetting(database, 'document-id')]).toEqual([['before', 'before'], 'after'])
})

describe('runs of one core', () => {
  const measured = { sendingMs: 100.4, calls: 5, retries: 1, p50: 7, p99: 9, stopped: null }

  test('add up, with the reply times of the last one that had replies', () => {
    const { database } = emptyDocument()
    const [one, two] = [coreAt(database, 'one.example.com'), coreAt(database, 'two.example.com')]
    expect(runTable.measures(database, one)).toMatchObject({ calls: 0, retries: 0, sendingMs: 0, p50: null, p99: null })
    runTable.record(database, one, 1000).end(1200, measured)
    runTable.record(database, one, 2000).end(2300, { ...measured, calls: 2, retries: 0, p50: 20, p99: 30 })
    runTable.record(database, one, 4000).end(4000, {
      sendingMs: 0,
      calls: 0,
      retries: 0,
      p50: null,
      p99: null,
      stopped: null,
    })
    runTable.record(database, two, 9000).end(9500, { ...measured, calls: 70, p50: 400, p99: 500 })
    expect(runTable.measures(database, one)).toEqual({
      calls: 7,
      retries: 1,
      sendingMs: 200,
      waitedMs: 300,
      pausedMs: 2500,
      p50: 20,
      p99: 30,
    })
    expect([runTable.lastEnd(database, one), runTable.lastEnd(database, two)]).toEqual([4000, 9500])
    // Without a core nothing was measured, whatever other cores have.
    expect(runTable.measures(database, null)).toMatchObject({ calls: 0, p50: null })
  })

  test('that are under way have no end, and keep what was counted so far', () => {
    const { database } = emptyDocument()
    const core = coreAt(database, 'one.example.com')
    expect(runTable.lastEnd(database, core)).toBeNull()
    runTable.record(database, core, 1000).save({ sendingMs: 49.6, calls: 3, retries: 2 })
    expect(runTable.lastEnd(database, core)).toBeNull()
    expect(runTable.measures(database, core)).toMatchObject({ calls: 3, retries: 2, sendingMs: 50, waitedMs: 0 })
  })
})

describe('outdated plans', () => {
  const state = (database: Database) => [
    getSetting(database, 'plans-stale'),
    getSetting(database, 'plans-stale-by'),
    getSetting(database, 'plans-current'),
  ]

  test('name every decision that changed since they were made, each once', () => {
    const { database } = emptyDocument()
    outdatedPlans.setFresh(database)
    setSetting(database, 'plans-current', true)
    outdatedPlans.mark(database, ['disabled'])
    outdatedPlans.mark(database, ['country', 'disabled'])
    expect(state(database)).toEqual([true, ['disabled', 'country'], false])
  })

  test('are all outdated once anything may have changed, and stay so', () => {
    const { database } = emptyDocument()
    outdatedPlans.setFresh(database)
    outdatedPlans.mark(database, ['disabled'])
    outdatedPlans.mark(database, 'all')
    outdatedPlans.mark(database, ['country'])
    expect(state(database)).toEqual([true, 'all', false])
  })

  test('begin anew with the next decision after they were made', () => {
    const { database } = emptyDocument()
    outdatedPlans.mark(database, ['disabled'])
    outdatedPlans.setFresh(database)
    expect(getSetting(database, 'plans-stale')).toBe(false)
    outdatedPlans.mark(database, ['country'])
    expect(state(database)).toEqual([true, ['country'], false])
  })
})

describe('a pass of a followed source', () => {
  const change = (userId: number, passId: number, state: 'sending' | 'held') => ({ userId, passId, state, there: [] })

  test('is open until it ends, and keeps its times in order where a clock was set back', () => {
    const { database } = emptyDocument()
    const core = coreAt(database, 'one.example.com')
    const pass = passTable.add(database, core, { kind: 'whole', isCutOver: false, now: 1000 })
    expect(passTable.open(database, core)?.id).toBe(pass)
    passTable.change(database, pass, { readAt: 2000, writtenAt: 500, listed: 7 })
    passTable.change(database, pass, { unreadable: 1 })
    passTable.end(database, pass, 900, null)
    expect(passTable.open(database, core)).toBeUndefined()
    expect(passTable.list(database, core)).toEqual([
      expect.objectContaining({
        id: pass,
        state: 'done',
        isCutOver: false,
        begunAt: 1000,
        readAt: 2000,
        writtenAt: 1001,
        endedAt: 1000,
        listed: 7,
        unreadable: 1,
        problem: null,
      }),
    ])
  })

  test('that could not be made to its end says why, and may become the last one', () => {
    const { database } = emptyDocument()
    const core = coreAt(database, 'one.example.com')
    const pass = passTable.add(database, core, { kind: 'incremental', isCutOver: false, now: 1000 })
    passTable.change(database, pass, { kind: 'whole', isCutOver: true })
    passTable.end(database, pass, 2000, 'The source did not answer.')
    expect(passTable.list(database, core)).toEqual([
      expect.objectContaining({
        kind: 'whole',
        state: 'stopped',
        isCutOver: true,
        problem: 'The source did not answer.',
      }),
    ])
    expect(passTable.list(database, coreAt(database, 'two.example.com'))).toEqual([])
  })

  test('has one pending change of a user at a time, until it is in the core', () => {
    const { database } = emptyDocument()
    database.exec('PRAGMA foreign_keys = OFF')
    pendingChanges.set(database, change(1, 1, 'held'))
    pendingChanges.set(database, change(2, 1, 'sending'))
    pendingChanges.set(database, change(1, 2, 'sending'))
    expect([pendingChanges.list(database, 'sending'), pendingChanges.list(database, 'held')]).toEqual([[1, 2], []])
    expect(pendingChanges.of(database, 1)).toEqual(change(1, 2, 'sending'))
    pendingChanges.remove(database, 1)
    expect([pendingChanges.of(database, 1), pendingChanges.list(database, 'sending')]).toEqual([null, [2]])
  })

  test('is the last one from its beginning, or no more', () => {
    const { database } = emptyDocument()
    const core = coreAt(database, 'one.example.com')
    const pass = passTable.add(database, core, { kind: 'incremental', isCutOver: true, now: 1000 })
    const isLast = () => passTable.list(database, core).map(({ kind, isCutOver }) => [kind, isCutOver])
    const found = [isLast()]
    for (const isCutOver of [false, true]) {
      passTable.change(database, pass, { isCutOver })
      passTable.change(database, pass, { listed: 1 })
      found.push(isLast())
    }
    expect(found).toEqual([true, false, true].map((last) => [['incremental', last]]))
  })

  test('keeps the calls that a user with a pending change has in the core', () => {
    const { database } = emptyDocument()
    database.exec('PRAGMA foreign_keys = OFF')
    const made = {
      key: 'k',
      coreUserId: 'c1',
      recipeUserId: null,
      created: 1,
      existed: 0,
      provenance: null,
      isForeign: false,
    }
    const there = (['a', 'b'] as const).map((name) => ({
      call: { kind: 'verify-email', email: `${name}@example.com` } as const,
      made,
    }))
    pendingChanges.set(database, { ...change(1, 1, 'held'), there })
    expect(pendingChanges.of(database, 1)).toEqual({ ...change(1, 1, 'held'), there })
  })

  test('stages one record of a key, and says where another one differs', () => {
    const { database } = emptyDocument()
    const record = (source: string) => ({
      user_id: null,
      line: 1,
      byte: 0,
      source_id: 'u1',
      email: null,
      phone: null,
      source,
    })
    expect([
      passStage.add(database, 'a', record('{}')),
      passStage.add(database, 'a', record('{}')),
      passStage.add(database, 'a', record('{"phone":"1"}')),
      passStage.add(database, 'b', record('{}')),
    ]).toEqual(['staged', 'repeated', 'contradicted', 'staged'])
    const staged = (after = 0, limit = 9) => passStage.after(database, after, limit).map(({ source }) => source)
    expect([staged(), staged(0, 1).length, staged(1).length]).toEqual([['{}', '{}'], 1, 1])
    passStage.remove(database, 'a')
    expect(staged()).toEqual(['{}'])
    passStage.clear(database)
    expect(staged()).toEqual([])
  })

  test('finds a user gone until it returns', () => {
    const { database } = emptyDocument()
    database.exec('PRAGMA foreign_keys = OFF')
    for (const user of [1, 2]) passResults.note(database, 1, user, 'gone', 'listed')
    passResults.note(database, 1, 3, 'gone', 'sent')
    passResults.noteReturned(database, 1)
    expect([passResults.listGone(database), passResults.listAbsent(database)]).toEqual([[2], [2, 3]])
  })

  test.each([
    ['sent', ['gone waiting', 'new sent', 'password held', 'profile sent']],
    ['superseded', ['gone waiting', 'new waiting', 'password superseded', 'profile superseded']],
  ] as const)('whose changes of a user are %s leaves those that have another end', (state, expected) => {
    const { database } = emptyDocument()
    database.exec('PRAGMA foreign_keys = OFF')
    passResults.note(database, 1, 1, 'gone', 'waiting')
    passResults.note(database, 1, 1, 'new', 'waiting')
    passResults.note(database, 1, 1, 'password', 'held')
    passResults.note(database, 1, 1, 'profile', 'failed')
    passResults.settle(database, 1, state)
    const rows = database.prepare("SELECT change || ' ' || state AS text FROM pass_user ORDER BY change").all()
    expect(rows).toEqual(expected.map((text) => ({ text })))
  })
})
