import { describe, expect, test } from 'vitest'
import { plainSuccess } from '../../../../shared/core-api/outcome.ts'
import { type Database, sql } from '../../../../electron/engine/document/sqlite.ts'
import { createRoundShell } from '../../../../electron/engine/runner/round.ts'
import type { Call } from '../../../../shared/planning/call.ts'
import { planAs } from '../../../support/planned-users.ts'
import {
  beginRound,
  codeOf,
  importOf,
  imports,
  noAnswer,
  passing,
  plannedDocument,
  runRound,
  socialOf,
  someOf,
  type Sent,
} from '../../../support/rounds.ts'
import { noon, turns, virtualClock } from '../../../support/virtual-clock.ts'

const minutes = 60_000

/** Every call of a document in short. */
function callsIn(database: Database): readonly string[] {
  const rows = sql(database, 'SELECT user_id, kind, state, tries FROM call ORDER BY user_id, key').all()
  return rows.map((row) => Object.values(row ?? {}).join(' '))
}

function statesIn(database: Database): readonly unknown[] {
  return sql(database, 'SELECT state FROM progress ORDER BY user_id')
    .all()
    .map((row) => Object.values(row ?? {})[0])
}

function emails(sent: readonly Sent[]): readonly string[] {
  return sent.map(({ about }) => about)
}

