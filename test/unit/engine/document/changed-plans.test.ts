import { expect, test } from 'vitest'
import { outdatedPlans } from '../../../../electron/engine/document/plans/outdated-plans.ts'
import { planUsers } from '../../../../electron/engine/document/plans/plan-users.ts'
import { lateIndexes, lateIndexing } from '../../../../electron/engine/document/schema.ts'
import { getSetting, setSetting } from '../../../../electron/engine/document/settings.ts'
import { type Database, sql } from '../../../../electron/engine/document/sqlite.ts'
import { callsText, readStoredCalls } from '../../../../electron/engine/document/stored-calls.ts'
import { callKey } from '../../../../shared/planning/call-key.ts'
import { targetTable } from '../../../../electron/engine/document/targets.ts'
import { noChoices } from '../../../../shared/planning/choices.ts'
import { codeOf } from '../../../support/documents.ts'
import { liveTarget } from '../../../support/rounds.ts'
import { bcrypt, identity, rawScrypt, user } from '../../planning/made-users.ts'
import {
  choose,
  correct,
  outdateAll,
  plan,
  plansIn,
  read,
  send as sendReady,
  withDocument,
} from './planned-documents.ts'

/** Notes results of all calls of a user: those named as failed failed, the others are done. */
function send(database: Database, target: number, id: number, failed: readonly string[] = []): void {
  for (const call of readStoredCalls(callsText(database, id))) {
    const row = [target, id, callKey(call)] as const
    const state = failed.includes(call.kind) ? 'failed' : 'done'
    sql(
      database,
      'INSERT INTO call (target_id, user_id, key, kind, state, since, http_status) VALUES (?, ?, ?, ?, ?, 0, 400)',
    ).run(...row, call.kind, state)
    sql(
      database,
      "INSERT INTO attempt (target_id, user_id, key, operation, at, ms, outcome, message) VALUES (?, ?, ?, 'x', 0, 1, 'ok', '')",
    ).run(...row)
  }
  const progress =
    "INSERT INTO progress (target_id, user_id, state, failure, changed_at) VALUES (?, ?, 'failed', 'x', 0)"
  sql(database, progress).run(target, id)
}

/** A user at a target: its calls, the calls with requests, and its state. */
function resultsOf(database: Database, target: number, id: number): unknown[] {
  const all = (select: string) =>
    sql(database, `${select} WHERE target_id = ? AND user_id = ?`)
      .all(target, id)
      .map((row) => Object.values(row ?? {}).join(' '))
  return [
    all('SELECT kind, state FROM call'),
    all('SELECT (SELECT kind FROM call WHERE call.key = attempt.key AND call.user_id = attempt.user_id) FROM attempt'),
    all('SELECT state, failure FROM progress'),
  ]
}

test('of a user that was rehearsed and is planned again, done calls that stay the same are all that is left', async () => {
  await withDocument(async (document) => {
    const { database } = document
    const both = (name: string) =>
      user({
        email: `${name}@example.com`,
        hash: { hash: bcrypt },
        identities: [identity('google', name, { email: `${name}@google.example` })],
      })
    read(document, [both('ann'), user({ email: 'bob@example.com', hash: { hash: bcrypt } }), both('cem'), both('dan')])
    await plan(document)
    const { id: rehearsal } = targetTable.use(database, { ...liveTarget, kind: 'rehearsal' })
    for (const id of [1, 2, 3, 4]) send(database, rehearsal, id, id === 4 ? ['third-party'] : [])
    for (const id of [1, 2, 4]) correct(document, id, { email: `new${id}@example.com` })
    for (const id of [1, 2, 3, 4]) expect(outdatedPlans.planOne(database, id)).toBe(true)
    expect([1, 2, 3, 4].map((id) => resultsOf(database, rehearsal, id))).toEqual([
      [['third-party done'], ['third-party'], ['ready ']],
      [[], [], []],
      [['import done', 'third-party done'], ['import', 'third-party'], ['failed x']],
      [[], [], []],
    ])
  })
})

