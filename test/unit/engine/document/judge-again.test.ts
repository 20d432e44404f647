import { expect, test } from 'vitest'
import { outdatedPlans } from '../../../../electron/engine/document/plans/outdated-plans.ts'
import {
  hasSameClaims,
  hasSameOwn,
  isJudged,
  readStoredUsers,
} from '../../../../electron/engine/document/plans/stored-users.ts'
import { planUsers } from '../../../../electron/engine/document/plans/plan-users.ts'
import { getSetting, setSetting } from '../../../../electron/engine/document/settings.ts'
import { unmappedFields } from '../../../../electron/engine/document/source-facts.ts'
import type { Database } from '../../../../electron/engine/document/sqlite.ts'
import { unplanned } from '../../../../electron/engine/import-pipeline/plan-columns.ts'
import { noChoices, type Choices } from '../../../../shared/planning/choices.ts'
import { identity, user } from '../../planning/made-users.ts'
import { codeOf } from '../../../support/documents.ts'
import { keepUser } from '../../../support/planned-users.ts'
import { choose, plan, plansIn, read, withDocument } from './planned-documents.ts'

const named = (name: string): Choices => ({ ...noChoices, providers: { corporate: { kind: 'name', name } } })

test('a duplicate that another decision gives a login of its own goes before a later user with the same login', async () => {
  const login = (provider: string) => user({ email: 'ann@example.com', identities: [identity(provider, '1')] })
  await withDocument(async (document) => {
    setSetting(document.database, 'choices', named('google'))
    read(document, [login('google'), login('corporate'), login('github')])
    await plan(document)
    const states = () => plansIn(document).map(({ state }) => state)
    const before = states()
    await choose(document, named('github'))
    expect([before, states()]).toEqual([
      ['ready', 'blocked', 'ready'],
      ['ready', 'ready', 'blocked'],
    ])
  })
})

test('plans are not said to be current once planning has begun again and was stopped', async () => {
  await withDocument(async (document) => {
    const isCurrent = () => getSetting(document.database, 'plans-current')
    read(document, [user({ email: 'ann@example.com' })])
    await plan(document)
    const before = isCurrent()
    const stopped = await planUsers(document, {
      signal: AbortSignal.abort(),
      judged: null,
      onProgress: () => undefined,
    })
    expect([before, codeOf(stopped), isCurrent()]).toEqual([true, 'planning-stopped', false])
    await plan(document)
    expect(isCurrent()).toBe(true)
  })
})

test('a field that nothing reads is off the list once its last user was corrected', async () => {
  await withDocument(async (document) => {
    const { database } = document
    read(document, [user({ email: 'ann@example.com' })])
    await plan(document)
    setSetting(database, 'unmapped-fields', [
      { file: 1, code: 'unmapped-phone', field: 'handset', users: 1, blocked: 1 },
    ])
    outdatedPlans.planOne(database, 1)
    expect(unmappedFields(database)).toEqual([])
  })
})

test('the claims of a user are compared as the document has them, whatever characters they hold', async () => {
  const keys = ["import:o'brien@example.com", 'import:ann@example.com', "third-party:google:''", 'third-party:google:']
  const claims = keys.map((key, at) => ({ key, isOwner: at % 2 === 0 }))
  await withDocument(async (document) => {
    const { database } = document
    read(document, [user({ email: 'ann@example.com' })])
    database.exec('DELETE FROM identifier')
    const insert = database.prepare('INSERT INTO identifier (user_id, key, is_owner) VALUES (1, ?, ?)')
    for (const { key, isOwner } of claims) insert.run(key, isOwner ? 1 : 0)
    const [stored] = readStoredUsers(database, { from: 'user', id: 'user.id' }, 0, 10)
    const others = claims.map(({ key, isOwner }, at) => ({ key, isOwner: at === 0 ? !isOwner : isOwner }))
    expect(
      [claims, claims.toReversed(), claims.slice(1), others].map(
        (some) => stored !== undefined && hasSameClaims(stored, { claims: some, passwordClaim: 0 }),
      ),
    ).toEqual([true, true, false, false])
  })
})