describe('a round', () => {
  test('sends every user once, in the order of the export, and ends', async () => {
    const planned = plannedDocument(imports(200))
    const { end, sent, counts } = await runRound({ ...planned, concurrency: 1 })
    expect([end.kind, emails(sent), someOf(counts)]).toEqual([
      'finished',
      Array.from({ length: 200 }, (_, n) => `user${n + 1}@example.com`),
      { migrated: 200 },
    ])
  })

  test('keeps its counts with each commit, so that a killed run has them', async () => {
    const planned = plannedDocument(imports(30))
    const clock = virtualClock()
    const kept: (readonly unknown[])[] = []
    const wanted: (readonly unknown[])[] = []
    let committed = 0
    const onCommitted = (outcomes: readonly unknown[]) => {
      committed += outcomes.length
      wanted.push([committed, null])
      kept.push(Object.values(sql(planned.document.database, 'SELECT calls, ended_at FROM run').get() ?? {}))
    }
    const script = async () => {
      await new Promise<void>((resolve) => clock.setTimer(20, resolve))
      return null
    }
    const { round } = beginRound({ ...planned, clock, script, concurrency: 1, onCommitted })
    await clock.runUntil(round.ended)
    expect([kept.length > 2, kept]).toEqual([true, wanted])
  })

  test('measures every user once, whatever becomes of it, and none that is still to be sent', async () => {
    const script = ({ about }: Sent) =>
      about.startsWith('user2@') ? ({ kind: 'status', status: 'SOME_ERROR', message: '' } as const) : null
    const { round, finish } = beginRound({ ...plannedDocument(imports(5)), script, concurrency: 1 })
    const { counts, clock } = await finish()
    await clock.advance(1000)
    const measured = round.meter.read().history.reduce((sum, { users }) => sum + users, 0)
    expect([someOf(counts), measured]).toEqual([{ migrated: 4, failed: 1 }, 5])
  })

  test('lets nothing more leave once it is concluded, also where nothing had ended it before', async () => {
    const { document, target } = plannedDocument([])
    const ending: string[] = []
    const shell = createRoundShell(
      {
        database: document.database,
        target,
        send: () => Promise.reject(new Error('not sent')),
        existing: null,
        concurrency: 1,
        scoped: false,
        clock: virtualClock(),
        random: () => 0.5,
        onCommitted: () => undefined,
      },
      {
        sentBy: 'single',
        limit: () => 1,
        onConcurrency: () => undefined,
        onEnding: () => void ending.push('ending'),
        stats: () => ({ claimed: 0, setAside: 0, held: new Set(), slowed: null }),
      },
    )
    await shell.conclude(() => void ending.push('last'))
    expect([shell.dispatcher.acquire(), ending, await shell.round.ended]).toEqual([
      false,
      ['ending', 'last'],
      { kind: 'finished', stop: null, message: '' },
    ])
  })

  test('ends at once when there is nobody to send', async () => {
    const planned = plannedDocument([])
    expect((await runRound(planned)).end.kind).toBe('finished')
  })

  test('never has more under way than its concurrency', async () => {
    let inFlight = 0
    let most = 0
    const script = async () => {
      inFlight += 1
      most = Math.max(most, inFlight)
      await turns()
      inFlight -= 1
      return null
    }
    await runRound({ ...plannedDocument(imports(40)), existing: 'overwrite', concurrency: 5, script })
    expect(most).toBe(5)
    most = 0
    // Users come back from a rest while others are still to be sent.
    const resting = async ({ about }: Sent, nth: number) =>
      (await script()) ?? (nth === 0 ? passing({ httpStatus: 500, message: about }) : null)
    await runRound({ ...plannedDocument(imports(40)), existing: 'overwrite', concurrency: 5, script: resting })
    expect(most).toBe(5)
  })

  test('goes on with the calls of a user that are not done, the passwordless one with its id', async () => {
    const calls: readonly Call[] = [
      codeOf('a@example.com'),
      { kind: 'update', email: 'a@example.com', phoneNumber: '+491711234567' },
      socialOf('g1'),
    ]
    const planned = plannedDocument([calls])
    const refuse = { kind: 'failed', httpStatus: 400, message: 'no' } as const
    const first = await runRound({
      ...planned,
      script: ({ operation }) => (operation === 'update-user' ? refuse : null),
    })
    const { database } = planned.document
    sql(database, "UPDATE progress SET state = 'ready'").run()
    const second = await runRound(planned)
    expect([
      first.sent.map(({ operation }) => operation),
      someOf(first.counts),
      second.sent.map(({ operation, about }) => `${operation} ${about}`),
      someOf(second.counts),
    ]).toEqual([
      ['create-code', 'consume-code', 'update-user', 'third-party'],
      { failed: 1 },
      ['update-user a@example.com'],
      { migrated: 1 },
    ])
  })

  test('does not send the update when there is no user to complete', async () => {
    const calls: readonly Call[] = [
      codeOf('a@example.com'),
      { kind: 'update', email: 'a@example.com', phoneNumber: '+491711234567' },
    ]
    const status = { kind: 'status', status: 'SOME_ERROR', message: '' } as const
    const script = ({ operation }: Sent) => (operation === 'consume-code' ? status : null)
    const { sent, counts } = await runRound({ ...plannedDocument([calls]), script })
    expect([sent.length, someOf(counts)]).toEqual([2, { failed: 1 }])
  })

  test('takes up users that became ready meanwhile, wherever they stand', async () => {
    const planned = plannedDocument(imports(30))
    const { database } = planned.document
    planAs(database, 'blocked', 'id IN (1, 2)')
    const script = ({ about }: Sent) => {
      if (about !== 'user30@example.com') return null
      planAs(database, 'ready')
      begun.round.tell({ kind: 'more' })
      return null
    }
    const begun = beginRound({ ...planned, script, concurrency: 1 })
    const { sent, counts } = await begun.finish()
    expect([emails(sent).slice(-2), someOf(counts)]).toEqual([
      ['user1@example.com', 'user2@example.com'],
      { migrated: 30 },
    ])
  })

  test('settles a user of whom a correction left nothing to do', async () => {
    const planned = plannedDocument([[importOf('a@example.com'), socialOf('g1')], ...imports(3)])
    const { database } = planned.document
    const refuse = { kind: 'failed', httpStatus: 400, message: 'no' } as const
    await runRound({ ...planned, script: ({ about }) => (about === 'a@example.com' ? refuse : null) })
    sql(database, 'UPDATE user_text SET calls = ? WHERE user_id = 1').run(JSON.stringify([socialOf('g1')]))
    sql(database, "UPDATE progress SET state = 'ready' WHERE user_id = 1").run()
    const { sent, counts } = await runRound(planned)
    expect([sent, someOf(counts)]).toEqual([[], { migrated: 4 }])
  })
})