test.each([
  ['rehearsed', 'rehearsal', [[], [], []]],
  ['refused', 'live', [['import failed'], ['import'], ['ready ']]],
] as const)('users that were %s are found also where a decision plans all of them alike', async (_, kind, left) => {
  await withDocument(async (document) => {
    const { database } = document
    read(
      document,
      ['ann', 'bob'].map((name) => user({ email: `${name}@example.com`, hash: { hash: bcrypt } })),
    )
    await plan(document)
    const { id: target } = targetTable.use(database, { ...liveTarget, kind })
    for (const id of [1, 2]) send(database, target, id, ['import'])
    database.exec("UPDATE attempt SET outcome = 'connect'")
    await choose(document, { ...noChoices, families: { bcrypt: 'peppered' } })
    expect([1, 2].map((id) => resultsOf(database, target, id))).toEqual([left, left])
  })
})

test('a user that a live core refused may be sent again once it is planned otherwise, and none else', async () => {
  await withDocument(async (document) => {
    const { database } = document
    read(
      document,
      ['ann', 'bob', 'cem'].map((name) => user({ email: `${name}@example.com`, hash: { hash: bcrypt } })),
    )
    await plan(document)
    const { id: live } = targetTable.use(database, liveTarget)
    for (const id of [1, 2, 3]) send(database, live, id, ['import'])
    database.exec("UPDATE attempt SET outcome = 'connect'")
    correct(document, 1, { email: 'new@example.com' })
    correct(document, 3, { excluded: true })
    expect(outdatedPlans.planSome(database, [1, 2, 3])).toBe(3)
    expect([1, 2, 3].map((id) => resultsOf(database, live, id)[2])).toEqual([['ready '], ['failed x'], ['ready ']])
    // Its requests stay in the history.
    expect(resultsOf(database, live, 1)[0]).toEqual(['import failed'])
  })
})

test('users that are planned again are counted, columns of users are read anew, and one that is not there is none', async () => {
  await withDocument(async (document) => {
    const { database } = document
    read(document, [user({ email: 'ann@example.com' }), user({ email: 'bob@example.com' })])
    await plan(document)
    const version = getSetting(database, 'users-version') ?? 0
    expect([outdatedPlans.planOne(database, 9), outdatedPlans.planSome(database, [2, 9, 1])]).toEqual([false, 2])
    expect([getSetting(database, 'users-version'), getSetting(database, 'unmapped-fields')]).toEqual([version + 2, []])
  })
})

test('plans that were made in part follow from nothing that is noted of all', async () => {
  await withDocument(async (document) => {
    const { database } = document
    read(document, [user({ email: 'ann@example.com', hash: { hash: bcrypt } })])
    await plan(document)
    const noted = [getSetting(database, 'planned-with')]
    outdatedPlans.mark(database, 'all')
    noted.push(getSetting(database, 'planned-with'))
    setSetting(database, 'choices', { ...noChoices, families: { bcrypt: 'peppered' } })
    const stopping = new AbortController()
    const options = { signal: stopping.signal, judged: null, onProgress: () => stopping.abort() }
    const stopped = await planUsers(document, options)
    noted.push(getSetting(database, 'planned-with'))
    expect([codeOf(stopped), typeof noted[0], noted[1] === noted[0], noted[2]]).toEqual([
      'planning-stopped',
      'string',
      true,
      null,
    ])
  })
})

