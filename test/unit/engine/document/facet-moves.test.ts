import { expect, test } from 'vitest'
import { withFacet } from '../../../../electron/engine/document/facets.ts'
import type { Document } from '../../../../electron/engine/document/open-document.ts'
import { outdatedPlans } from '../../../../electron/engine/document/plans/outdated-plans.ts'
import { planUsers } from '../../../../electron/engine/document/plans/plan-users.ts'
import { readStoredUsers } from '../../../../electron/engine/document/plans/stored-users.ts'
import { getSetting, setSetting } from '../../../../electron/engine/document/settings.ts'
import { type Choices, noChoices } from '../../../../shared/planning/choices.ts'
import { must } from '../../../support/documents.ts'
import { bcrypt, identity, user } from '../../planning/made-users.ts'
import { choose, correct, moveTo, plan, plansIn, read, send, withDocument, written } from './planned-documents.ts'

const peppered: Choices = { ...noChoices, families: { bcrypt: 'peppered' } }
const people = (count: number) =>
  Array.from({ length: count }, (_, at) => user({ email: `user${at}@example.com`, hash: { hash: bcrypt } }))

const facetsOf = ({ database }: Document) =>
  database.prepare(`SELECT facet_id, plan_state, password_claim FROM user ${withFacet} ORDER BY user.id`).all()

test('where all users of a facet are planned alike, the facet becomes another one and no user is written', async () => {
  await withDocument(async (document) => {
    const { database } = document
    read(document, people(5))
    await plan(document)
    const [before] = facetsOf(document) as { facet_id: number }[]
    const version = getSetting(database, 'users-version') ?? 0
    await choose(document, peppered)
    const one = { facet_id: before?.facet_id, plan_state: 'blocked', password_claim: 0 }
    expect(facetsOf(document)).toEqual(Array.from({ length: 5 }, () => one))
    expect(
      database.prepare('SELECT count(*) AS n FROM facet_finding WHERE facet_id = ?').get(one.facet_id ?? 0),
    ).toEqual(
      database.prepare('SELECT json_array_length(findings) AS n FROM facet WHERE id = ?').get(one.facet_id ?? 0),
    )
    // Readers know facets by their IDs, so they have to read them again.
    expect(getSetting(database, 'users-version') ?? 0).toBeGreaterThan(version + 1)
    await choose(document, noChoices)
    expect(facetsOf(document)).toEqual(
      Array.from({ length: 5 }, () => ({ ...one, plan_state: 'ready', password_claim: 1 })),
    )
  })
})

test('one user shows what all users like it are planned as, but for those with a correction or finding of their own', async () => {
  await withDocument(async (document) => {
    const { database } = document
    const again = user({ email: 'user0@example.com', hash: { hash: bcrypt } })
    const odd = user({ email: 'ann@intranet', hash: { hash: bcrypt } })
    const fromGoogle = user({ email: 'bob@example.com', identities: [identity('google', '1')] })
    read(document, [...people(6), again, odd, fromGoogle])
    await plan(document)
    const corrections = [
      [2, { excluded: true }],
      [3, { email: 'new@example.com' }],
    ] as const
    for (const [id, correction] of corrections) {
      correct(document, id, correction)
      outdatedPlans.planOne(database, id)
    }
    // To read one of these users is an error.
    const broken = database.prepare("UPDATE user_text SET source = 'broken ' || source WHERE user_id = ?")
    for (const id of [4, 5, 6, 9]) broken.run(id)
    await choose(document, peppered)
    const states = (): string[] =>
      (facetsOf(document) as { plan_state: string; password_claim: number }[]).map(
        ({ plan_state, password_claim }) => `${plan_state} ${password_claim}`,
      )
    const refused = 'blocked 0'
    expect(states()).toEqual([refused, 'excluded 0', ...Array.from({ length: 6 }, () => refused), 'ready 0'])
    await choose(document, noChoices)
    const isReady = 'ready 1'
    expect(states()).toEqual([
      isReady,
      'excluded 0',
      ...Array.from({ length: 4 }, () => isReady),
      'blocked 2',
      isReady,
      'ready 0',
    ])
    database.exec("UPDATE user_text SET source = replace(source, 'broken ', '')")
    const before = written(document)
    await choose(document, noChoices, 'all')
    expect(written(document)).toEqual(before)
  })
})

test('a user that was sent keeps its facet, also where all others leave it', async () => {
  await withDocument(async (document) => {
    read(document, people(5))
    await plan(document)
    send(document, [3])
    await choose(document, peppered)
    expect(plansIn(document).map(({ state }) => state)).toEqual(['blocked', 'blocked', 'ready', 'blocked', 'blocked'])
  })
})

test('facets may become what others were, and join those that are there', async () => {
  const made = [
    ...people(3),
    user({ email: 'ann@example.com' }),
    user({ email: 'bob@example.com', emailVerified: true }),
  ]
  const written = async (steps: (document: Document) => Promise<void>) => {
    let plans: unknown = null
    await withDocument(async (document) => {
      read(document, made)
      await plan(document)
      await steps(document)
      plans = plansIn(document)
    })
    return plans
  }
  const core = { accountLinking: true, totp: true, roles: [], tenants: ['public'], ownTenant: 'public' }
  const there = await written(async (document) => {
    await moveTo(document, core, 'dependents')
    await choose(document, peppered)
    await moveTo(document, core, 'dependents', 'documented')
    await choose(document, noChoices)
  })
  expect(there).toEqual(await written((document) => moveTo(document, core, 'all', 'documented')))
})

test('a user that is corrected while many are planned again keeps the plan of its correction', async () => {
  await withDocument(async (document) => {
    const { database } = document
    read(document, people(4500))
    await plan(document)
    setSetting(database, 'choices', peppered)
    outdatedPlans.mark(database, 'all')
    let corrected = false
    const onProgress = () => {
      if (corrected) return
      corrected = true
      // After this chunk, before the next one.
      setImmediate(() => {
        correct(document, 2, { excluded: true })
        outdatedPlans.planOne(database, 2)
      })
    }
    must(await planUsers(document, { signal: new AbortController().signal, judged: null, onProgress }))
    const states = plansIn(document).map(({ state }) => state)
    expect([states[0], states[1], states[4499], new Set(states)]).toEqual([
      'blocked',
      'excluded',
      'blocked',
      new Set(['blocked', 'excluded']),
    ])
  })
})

test('users are read as the document has them, whatever characters their values hold', async () => {
  await withDocument(async (document) => {
    const { database } = document
    read(document, people(4))
    const separator = String.fromCodePoint(31)
    const change = database.prepare('UPDATE user SET email = ?, phone = ?, summary = ? WHERE id = ?')
    change.run(`a${separator}b`, null, '', 2)
    change.run(null, separator, separator.repeat(3), 3)
    change.run('', '', null, 4)
    const all = readStoredUsers(database, { from: 'user', id: 'user.id' }, 1, 10)
    expect(all.map(({ id, plan: { email, phone, summary } }) => [id, email, phone, summary])).toEqual([
      [2, `a${separator}b`, null, ''],
      [3, null, separator, separator.repeat(3)],
      [4, '', '', null],
    ])
  })
})
