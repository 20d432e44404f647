import { describe, expect, test } from 'vitest'
import { plainSuccess, type FoundUser } from '../../../../shared/core-api/outcome.ts'
import * as z from 'zod'
import { allRows, sql } from '../../../../electron/engine/document/sqlite.ts'
import type { Call } from '../../../../shared/planning/call.ts'
import {
  beginRound,
  codeOf,
  importOf,
  imports,
  killedRound,
  noAnswer,
  passing,
  plannedDocument,
  realTarget,
  runRound,
  socialOf,
  someOf,
  type Sent,
} from '../../../support/rounds.ts'
import { noon, turns, virtualClock } from '../../../support/virtual-clock.ts'

const existed = { ...plainSuccess, didUserAlreadyExist: true }

/** The reply of a core to a look-up: the users that it has. */
function there(...users: readonly FoundUser[]) {
  return ({ operation, about }: Sent) => {
    if (operation !== 'look-up') return null
    const found = users.filter(({ loginMethods }) =>
      loginMethods.some(({ email, phoneNumber, thirdParty }) =>
        [email, phoneNumber, thirdParty?.userId].includes(about),
      ),
    )
    return { ...plainSuccess, users: found }
  }
}

function withPassword(email: string): FoundUser {
  return { id: `core id of ${email}`, loginMethods: [{ recipeId: 'emailpassword', email }] }
}

function requests(sent: readonly Sent[]): readonly string[] {
  return sent.map(({ operation, about }) => `${operation} ${about}`)
}

describe('a core that cannot be asked who is there', () => {
  test('stops the run after the third import that replaced a password, and names them', async () => {
    const script = ({ about }: Sent) => (/user[2468]@/.test(about) ? existed : null)
    const { end, counts, sent } = await runRound({ ...plannedDocument(imports(20)), script, concurrency: 1 })
    expect([end.stop, end.message, someOf(counts), sent.length]).toEqual([
      'existing-users',
      'Their passwords were replaced by those of the export: user2@example.com, user4@example.com, user6@example.com.',
      { migrated: 6, ready: 14 },
      6,
    ])
  })

  test.each([1, 8, 'auto'] as const)(
    'replaces three passwords and no more, however many are sent at once (%s), and names all of them',
    async (concurrency) => {
      const planned = plannedDocument(imports(40))
      const late = async () => {
        await turns()
        return existed
      }
      const { end, counts } = await runRound({ ...planned, script: late, concurrency })
      const query = sql(planned.document.database, 'SELECT key FROM call WHERE existed = 1 ORDER BY key')
      const replaced = allRows(z.object({ key: z.string() }), query)
      const named = end.message.match(/user\d+@example\.com/g)?.toSorted()
      expect([someOf(counts), end.stop, named]).toEqual([
        { migrated: 3, ready: 37 },
        'existing-users',
        replaced.map(({ key }) => key.slice('import:'.length)),
      ])
    },
  )

  test('is sent everything that replaces no password by as many as ever', async () => {
    const others = Array.from({ length: 40 }, (_, n) => [socialOf(`g${n}`)])
    let [now, most] = [0, 0]
    const script = async () => {
      most = Math.max(most, (now += 1))
      await turns()
      now -= 1
      return null
    }
    const first = await runRound({ ...plannedDocument(others), script, concurrency: 16 })
    const social = most
    most = 0
    const second = await runRound({ ...plannedDocument(imports(40)), script, concurrency: 16 })
    expect([someOf(first.counts), social > 3, someOf(second.counts), most]).toEqual([
      { migrated: 40 },
      true,
      { migrated: 40 },
      3,
    ])
  })

  test('has three imports under way at most, also when they are tried again after a rest, and says why it is slow', async () => {
    let [now, most] = [0, 0]
    const slowed = new Set<string | null>()
    const script = async (_: Sent, nth: number) => {
      most = Math.max(most, (now += 1))
      await turns()
      slowed.add(begun.round.stats().slowed)
      now -= 1
      return nth === 0 ? passing({ httpStatus: 500, message: `${now}` }) : null
    }
    const begun = beginRound({ ...plannedDocument(imports(40)), script, concurrency: 16 })
    const { counts } = await begun.finish()
    expect([someOf(counts), most, slowed.has('replacing'), begun.round.stats().slowed]).toEqual([
      { migrated: 40 },
      3,
      true,
      null,
    ])
  })

  test('asks also when a request before was turned away: that one can have made nobody', async () => {
    const busy = passing({ httpStatus: 429, why: 'rate-limited' })
    const script = (_: Sent, nth: number) => (nth === 0 ? busy : existed)
    const { end, counts } = await runRound({ ...plannedDocument(imports(9)), script, concurrency: 1 })
    expect([end.stop, counts.migrated]).toEqual(['existing-users', 3])
  })

  test('is not stopped for when the operator wants existing users updated', async () => {
    const { end, counts } = await runRound({
      ...plannedDocument(imports(9)),
      script: () => existed,
      existing: 'overwrite',
    })
    expect([end.kind, someOf(counts)]).toEqual(['finished', { migrated: 9 }])
  })

  test('is not stopped for users that an earlier request of this document may have made', async () => {
    const script = (_: Sent, nth: number) => (nth === 0 ? noAnswer : existed)
    const { end, counts } = await runRound({ ...plannedDocument(imports(9)), script, concurrency: 1 })
    expect([end.kind, someOf(counts)]).toEqual(['finished', { migrated: 9 }])
  })

  test('is stopped for users whose earlier import it had refused: those are not ours', async () => {
    const planned = plannedDocument(imports(5))
    const refused = { kind: 'status', status: 'SOME_ERROR', message: '' } as const
    await runRound({ ...planned, script: () => refused })
    sql(planned.document.database, "UPDATE progress SET state = 'ready'").run()
    const { end } = await runRound({ ...planned, script: () => existed, concurrency: 1 })
    expect(end.stop).toBe('existing-users')
  })

  test('counts anew when the operator goes on', async () => {
    const planned = plannedDocument(imports(9))
    const ends = []
    for (let round = 0; round < 3; round++) {
      const { end, counts } = await runRound({ ...planned, script: () => existed, concurrency: 1 })
      ends.push([end.stop, counts.migrated])
    }
    expect(ends).toEqual([
      ['existing-users', 3],
      ['existing-users', 6],
      ['existing-users', 9],
    ])
  })
})