test('what planning finds of all users is noted, also of those that are planned twice for a second tenant', async () => {
  await withDocument(async (document) => {
    const { database } = document
    const of = (tenant: string, fields: Parameters<typeof user>[0]) =>
      user({ email: 'ann@example.com', tenants: [tenant], ...fields })
    read(document, [
      of('north', { hash: { hash: bcrypt } }),
      of('north', { identities: [identity('google', '1')] }),
      of('south', { email: 'bob@example.com', hash: { hash: rawScrypt, salt: 'bWFkZS11cC0xMA==' } }),
    ])
    await plan(document)
    const shared = "SELECT user_id AS id FROM finding WHERE code = 'same-email-elsewhere' ORDER BY user_id"
    expect(database.prepare(shared).all()).toEqual([{ id: 1 }, { id: 2 }])
    const names = ['source-providers', 'source-tenants', 'scrypt-hashes', 'several-tenants', 'plans-current'] as const
    expect(names.map((name) => getSetting(database, name))).toEqual([
      [{ source: 'google', users: 1 }],
      [
        { source: 'north', users: 2 },
        { source: 'south', users: 1 },
      ],
      true,
      true,
      true,
    ])
  })
})

test('planning makes the indexes that are missing, and takes one tenant of all users for that of the address', async () => {
  await withDocument(async (document) => {
    const { database } = document
    read(document, [user({ email: 'ann@example.com', hash: { hash: bcrypt }, tenants: ['north'] })])
    lateIndexing.drop(database)
    outdateAll(document)
    await plan(document)
    const missing = lateIndexes.filter(
      (text) => database.prepare('SELECT 1 FROM sqlite_schema WHERE sql = ?').get(text) === undefined,
    )
    const facts = (['several-tenants', 'plans-stale', 'plans-stale-by'] as const).map((key) =>
      getSetting(database, key),
    )
    expect([missing, facts, plansIn(document)[0]?.state]).toEqual([[], [undefined, false, 'all'], 'ready'])
  })
})

test('a decision that was taken while planning ended is still to be planned with', async () => {
  await withDocument(async (document) => {
    const { database } = document
    read(document, [user({ email: 'ann@example.com', hash: { hash: bcrypt } })])
    await plan(document)
    outdatedPlans.mark(database, ['country'])
    const options = { signal: AbortSignal.abort(), judged: null, onProgress: () => undefined }
    expect([codeOf(await planUsers(document, options)), getSetting(database, 'plans-stale')]).toEqual([
      'planning-stopped',
      true,
    ])
  })
})

test('an email that two users had is of note no more once one of them is excluded', async () => {
  await withDocument(async (document) => {
    const { database } = document
    read(document, [
      user({ email: 'ann@example.com', hash: { hash: bcrypt } }),
      user({ email: 'ann@example.com', identities: [identity('google', '1')] }),
    ])
    await plan(document)
    const noted = () => database.prepare("SELECT 1 FROM finding WHERE code = 'same-email-elsewhere'").all().length
    const before = noted()
    correct(document, 2, { excluded: true })
    outdateAll(document)
    await plan(document)
    expect([before, noted()]).toEqual([2, 0])
  })
})

test('a user that takes the address of one that was sent is a duplicate, also where it comes first', async () => {
  await withDocument(async (document) => {
    const [ann, bob] = ['ann', 'bob'].map((name) => user({ email: `${name}@example.com`, hash: { hash: bcrypt } }))
    read(
      document,
      [ann, bob, bob].flatMap((one) => one ?? []),
    )
    await plan(document)
    sendReady(document, [2])
    correct(document, 1, { email: 'bob@example.com' })
    outdateAll(document)
    await plan(document)
    expect(plansIn(document).map(({ state }) => state)).toEqual(['blocked', 'ready', 'blocked'])
  })
})

test('others get a turn after users were drafted, and after duplicates were judged', async () => {
  await withDocument(async (document) => {
    const ann = user({ email: 'ann@example.com', hash: { hash: bcrypt } })
    read(document, [ann, ann])
    await plan(document)
    outdateAll(document)
    let isPlanned = false
    let turns = 0
    const takeTurn = () => {
      turns += 1
      if (!isPlanned) setImmediate(takeTurn)
    }
    setImmediate(takeTurn)
    await plan(document)
    isPlanned = true
    expect(turns).toBe(2)
  })
})
