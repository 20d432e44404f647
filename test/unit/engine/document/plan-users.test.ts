import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Document } from '../../../../electron/engine/document/open-document.ts'
import { planUsers } from '../../../../electron/engine/document/plans/plan-users.ts'
import { codeOf, must } from '../../../support/documents.ts'
import { changedDecisions, outdatedPlans } from '../../../../electron/engine/document/plans/outdated-plans.ts'
import { getChoices, getSetting, setSetting } from '../../../../electron/engine/document/settings.ts'
import { noChoices, type Choices } from '../../../../shared/planning/choices.ts'
import { alike, choices, context, correction, keptOut, rival, user } from '../../planning/arbitraries.ts'
import { bcrypt, user as madeUser } from '../../planning/made-users.ts'
import {
  choose,
  correct,
  moveTo,
  outdateAll,
  plan,
  planInOrder,
  plansIn,
  read,
  send,
  withDocument,
  written,
} from './planned-documents.ts'
import { rounds } from '../../../support/length.ts'

const users = fc.array(fc.oneof(user, rival, keptOut, alike, alike, alike), { minLength: 1, maxLength: 12 })
const ids = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 6 })
const runs = { numRuns: rounds(12, 100) }

test('how far planning is ends with all who are looked at, also where only a few are', async () => {
  const twins = Array.from({ length: 6 }, (_, n) =>
    madeUser({ email: `u${n % 5}@example.com`, hash: { hash: bcrypt } }),
  )
  const told: string[] = []
  const onProgress = (done: number, total: number) => void told.push(`${done} of ${total}`)
  await withDocument(async (document) => {
    read(document, twins, null)
    const planning = { signal: new AbortController().signal, judged: null, onProgress }
    must(await planUsers(document, planning))
    outdateAll(document)
    must(await planUsers(document, planning))
  })
  expect(told).toEqual(['1 of 1', '6 of 6', '7 of 7'])
})

/** Tables that a plan is stored in. */
const planTables = ['user', 'user_text', 'identifier', 'user_finding']

/** Records what is written to plans from now on, but for shared values, which are noted anew each time. */
function recordWrites({ database }: Document): () => readonly string[] {
  database.exec('CREATE TEMP TABLE written (what TEXT)')
  for (const table of planTables)
    for (const event of ['INSERT', 'UPDATE', 'DELETE']) {
      const row = event === 'DELETE' ? 'old' : 'new'
      const counts =
        table === 'user_finding' ? `WHEN ${row}.code NOT IN ('same-email-elsewhere', 'same-id-elsewhere')` : ''
      database.exec(
        `CREATE TEMP TRIGGER ${table}_${event} AFTER ${event} ON main.${table} ${counts} BEGIN INSERT INTO written VALUES ('${event} ${table}'); END`,
      )
    }
  return () =>
    database
      .prepare('SELECT what FROM written')
      .all()
      .map((row) => JSON.stringify(row))
}

test('a user is planned again as if for the first time, whatever characters its values hold', async () => {
  const parted = ['a\u001fb@example.com', '[\u001f@example.com', "o'\u001f1@example.com"]
  const strange = parted.map((email) => madeUser({ email, phone: '[\u001f]', hash: { hash: bcrypt } }))
  const decided: Choices = { ...noChoices, families: { bcrypt: 'peppered' }, disabled: 'exclude' }
  const found: unknown[] = []
  for (const chosen of [[noChoices, decided], [decided]])
    await withDocument(async (document) => {
      const [first = noChoices, ...others] = chosen
      setSetting(document.database, 'choices', first)
      await plan(document, read(document, strange))
      for (const one of others) await choose(document, one)
      found.push(written(document))
    })
  expect(found[0]).toEqual(found[1])
})

test('planning a user again writes nothing where the plan comes out the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(user, rival), choices, async (one, chosen) => {
      await withDocument(async (document) => {
        setSetting(document.database, 'choices', chosen)
        await plan(document, read(document, [one], null))
        const before = written(document)
        const writes = recordWrites(document)
        outdateAll(document)
        await plan(document)
        expect([writes(), written(document)]).toEqual([[], before])
      })
    }),
    runs,
  )
})