describe('time within a round', () => {
  test('a Retry-After holds everything new, for as long as the core asks', async () => {
    const script = ({ about }: Sent, nth: number) =>
      about === 'user5@example.com' && nth === 0 ? passing({ httpStatus: 429, retryAfterMs: 10 * minutes }) : null
    const { sent, counts } = await runRound({ ...plannedDocument(imports(40)), script, concurrency: 2 })
    const askedAt = sent.find(({ about }) => about === 'user5@example.com')?.at ?? 0
    const meanwhile = sent.filter(({ at }) => at > askedAt && at < askedAt + 10 * minutes)
    expect([meanwhile, someOf(counts), sent.length]).toEqual([[], { migrated: 40 }, 41])
  })

  test('a wait that the core asked the run before for is kept before anything is sent', async () => {
    const at = async (waitMs?: number) =>
      (await runRound({ ...plannedDocument(imports(1)), ...(waitMs === undefined ? {} : { waitMs }) })).sent.map(
        (sent) => sent.at - noon,
      )
    expect([await at(), await at(7000)]).toEqual([[0], [7000]])
  })

  test('a Retry-After of more than fifteen minutes ends the round at once', async () => {
    const script = () => passing({ retryAfterMs: 16 * minutes })
    const { end, clock, counts } = await runRound({ ...plannedDocument(imports(9)), script, concurrency: 3 })
    expect([end, clock.now() - noon < 1000, someOf(counts)]).toEqual([
      { kind: 'stopped', stop: 'core-unreachable', message: 'The core asked to wait 16 minutes.' },
      true,
      { ready: 9 },
    ])
  })

  test('retries wait longer and longer, drawn by chance', async () => {
    const { sent } = await runRound({
      ...plannedDocument(imports(1)),
      script: () => passing(),
      random: () => 0.999_999,
    })
    expect(sent.map(({ at }, index) => at - (sent[index - 1]?.at ?? at))).toEqual([0, 400, 800, 1600, 3200, 6400])
  })

  test('a code is not consumed in the last minute of its life', async () => {
    const code = { preAuthSessionId: 's', linkCode: 'a@example.com', codeLifetime: 10 * minutes }
    const script = ({ operation }: Sent, nth: number) => {
      if (operation === 'create-code') return { ...plainSuccess, code }
      return nth === 0 ? passing({ retryAfterMs: 9 * minutes + 1 }) : null
    }
    const { sent, counts } = await runRound({ ...plannedDocument([[codeOf('a@example.com')]]), script })
    expect([sent.map(({ operation }) => operation), someOf(counts)]).toEqual([
      ['create-code', 'consume-code', 'create-code', 'consume-code'],
      { migrated: 1 },
    ])
  })

  test('a code is consumed as long as it lives longer than that', async () => {
    const code = { preAuthSessionId: 's', linkCode: 'a@example.com', codeLifetime: 10 * minutes }
    const script = ({ operation }: Sent, nth: number) => {
      if (operation === 'create-code') return { ...plainSuccess, code }
      return nth === 0 ? passing({ retryAfterMs: 9 * minutes }) : null
    }
    const { sent } = await runRound({ ...plannedDocument([[codeOf('a@example.com')]]), script })
    expect(sent.map(({ operation }) => operation)).toEqual(['create-code', 'consume-code', 'consume-code'])
  })

  test('codes that live shorter than a minute are consumed all the same', async () => {
    const code = { preAuthSessionId: 's', linkCode: 'a@example.com', codeLifetime: 30_000 }
    const script = ({ operation }: Sent) => (operation === 'create-code' ? { ...plainSuccess, code } : null)
    const { counts } = await runRound({ ...plannedDocument([[codeOf('a@example.com')]]), script })
    expect(someOf(counts)).toEqual({ migrated: 1 })
  })

  test('the time of sending goes from the first request to the last outcome', async () => {
    const script = (_: Sent, nth: number) => (nth === 0 ? passing({ retryAfterMs: 2 * minutes }) : null)
    const begun = beginRound({ ...plannedDocument(imports(1)), script })
    await begun.finish()
    const { sendingMs, calls, retries } = begun.round.stats()
    expect([sendingMs >= 2 * minutes && sendingMs < 2 * minutes + 1000, calls, retries]).toEqual([true, 1, 1])
  })

  test('the time of sending goes on while requests wait for an answer', async () => {
    const clock = virtualClock()
    const script = () => new Promise<null>((resolve) => void clock.setTimer(30_000, () => resolve(null)))
    const begun = beginRound({ ...plannedDocument(imports(1)), clock, script })
    const seconds = () => Math.round(begun.round.stats().sendingMs / 1000)
    await clock.advance(20_000)
    const during = seconds()
    await clock.advance(10_000)
    await begun.finish()
    await clock.advance(60_000)
    expect([during, seconds()]).toEqual([20, 30])
  })
})