describe('a core that can be asked who is there', () => {
  const both: readonly Call[] = [
    codeOf('c@example.com'),
    { kind: 'update', email: 'c@example.com', phoneNumber: '+491711234567' },
  ]
  const plans = [[importOf('p@example.com')], [socialOf('g1')], both, [importOf('new@example.com')]]
  const present = there(
    withPassword('p@example.com'),
    { id: 't', loginMethods: [{ recipeId: 'thirdparty', thirdParty: { id: 'google', userId: 'g1' } }] },
    { id: 'c', loginMethods: [{ recipeId: 'passwordless', email: 'c@example.com' }] },
  )

  test('leaves users of every login method as they are, the second contact included', async () => {
    const { sent, counts } = await runRound({ ...plannedDocument(plans, realTarget), script: present, concurrency: 1 })
    expect([someOf(counts), requests(sent)]).toEqual([
      { existing: 3, migrated: 1 },
      [
        'look-up p@example.com',
        'look-up g1',
        'look-up c@example.com',
        'look-up new@example.com',
        'import-hash new@example.com',
      ],
    ])
  })

  test('updates them without asking when the operator wants that', async () => {
    const planned = plannedDocument(plans, realTarget)
    const { sent, counts } = await runRound({ ...planned, script: present, existing: 'overwrite' })
    expect([someOf(counts), sent.some(({ operation }) => operation === 'look-up')]).toEqual([{ migrated: 4 }, false])
  })

  test('is not misled by another login method with the same email', async () => {
    const script = there({ id: 'x', loginMethods: [{ recipeId: 'thirdparty', email: 'p@example.com' }] })
    const { sent, counts } = await runRound({ ...plannedDocument([[importOf('p@example.com')]], realTarget), script })
    expect([someOf(counts), requests(sent)]).toEqual([
      { migrated: 1 },
      ['look-up p@example.com', 'import-hash p@example.com'],
    ])
  })

  test('is asked again when it does not answer at once, and fails the user when it never does', async () => {
    const planned = plannedDocument([[importOf('p@example.com')], [importOf('q@example.com')]], realTarget)
    const script = ({ operation, about }: Sent, nth: number) =>
      operation === 'look-up' && (about === 'q@example.com' || nth < 2) ? passing() : null
    const { sent, counts } = await runRound({ ...planned, script, concurrency: 1 })
    expect([someOf(counts), sent.length]).toEqual([{ migrated: 1, failed: 1 }, 3 + 1 + 6])
  })

  test('of an interface before 4.0 is treated as one that cannot be asked', async () => {
    const planned = plannedDocument(imports(5), { dialect: 'supertokens', cdi_version: '3.1' })
    const { end, sent } = await runRound({ ...planned, script: () => existed, concurrency: 1 })
    expect([end.stop, requests(sent).filter((one) => one.startsWith('look-up'))]).toEqual(['existing-users', []])
  })

  test('tells of a user that an earlier request made, and that one counts as migrated', async () => {
    const planned = plannedDocument([[importOf('p@example.com')]], realTarget)
    await runRound({ ...planned, script: ({ operation }) => (operation === 'look-up' ? null : noAnswer) })
    sql(planned.document.database, "UPDATE progress SET state = 'ready'").run()
    const { sent, counts } = await runRound({ ...planned, script: there(withPassword('p@example.com')) })
    expect([requests(sent), someOf(counts)]).toEqual([['look-up p@example.com'], { migrated: 1 }])
  })
})