describe('planning all users again', () => {
  const ann = madeUser({ email: 'ann@example.com', hash: { hash: bcrypt } })
  const bo = madeUser({ email: 'bo@example.com', hash: { hash: bcrypt } })
  const peppered: Choices = { ...noChoices, families: { bcrypt: 'peppered' } }

  /** How many users are planned again, whose plans may all be other ones. */
  async function plannedAgain(document: Document): Promise<number> {
    let planned = 0
    outdatedPlans.mark(document.database, 'all')
    const onProgress = (_done: number, total: number) => void (planned = total)
    must(await planUsers(document, { signal: new AbortController().signal, judged: null, onProgress }))
    return planned
  }

  test('reads no user while nothing that plans follow from has changed', async () => {
    await withDocument(async (document) => {
      await plan(document, read(document, [ann, bo]))
      expect(await plannedAgain(document)).toBe(0)
      setSetting(document.database, 'choices', peppered)
      expect([await plannedAgain(document), await plannedAgain(document)]).toEqual([2, 0])
      expect(plansIn(document).map(({ state }) => state)).toEqual(['blocked', 'blocked'])
    })
  })

  test('reads all of them where some were planned with a decision that was taken back meanwhile', async () => {
    await withDocument(async (document) => {
      await plan(document, read(document, [ann, bo]))
      setSetting(document.database, 'choices', peppered)
      outdatedPlans.mark(document.database, 'all')
      outdatedPlans.planOne(document.database, 1)
      setSetting(document.database, 'choices', noChoices)
      expect(await plannedAgain(document)).toBe(2)
      expect(plansIn(document).map(({ state }) => state)).toEqual(['ready', 'ready'])
    })
  })

  test('reads all of them after users were sent, which keep the plan that was sent', async () => {
    await withDocument(async (document) => {
      await plan(document, read(document, [ann, bo]))
      send(document, [1])
      expect([await plannedAgain(document), await plannedAgain(document)]).toEqual([2, 2])
    })
  })
})