describe('the first call of each kind', () => {
  const plans = [
    ...Array.from({ length: 6 }, (_, n) => [importOf(`b${n}@example.com`)]),
    ...Array.from({ length: 6 }, (_, n) => [importOf(`r${n}@example.com`, 'argon2')]),
    ...Array.from({ length: 6 }, (_, n) => [socialOf(`g${n}`)]),
    ...Array.from({ length: 6 }, (_, n) => [codeOf(`c${n}@example.com`)]),
  ]

  test('goes alone; other kinds do not wait for it', async () => {
    const release: (() => void)[] = []
    const begun = beginRound({
      ...plannedDocument(plans),
      concurrency: 24,
      script: () => new Promise((resolve) => release.push(() => resolve(null))),
    })
    const sentSoFar: string[][] = []
    const done = begun.finish()
    for (let step = 0; step < 2; step++) {
      await turns()
      sentSoFar.push(release.map(() => ''))
      for (const go of release.splice(0)) go()
    }
    const interval = setInterval(() => release.splice(0).forEach((go) => go()), 1)
    const { sent, counts } = await done
    clearInterval(interval)
    expect([
      sentSoFar[0]?.length,
      sent
        .slice(0, 4)
        .map(({ about }) => about)
        .toSorted(),
      someOf(counts),
    ]).toEqual([4, ['b0@example.com', 'c0@example.com', 'g0', 'r0@example.com'], { migrated: 24 }])
  })

  test('of Firebase scrypt that gets the same 500 holds its family, and the others go on', async () => {
    const scrypt = Array.from({ length: 5 }, (_, n) => [importOf(`s${n}@example.com`, 'firebase-scrypt')])
    const script = ({ about }: Sent) =>
      about.startsWith('s') ? passing({ httpStatus: 500, message: 'no signer key' }) : null
    const begun = beginRound({ ...plannedDocument([...scrypt, ...imports(5)]), script, concurrency: 3 })
    const { end, sent, counts } = await begun.finish()
    expect([
      end.kind,
      emails(sent).filter((one) => one.startsWith('s')),
      someOf(counts),
      [...begun.round.stats().held],
    ]).toEqual([
      'finished',
      Array.from({ length: 4 }, () => 's0@example.com'),
      { migrated: 5, ready: 5 },
      ['firebase-scrypt'],
    ])
  })

  test('of Firebase scrypt that gets a 400 holds it as well, a status does not', async () => {
    const scrypt = Array.from({ length: 3 }, (_, n) => [importOf(`s${n}@example.com`, 'firebase-scrypt')])
    const refused = { kind: 'failed', httpStatus: 400, message: 'no' } as const
    const status = { kind: 'status', status: 'SOME_ERROR', message: '' } as const
    const held = await runRound({ ...plannedDocument(scrypt), script: () => refused })
    const failed = await runRound({ ...plannedDocument(scrypt), script: () => status })
    expect([someOf(held.counts), held.sent.length, someOf(failed.counts)]).toEqual([{ ready: 3 }, 1, { failed: 3 }])
  })

  test('of Firebase scrypt that works keeps later refusals with their users', async () => {
    const scrypt = Array.from({ length: 4 }, (_, n) => [importOf(`s${n}@example.com`, 'firebase-scrypt')])
    const refused = { kind: 'failed', httpStatus: 400, message: 'no' } as const
    const script = ({ about }: Sent) => (about === 's2@example.com' ? refused : null)
    expect(someOf((await runRound({ ...plannedDocument(scrypt), script })).counts)).toEqual({ migrated: 3, failed: 1 })
  })
})