const created = { existed: 0, created: 1 }

test.each([
  ['skip', ['look-up', 'import-hash', 'import-hash', 'look-up'], created],
  ['hold', ['look-up', 'import-hash', 'import-hash', 'look-up'], created],
  ['overwrite', ['import-hash', 'import-hash', 'look-up'], { existed: null, created: null }],
] as const)(
  'an import that is too old to be sent again is looked up once more, and is known as made by it only where it was missing before (%s)',
  async (existing, operations, made) => {
    const planned = plannedDocument([[importOf('p@example.com')]], realTarget)
    const script = (one: Sent, nth: number) => {
      if (one.operation === 'look-up')
        return sent.some(({ operation }) => operation === 'import-hash') ? found(one) : null
      return nth === 0 ? noAnswer : passing({ retryAfterMs: 10 * 60_000 })
    }
    const found = there(withPassword('p@example.com'))
    const { sent, finish } = beginRound({ ...planned, existing, script })
    const { counts } = await finish()
    expect([sent.map(({ operation }) => operation), someOf(counts)]).toEqual([operations, { migrated: 1 }])
    expect(sql(planned.document.database, 'SELECT existed, created FROM call').all()).toEqual([made])
  },
)

describe('a call that was found in sending', () => {
  const calls = [[importOf('p@example.com')], [socialOf('g1')], [codeOf('c@example.com')]]

  /** Three users with one call each in flight when the app died. */
  async function died(target: Parameters<typeof plannedDocument>[1] = {}) {
    const planned = plannedDocument(calls, target)
    const { database } = planned.document
    const never = new Promise<null>(() => undefined)
    const script = ({ operation }: Sent) => (operation === 'look-up' ? null : never)
    await killedRound({ ...planned, script })
    const states = sql(database, 'SELECT state FROM call')
      .all()
      .map((row) => Object.values(row ?? {})[0])
    if (states.some((state) => state !== 'sending')) throw new Error('not under way')
    return planned
  }

  const later = (minutes: number) => virtualClock(noon + minutes * 60_000)

  test('within ten minutes is sent again by itself', async () => {
    const { sent, counts } = await runRound({ ...(await died()), clock: later(10), script: () => existed })
    expect([requests(sent).toSorted(), someOf(counts)]).toEqual([
      [
        'consume-code c@example.com',
        'create-code c@example.com',
        'import-hash p@example.com',
        'third-party g1',
      ].toSorted(),
      { migrated: 3 },
    ])
  })

  test('after ten minutes is unknown where a password could be overwritten, the others are repeated', async () => {
    const planned = await died()
    const { sent, counts } = await runRound({ ...planned, clock: later(11) })
    const message = sql(planned.document.database, "SELECT message FROM call WHERE kind = 'import'").get()
    expect([requests(sent).some((one) => one.startsWith('import')), someOf(counts), message]).toEqual([
      false,
      { migrated: 2, 'in-doubt': 1 },
      { message: expect.stringContaining('could overwrite a password') },
    ])
  })

  test('after ten minutes is looked up where that can be done, and counts as migrated when it is there', async () => {
    const planned = await died(realTarget)
    const { sent, counts } = await runRound({
      ...planned,
      clock: later(11),
      script: there(withPassword('p@example.com')),
    })
    expect([requests(sent).filter((one) => one.endsWith('p@example.com')), someOf(counts)]).toEqual([
      ['look-up p@example.com'],
      { migrated: 3 },
    ])
  })

  test('after ten minutes is looked up even when existing users are to be updated, and sent when it is not there', async () => {
    const planned = await died(realTarget)
    const { sent, counts } = await runRound({ ...planned, clock: later(11), existing: 'overwrite' })
    expect([requests(sent).filter((one) => one.endsWith('p@example.com')), someOf(counts)]).toEqual([
      ['look-up p@example.com', 'import-hash p@example.com'],
      { migrated: 3 },
    ])
  })

  test('stays to be looked up when the app dies once more before that was done', async () => {
    const planned = await died(realTarget)
    const stop = { kind: 'stop', why: 'api-key-rejected', httpStatus: 401, message: '' } as const
    const first = await runRound({
      ...planned,
      clock: later(11),
      existing: 'overwrite',
      script: () => stop,
      concurrency: 1,
    })
    const second = await runRound({
      ...planned,
      clock: later(12),
      existing: 'overwrite',
      script: there(withPassword('p@example.com')),
    })
    expect([first.end.stop, requests(second.sent).filter((one) => one.endsWith('p@example.com'))]).toEqual([
      'api-key-rejected',
      ['look-up p@example.com'],
    ])
  })
})