describe('planning all users of a document', () => {
  test('writes findings that many users have letter by letter once, and those of one user with that user', async () => {
    const verified = (name: string) =>
      madeUser({ email: `${name}@example.com`, emailVerified: true, hash: { hash: bcrypt } })
    await withDocument(async (document) => {
      await plan(document, read(document, ['a', 'b', 'c', 'd', 'a'].map(verified)))
      const codes = (table: string) => document.database.prepare(`SELECT code FROM ${table} ORDER BY code`).all()
      expect([codes('user_finding'), codes('facet_finding')]).toEqual([
        [{ code: 'duplicate' }],
        [{ code: 'verification-not-kept' }, { code: 'verification-not-kept' }],
      ])
      const named = plansIn(document).map(({ findings }) => findings.map((finding) => finding.split(' ')[1]))
      const note = 'verification-not-kept'
      expect(named).toEqual([[note], [note], [note], [note], [note, 'duplicate']])
    })
  })

  test('is planning one after the other in the order of reading, also when more are read later', async () => {
    await fc.assert(
      fc.asyncProperty(users, users, choices, async (first, second, chosen) => {
        await withDocument(async (document) => {
          setSetting(document.database, 'choices', chosen)
          await plan(document, read(document, first))
          const before = plansIn(document)
          const all = [...first, ...second].map((one) => ({ user: one }))
          read(document, second)
          await plan(document)
          expect([before, plansIn(document)]).toEqual([
            planInOrder(all.slice(0, first.length), chosen),
            planInOrder(all, chosen),
          ])
        })
      }),
      runs,
    )
  })

  test('follows the last choices and corrections, whatever was chosen before', async () => {
    await fc.assert(
      fc.asyncProperty(
        users,
        fc.array(correction),
        ids,
        choices,
        choices,
        async (all, corrections, some, ...chosen) => {
          await withDocument(async (document) => {
            setSetting(document.database, 'choices', chosen[0])
            read(document, all)
            await plan(document)
            for (const [index, one] of corrections.entries()) {
              correct(document, index + 1, one)
              outdatedPlans.planOne(document.database, index + 1)
            }
            for (const id of some) outdatedPlans.planOne(document.database, id)
            await choose(document, chosen[1])
            expect(plansIn(document)).toEqual(
              planInOrder(
                all.map((one, index) => ({ user: one, correction: corrections[index] ?? null })),
                chosen[1],
              ),
            )
          })
        },
      ),
      runs,
    )
  })

  test('plans whom a decision concerns as planning all users does, also when it is stopped in between', async () => {
    const some = fc.array(choices, { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(users, fc.array(correction), choices, some, async (all, corrections, before, decided) => {
        const found: unknown[] = []
        for (const whom of ['dependents', 'all'] as const) {
          await withDocument(async (document) => {
            setSetting(document.database, 'choices', before)
            read(document, all)
            await plan(document)
            for (const [index, one] of corrections.entries()) {
              correct(document, index + 1, one)
              outdatedPlans.planOne(document.database, index + 1)
            }
            for (const one of decided.slice(0, -1)) {
              // A decision that is taken while users are planned: it ends that planning.
              const ended = new AbortController()
              outdatedPlans.mark(document.database, changedDecisions(getChoices(document.database), one))
              setSetting(document.database, 'choices', one)
              const onProgress = () => ended.abort()
              await planUsers(document, { signal: ended.signal, judged: null, onProgress })
            }
            await choose(document, decided.at(-1) ?? before, whom)
            found.push(written(document))
          })
        }
        expect(found[0]).toEqual(found[1])
      }),
      runs,
    )
  })

  test('plans whom a fact of another core concerns, or its interface, as planning all users does', async () => {
    const facts = context.map(({ core = null, dialect }) => ({ core, dialect }))
    await fc.assert(
      fc.asyncProperty(users, choices, fc.array(facts, { minLength: 2, maxLength: 3 }), async (all, chosen, cores) => {
        const found: unknown[] = []
        for (const whom of ['dependents', 'all'] as const) {
          await withDocument(async (document) => {
            setSetting(document.database, 'choices', chosen)
            await moveTo(document, null, 'all')
            read(document, all)
            await plan(document)
            for (const { core, dialect } of cores) await moveTo(document, core, whom, dialect)
            found.push(written(document))
          })
        }
        expect(found[0]).toEqual(found[1])
      }),
      runs,
    )
  })

  test('keeps the plans and claims of users that were sent to a live core', async () => {
    await fc.assert(
      fc.asyncProperty(users, ids, choices, choices, async (all, some, before, after) => {
        await withDocument(async (document) => {
          setSetting(document.database, 'choices', before)
          read(document, all)
          await plan(document)
          send(document, some)
          const plans = plansIn(document)
          const law = all.map((one, index) => {
            const sent = plans[index]
            return sent?.state === 'ready' && some.includes(index + 1) ? { user: one, sent } : { user: one }
          })
          await choose(document, after)
          expect(plansIn(document)).toEqual(planInOrder(law, after))
        })
      }),
      runs,
    )
  })
})

test('that a user was refused is forgotten where the plan is another one, or no more to be sent, and only there', async () => {
  await withDocument(async (document) => {
    const { database } = document
    const people = ['ann', 'bo', 'cy'].map((name) => madeUser({ email: `${name}@example.com`, hash: { hash: bcrypt } }))
    read(document, people)
    await plan(document)
    send(document, [])
    database.exec(`INSERT INTO progress (target_id, user_id, state, failure, changed_at)
      SELECT target.id, user.id, 'failed', 'no', 0 FROM target, user`)
    correct(document, 2, { email: 'bo@example.net' })
    correct(document, 3, { excluded: true })
    await choose(document, getChoices(database), 'all')
    const states = 'SELECT state, failure FROM progress ORDER BY user_id'
    expect([plansIn(document).map(({ state }) => state), database.prepare(states).all()]).toMatchObject([
      ['ready', 'ready', 'excluded'],
      [{ state: 'failed', failure: 'no' }, { state: 'ready', failure: null }, { state: 'ready' }],
    ])
  })
})

test('an email in two login methods is of note, unless nobody can be sent with it', async () => {
  const google = [{ provider: 'google', userId: '1', email: null, emailVerified: null }]
  await withDocument(async (document) => {
    read(document, [
      madeUser({ email: 'ann@example.com', hash: { hash: bcrypt } }),
      madeUser({ email: 'ann@example.com', identities: google }),
      madeUser({ email: 'no mail', hash: { hash: bcrypt } }),
      madeUser({ email: 'no mail', hash: { hash: bcrypt } }),
    ])
    await plan(document)
    const shared = "SELECT user_id FROM finding WHERE code = 'same-email-elsewhere' ORDER BY user_id"
    expect(document.database.prepare(shared).all()).toMatchObject([{ user_id: 1 }, { user_id: 2 }])
  })
})

test('a source ID of several users is of note, unless only one of them can be sent', async () => {
  const withId = (sourceId: string, name: string) =>
    madeUser({ sourceId, email: `${name}@example.com`, hash: { hash: bcrypt } })
  await withDocument(async (document) => {
    const rows = [
      withId('7', 'ann'),
      withId('7', 'bo'),
      withId('8', 'cy'),
      withId('9', 'dora'),
      withId('9', 'dora'),
      madeUser({ ...withId('8', 'eve'), standing: 'deleted' }),
    ]
    read(document, rows)
    await plan(document)
    const shared = "SELECT user_id FROM finding WHERE code = 'same-id-elsewhere' ORDER BY user_id"
    expect(document.database.prepare(shared).all()).toMatchObject([{ user_id: 1 }, { user_id: 2 }])
  })
})

describe('users of a second tenant', () => {
  const people = ['north', 'south'].map((tenant) =>
    madeUser({ email: `${tenant}@example.com`, hash: { hash: bcrypt }, tenants: [tenant] }),
  )
  const law = planInOrder(
    people.map((one) => ({ user: one })),
    noChoices,
  )

  test('make those of the first wait for the decision about tenants too', async () => {
    await withDocument(async (document) => {
      await plan(document, read(document, people))
      expect([plansIn(document), law.map(({ state }) => state)]).toEqual([law, ['blocked', 'blocked']])
    })
  })

  test('are planned again later where planning is stopped meanwhile', async () => {
    await withDocument(async (document) => {
      const judged = read(document, people)
      const stopping = new AbortController()
      const onProgress = () => stopping.abort()
      const stopped = await planUsers(document, { signal: stopping.signal, judged, onProgress })
      expect([codeOf(stopped), getSetting(document.database, 'plans-current')]).toEqual(['planning-stopped', false])
      await plan(document)
      expect(plansIn(document)).toEqual(law)
    })
  })
})

describe('planning one user again', () => {
  const ann = madeUser({ email: 'ann@example.com', hash: { hash: bcrypt } })
  const states = (document: Parameters<typeof plansIn>[0]) => plansIn(document).map(({ state }) => state)

  test('hands what it held to the next who wanted it, and takes nothing from others', async () => {
    await withDocument(async (document) => {
      read(document, [ann, ann, ann, madeUser({ email: 'bo@example.com', hash: { hash: bcrypt } })])
      await plan(document)
      const before = states(document)
      correct(document, 1, { email: 'bo@example.com' })
      outdatedPlans.planOne(document.database, 1)
      expect([before, states(document)]).toEqual([
        ['ready', 'blocked', 'blocked', 'ready'],
        ['blocked', 'ready', 'blocked', 'ready'],
      ])
    })
  })

  test('forgets what was found of it before, and keeps what was found of others', async () => {
    await withDocument(async (document) => {
      read(document, [ann, ann, ann])
      await plan(document)
      const found = () => document.database.prepare("SELECT user_id FROM user_finding WHERE code = 'duplicate'").all()
      const before = found()
      correct(document, 2, { email: 'bo@example.com' })
      outdatedPlans.planOne(document.database, 2)
      expect([before, found()]).toEqual([[{ user_id: 2 }, { user_id: 3 }], [{ user_id: 3 }]])
    })
  })

  test('asks about users with its email once it is kept out, and no longer once it has another email', async () => {
    const google = (id: string) => [{ provider: 'google', userId: id, email: null, emailVerified: null }]
    const out = madeUser({ email: 'out@example.com', standing: 'deleted' })
    const other = madeUser({ email: 'bo@example.com', identities: google('1') })
    for (const [answer, before, after] of [
      [null, ['excluded', 'ready', 'blocked'], ['excluded', 'blocked', 'blocked']],
      ['exclude', ['excluded', 'ready', 'blocked'], ['excluded', 'excluded', 'ready']],
    ] as const)
      await withDocument(async (document) => {
        if (answer !== null)
          setSetting(document.database, 'choices', { ...noChoices, emailsKeptOut: { deleted: answer } })
        read(document, [out, { ...ann, identities: google('1') }, other])
        await plan(document)
        expect(states(document)).toEqual(before)
        correct(document, 1, { email: 'ann@example.com' })
        outdatedPlans.planOne(document.database, 1)
        expect(states(document)).toEqual(after)
        await plan(document)
        expect(states(document)).toEqual(after)
        correct(document, 1, { email: 'out@example.com' })
        outdatedPlans.planOne(document.database, 1)
        expect(states(document)[1]).toBe(answer === null ? 'ready' : 'blocked')
        await plan(document)
        expect(states(document)).toEqual(before)
      })
  })

  test('leaves who was sent with the plan it was sent with', async () => {
    await withDocument(async (document) => {
      setSetting(document.database, 'choices', { ...noChoices, duplicates: 'exclude' })
      const both = { ...ann, identities: [{ provider: 'google', userId: '1', email: null, emailVerified: null }] }
      read(document, [ann, both, ann])
      await plan(document)
      send(document, [2])
      const sent = plansIn(document)[1]
      correct(document, 1, { email: 'other@example.com' })
      outdatedPlans.planOne(document.database, 1)
      expect([states(document), plansIn(document)[1]]).toEqual([['ready', 'ready', 'ready'], sent])
    })
  })
})