test('users whose texts hold the character between joined texts are read one by one, each as it is stored', async () => {
  await withDocument(async (document) => {
    const { database } = document
    read(
      document,
      ['ann', 'bob', 'cem'].map((name) => user({ email: `${name}@example.com` })),
    )
    await plan(document)
    const readAll = () => readStoredUsers(database, { from: 'user', id: 'user.id' }, 0, 10)
    const together = readAll()
    database.exec('UPDATE user_text SET source = source || char(31) WHERE user_id = 2')
    const apart = readAll()
    const parts = (users: typeof apart) =>
      users.map(({ id, plan: stored, claims }) => [id, stored.email, claims.length])
    expect([parts(apart), apart[0], apart[2]]).toEqual([parts(together), together[0], together[2]])
    expect(parts(apart).map(([id]) => id)).toEqual([1, 2, 3])
  })
})

const everyUser = { from: 'user', id: 'user.id' }

test('users are read one by one up to the limit where one of them cannot be told apart, also by its email', async () => {
  await withDocument(async ({ database }) => {
    for (const id of [1, 2, 3, 4]) keepUser(database, { id, email: `u${id}@example.com`, calls: [] })
    const ids = (limit: number) => readStoredUsers(database, everyUser, 0, limit).map(({ id }) => id)
    database.exec("UPDATE user_text SET calls = ''; UPDATE user SET email = 'a' || char(31) || 'b' WHERE id = 2")
    const stored = readStoredUsers(database, everyUser, 1, 2)
    expect([ids(1), ids(2), ids(3), ids(9), stored.map(({ plan: { email } }) => email)]).toEqual([
      [1],
      [1, 2],
      [1, 2, 3],
      [1, 2, 3, 4],
      ['a\u001fb', 'u3@example.com'],
    ])
    expect(readStoredUsers(database, everyUser, 4, 9)).toEqual([])
  })
})

/** A document whose driver refuses the texts of more users than this. */
function refusing(database: Database, most: number): Database {
  return {
    ...database,
    prepare: (text) => {
      const statement = database.prepare(text)
      const get: typeof statement.get = (...values) => {
        if (text.includes('group_concat') && Number(values.at(-1)) > most) throw new Error('string or blob too big')
        return statement.get(...values)
      }
      return { ...statement, get }
    },
  }
}

test('users whose texts are too long together are read one by one; an error about one of them is thrown', async () => {
  await withDocument(async ({ database }) => {
    for (const id of [1, 2]) keepUser(database, { id })
    const together = readStoredUsers(database, everyUser, 0, 9)
    expect([together.length, readStoredUsers(refusing(database, 1), everyUser, 0, 9)]).toEqual([2, together])
    expect(() => readStoredUsers(refusing(database, 0), everyUser, 0, 9)).toThrow('too big')
  })
})

test('a stored plan is known with its findings, and any other value of its own is another plan', async () => {
  await withDocument(async ({ database }) => {
    for (const id of [1, 9]) keepUser(database, { id, email: 'a@example.com' })
    database.exec(`UPDATE user SET phone = '+1', summary = 's' WHERE id = 1;
      INSERT INTO user_finding VALUES (1, 'disabled', 'g', 1, 'd'), (1, 'same-email-elsewhere', '', 0, '');
      INSERT INTO identifier VALUES (1, 'k', 1)`)
    const [stored, bare] = readStoredUsers(database, everyUser, 0, 9)
    if (stored === undefined || bare === undefined) throw new Error('two users')
    expect([stored.plan, bare.plan]).toMatchObject([
      { claims: 1, findings: 1, phone: '+1', summary: 's', calls: '[]' },
      { claims: 0, findings: 0, phone: null, summary: null },
    ])
    expect([stored.findings.length, stored.claims.length, bare.findings, bare.claims]).toEqual([1, 1, [], []])
    const finding = { code: 'disabled', group: 'g', blocks: true, detail: 'd' } as const
    const values = { ...unplanned, email: 'a@example.com', phone: '+1', summary: 's', calls: '[]' }
    const same = { ...values, ownFindings: [finding] }
    const others = [
      { ...same, email: 'b@example.com' },
      { ...same, phone: null },
      { ...same, summary: null },
      { ...same, calls: '' },
      values,
      ...[{ code: 'duplicate' } as const, { group: '' }, { blocks: false }, { detail: '' }].map((change) => ({
        ...values,
        ownFindings: [{ ...finding, ...change }],
      })),
    ]
    expect([hasSameOwn(stored, same), others.map((other) => hasSameOwn(stored, other))]).toEqual([
      true,
      others.map(() => false),
    ])
    const twin = { ...stored, findings: [{ user_id: 1, code: 'duplicate', group_key: '', blocks: 1, detail: '' }] }
    expect([isJudged(stored), isJudged(twin)]).toEqual([false, true])
  })
})