describe('pausing and stopping', () => {
  test('a pause finishes what is in flight and leaves the rest as if it had never been claimed', async () => {
    const planned = plannedDocument(imports(100))
    const script = ({ about }: Sent) => {
      if (about === 'user10@example.com') begun.round.tell({ kind: 'pause' })
      return null
    }
    const begun = beginRound({ ...planned, script, concurrency: 2 })
    const { end, sent, counts } = await begun.finish()
    const rows = statesIn(planned.document.database)
    expect([end.kind, someOf(counts), rows.every((state) => state === 'migrated'), rows.length]).toEqual([
      'paused',
      { migrated: sent.length, ready: 100 - sent.length },
      true,
      sent.length,
    ])
  })

  test('a pause ends every wait, and a call that was surely not done is simply to be done', async () => {
    const planned = plannedDocument(imports(1))
    const clock = virtualClock()
    const begun = beginRound({ ...planned, clock, script: () => passing({ retryAfterMs: 10 * minutes }) })
    await clock.advance(1000)
    begun.round.tell({ kind: 'pause' })
    await begun.finish()
    expect([clock.now() - noon, callsIn(planned.document.database), statesIn(planned.document.database)]).toEqual([
      1000,
      ['1 import todo 1'],
      ['ready'],
    ])
  })

  test('a call that may have been done stays in sending, whatever was answered to its repetition', async () => {
    const planned = plannedDocument(imports(1))
    const clock = virtualClock()
    const script = (_: Sent, nth: number) => (nth === 0 ? noAnswer : passing({ retryAfterMs: 10 * minutes }))
    const begun = beginRound({ ...planned, clock, script })
    await clock.advance(5000)
    begun.round.tell({ kind: 'pause' })
    await begun.finish()
    expect([callsIn(planned.document.database), statesIn(planned.document.database)]).toEqual([
      ['1 import sending 2'],
      ['sending'],
    ])
  })

  test('a refused key stops the round, and nobody is marked as failed', async () => {
    const planned = plannedDocument(imports(50))
    const stop = { kind: 'stop', why: 'api-key-rejected', httpStatus: 401, message: 'no' } as const
    const script = ({ about }: Sent) => (about === 'user7@example.com' ? stop : null)
    const { end, counts, sent } = await runRound({ ...planned, script, concurrency: 1 })
    expect([end, someOf(counts), sent.length]).toEqual([
      { kind: 'stopped', stop: 'api-key-rejected', message: 'no' },
      { migrated: 6, ready: 44 },
      7,
    ])
  })

  test('a document that cannot be written any more stops the round instead of hanging', async () => {
    const both: readonly Call[] = [
      codeOf('a@example.com'),
      { kind: 'update', email: 'a@example.com', phoneNumber: '+491711234567' },
    ]
    const planned = plannedDocument([both, ...imports(20)])
    const { database } = planned.document
    const script = () => {
      database.exec('PRAGMA query_only = ON')
      return null
    }
    const { end, sent } = await runRound({ ...planned, script, concurrency: 1 })
    database.exec('PRAGMA query_only = OFF')
    const after = await runRound(planned)
    expect([end.kind, end.stop, sent.length, someOf(after.counts)]).toEqual([
      'stopped',
      'disk-full',
      2,
      { migrated: 21 },
    ])
  })
})