describe('a user whom the core did not have before this document sent it', () => {
  const plan = [importOf('ann@example.com')]
  const [created] = ["SELECT created, existed FROM call WHERE kind = 'import'"]
  const ann = there(withPassword('ann@example.com'))
  const flags = (planned: ReturnType<typeof plannedDocument>) => sql(planned.document.database, created).all()

  test('is ours when the app died after the core had created it', async () => {
    const planned = plannedDocument([plan], realTarget)
    const clock = virtualClock()
    await killedRound({
      ...planned,
      clock,
      // The core takes it, and its answer never comes.
      script: ({ operation }) => (operation === 'import-hash' ? new Promise(() => undefined) : null),
    })
    const { counts } = await runRound({ ...planned, script: ann })
    expect([someOf(counts), flags(planned)]).toEqual([{ migrated: 1 }, [{ created: 1, existed: 0 }]])
  })

  test('is ours when an earlier request of this try got a 500 and was done all the same', async () => {
    const planned = plannedDocument([plan], realTarget)
    const script = ({ operation }: Sent, nth: number) =>
      operation === 'look-up' ? null : nth === 0 ? passing({ httpStatus: 500 }) : existed
    const { counts } = await runRound({ ...planned, script })
    expect([someOf(counts), flags(planned)]).toEqual([{ migrated: 1 }, [{ created: 1, existed: 0 }]])
  })

  describe.each([
    ['skip', { existing: 1 }, [{ created: null, existed: 1 }]],
    ['hold', { blocked: 1 }, [{ created: null, existed: 1 }]],
    [null, { existing: 1 }, [{ created: null, existed: 1 }]],
  ] as const)('who was there all along, by the rule %s,', (existing, states, created) => {
    const keepsId: Call = { kind: 'map-id', externalUserId: 'old-1' }
    const changes = (sent: readonly Sent[]) => requests(sent).filter((one) => !one.startsWith('look-up'))

    test('is left alone when the app died while it was being looked up', async () => {
      const planned = plannedDocument([[...plan, keepsId]], realTarget)
      await killedRound({ ...planned, existing, script: () => new Promise(() => undefined) })
      const { counts, sent } = await runRound({ ...planned, existing, script: ann })
      expect([someOf(counts), changes(sent), flags(planned)]).toEqual([states, [], created])
    })

    test('is left alone when the app died right after the core had answered', async () => {
      const planned = plannedDocument([[...plan, keepsId]], realTarget)
      const { database } = planned.document
      await killedRound({
        ...planned,
        existing,
        script: () => {
          // Nothing is written from here on.
          database.exec('PRAGMA query_only = ON')
          return null
        },
      })
      database.exec('PRAGMA query_only = OFF')
      const { counts, sent } = await runRound({ ...planned, existing, script: ann })
      expect([someOf(counts), changes(sent), flags(planned)]).toEqual([states, [], created])
    })

    test('is left alone when the app died long ago, before its turn came', async () => {
      const others = imports(3).map((calls) => [...calls])
      const planned = plannedDocument([...others, [...plan, keepsId]], realTarget)
      await killedRound({ ...planned, existing, concurrency: 1, script: () => new Promise(() => undefined) })
      const { counts, sent } = await runRound({
        ...planned,
        existing,
        clock: virtualClock(noon + 60 * 60_000),
        script: ann,
      })
      const aboutAnn = changes(sent).filter((one) => !/user\d@/.test(one))
      expect([someOf(counts), aboutAnn, flags(planned).at(-1)]).toEqual([{ ...states, migrated: 3 }, [], created[0]])
    })

    test('is left alone when the run was paused while the look-up was tried again', async () => {
      const planned = plannedDocument([[...plan, keepsId]], realTarget)
      const { round, finish } = beginRound({
        ...planned,
        existing,
        script: () => {
          round.tell({ kind: 'pause' })
          return noAnswer
        },
      })
      await finish()
      const { counts, sent } = await runRound({ ...planned, existing, script: ann })
      expect([someOf(counts), changes(sent), flags(planned)]).toEqual([states, [], created])
    })
  })

  test('is not taken for somebody else when the app died while its second login method was being looked up', async () => {
    const planned = plannedDocument([[...plan, socialOf('g9')]], realTarget)
    const script = ({ operation, about }: Sent) =>
      operation === 'look-up' && about === 'g9' ? new Promise<null>(() => undefined) : null
    await killedRound({ ...planned, script })
    const g9 = there({
      id: 't',
      loginMethods: [{ recipeId: 'thirdparty', thirdParty: { id: 'google', userId: 'g9' } }],
    })
    const { sent, counts } = await runRound({ ...planned, script: g9 })
    const second = sql(planned.document.database, "SELECT status, created FROM call WHERE kind = 'third-party'").get()
    expect([requests(sent), someOf(counts), second]).toEqual([
      ['look-up g9'],
      { migrated: 1 },
      { status: 'skipped-existing', created: null },
    ])
  })

  test('stays in doubt when it was sent without a look-up, and is left alone when it is looked up later', async () => {
    const planned = plannedDocument([plan], realTarget)
    await killedRound({ ...planned, existing: 'overwrite', script: () => new Promise(() => undefined) })
    // Died again, while it was looked up: the first request may still have made it.
    const { round: second } = beginRound({ ...planned, existing: 'skip', script: () => new Promise(() => undefined) })
    await turns()
    second.tell({ kind: 'cancel' })
    const { sent, counts } = await runRound({ ...planned, existing: 'skip', script: ann })
    expect([requests(sent), someOf(counts), flags(planned)]).toEqual([
      ['look-up ann@example.com'],
      { migrated: 1 },
      [{ created: null, existed: null }],
    ])
  })

  test('is not ours when the core says so of the only request that can have reached it', async () => {
    const planned = plannedDocument([plan], realTarget)
    const unreached = passing({ why: 'connect', httpStatus: null, reached: false })
    const script = ({ operation }: Sent, nth: number) =>
      operation === 'look-up' ? null : nth === 0 ? unreached : existed
    await runRound({ ...planned, script })
    expect(flags(planned)).toEqual([{ created: null, existed: 1 }])
  })

  test('is not ours when our request was refused and somebody signed up since', async () => {
    const planned = plannedDocument([plan], realTarget)
    const refused = { kind: 'failed', httpStatus: 400, message: 'no' } as const
    await runRound({ ...planned, script: ({ operation }) => (operation === 'look-up' ? null : refused) })
    sql(planned.document.database, "UPDATE progress SET state = 'ready'").run()
    const { counts } = await runRound({ ...planned, script: ann })
    expect([someOf(counts), flags(planned)]).toEqual([{ existing: 1 }, [{ created: null, existed: 1 }]])
  })
})
