import { describe, expect, test } from 'vitest'
import { sql } from '../../../../electron/engine/document/sqlite.ts'
import {
  beginRound,
  imports,
  noAnswer,
  passing,
  plannedDocument,
  realTarget,
  runRound,
  socials,
  someOf,
  type Script,
  type Sent,
  unreachable,
} from '../../../support/rounds.ts'
import { noon, virtualClock, type VirtualClock } from '../../../support/virtual-clock.ts'

const minutes = 60_000

const gateway = passing({ httpStatus: 502, message: 'Bad Gateway' })
const locked = passing({ why: 'database', httpStatus: 500, message: '[SQLITE_BUSY] The database file is locked' })
const page = passing({ why: 'html', httpStatus: 404, message: 'Not Found' })

/** Answers twenty requests, then nothing for some time, then everything. */
function awayFor(ms: number, silence = noAnswer) {
  const clock = virtualClock()
  const until = { ticks: Infinity }
  let answered = 0
  const script: Script = () => {
    answered += 1
    if (answered === 21) until.ticks = clock.ticks() + ms
    return answered > 20 && clock.ticks() < until.ticks ? silence : null
  }
  return { clock, script }
}

/** Seconds between requests, from the first that waited for the one before it. */
function pauses(sent: readonly Sent[]): readonly number[] {
  const all = sent.slice(1).map(({ at }, index) => (at - (sent[index]?.at ?? 0)) / 1000)
  return all.slice(all.findIndex((seconds) => seconds >= 1))
}

describe.each([
  ['broken connections', noAnswer],
  ['connections that cannot be made', unreachable],
  ['a gateway with nobody behind it', gateway],
  ['pages with a 404', page],
  ['a core whose database is locked', locked],
])('a core that is away in the middle of a run (%s)', (_, silence) => {
  test.each([1, 2, 8])('costs nobody, however long, at %d at once', async (concurrency) => {
    const away = awayFor(45 * minutes, silence)
    const { end, counts } = await runRound({ ...plannedDocument(socials(60)), ...away, concurrency })
    expect([end.kind, someOf(counts)]).toEqual(['finished', { migrated: 60 }])
  })

  test.each([1, 8])('is tried with growing pauses, by one request at a time, at %d at once', async (concurrency) => {
    const away = awayFor(5 * minutes, silence)
    const { sent } = await runRound({ ...plannedDocument(socials(60)), ...away, concurrency })
    const growing = pauses(sent)
    const atLast = sent.filter(({ at }) => at > noon + 30_000 && at < noon + 5 * minutes)
    expect([growing.slice(0, 8), new Set(atLast.map(({ at }) => at)).size === atLast.length]).toEqual([
      [1, 2, 5, 10, 30, 60, 60, 60],
      true,
    ])
  })
})

test('an outage is no time of sending: it is named apart', async () => {
  const { clock, script } = awayFor(5 * minutes)
  const { round } = beginRound({ ...plannedDocument(socials(60)), clock, script, concurrency: 4 })
  await clock.runUntil(round.ended)
  const { sendingMs, outageMs } = round.stats()
  expect([sendingMs < 10_000, outageMs >= 4.5 * minutes && outageMs < 6 * minutes]).toEqual([true, true])
})

describe('a request that gets no answer while others do', () => {
  const poison = 'g7'
  const script: Script = ({ about }) => (about === poison ? noAnswer : null)

  test.each([1, 2, 8])('has failed after six tries, and the others go on, at %d at once', async (concurrency) => {
    const { end, counts, sent } = await runRound({ ...plannedDocument(socials(30)), script, concurrency })
    expect([end.kind, someOf(counts), sent.filter(({ about }) => about === poison).length]).toEqual([
      'finished',
      { migrated: 29, failed: 1 },
      6,
    ])
  })

  test.each(['g1', 'g30'])('as %s of thirty, too', async (about) => {
    const { end, counts } = await runRound({
      ...plannedDocument(socials(30)),
      script: (sent) => (sent.about === about ? noAnswer : null),
      concurrency: 4,
    })
    expect([end.kind, someOf(counts)]).toEqual(['finished', { migrated: 29, failed: 1 }])
  })

  test('never has more requests under way than allowed, although company is asked for', async () => {
    let most = 0
    let now = 0
    const counting: Script = async (sent) => {
      now += 1
      most = Math.max(most, now)
      await Promise.resolve()
      now -= 1
      return sent.about === poison ? noAnswer : null
    }
    await runRound({ ...plannedDocument(socials(30)), script: counting, concurrency: 1 })
    expect(most).toBe(1)
  })
})

describe('a core that stays away', () => {
  test('is waited for without end', async () => {
    const { round, clock } = begin(() => noAnswer)
    await clock.advance(20 * 60 * minutes)
    expect([round.stats().outage?.message, round.stats().claimed > 0]).toEqual(['The connection broke.', true])
    round.tell({ kind: 'cancel' })
    await clock.runUntil(round.ended)
  })

  test('is given up where patience was bounded, and nobody has failed', async () => {
    const planned = plannedDocument(socials(60))
    const { end, counts, clock } = await runRound({
      ...planned,
      ...awayFor(Infinity),
      concurrency: 4,
      giveUpAfterMs: 10 * minutes,
    })
    const { failed, migrated } = counts
    expect([end, failed, migrated, Math.floor((clock.now() - noon) / minutes)]).toEqual([
      { kind: 'stopped', stop: 'core-unreachable', message: 'The connection broke.' },
      0,
      20,
      10,
    ])
  })

  test('is given up at another time when the operator says so meanwhile', async () => {
    const { round, clock } = begin(() => unreachable)
    await clock.advance(20 * minutes)
    round.tell({ kind: 'give-up', afterMs: 30 * minutes })
    await clock.advance(9 * minutes)
    const before = round.stats().outage !== null
    round.tell({ kind: 'give-up', afterMs: null })
    await clock.advance(60 * minutes)
    round.tell({ kind: 'give-up', afterMs: 90 * minutes })
    const startedAt = clock.now()
    const end = await clock.runUntil(round.ended)
    expect([before, end?.stop, Math.round((clock.now() - startedAt) / minutes)]).toEqual([true, 'core-unreachable', 1])
  })

  test('is given up at once when the operator allows less time than it has been away', async () => {
    const { round, clock } = begin(() => unreachable)
    await clock.advance(20 * minutes)
    const startedAt = clock.now()
    round.tell({ kind: 'give-up', afterMs: 10 * minutes })
    const end = await clock.runUntil(round.ended)
    expect([end?.stop, clock.now() - startedAt]).toEqual(['core-unreachable', 0])
  })

  test('a limit for an outage ends no run whose core answers', async () => {
    const { round, clock } = begin(() => null)
    round.tell({ kind: 'give-up', afterMs: 0 })
    expect(await clock.runUntil(round.ended)).toMatchObject({ kind: 'finished' })
  })

  test('tells when it is tried again', async () => {
    const { round, clock } = begin(() => unreachable)
    await clock.advance(1)
    const before = round.stats().outage
    await clock.advance(1000)
    const after = round.stats().outage
    expect([before, after]).toEqual([
      { retryMs: 999, sinceMs: 1, tries: 0, message: 'Nothing there.' },
      { retryMs: 1999, sinceMs: 1001, tries: 1, message: 'Nothing there.' },
    ])
    round.tell({ kind: 'cancel' })
    await clock.runUntil(round.ended)
  })

  test('is tried at once when the operator does not want to wait, by one request only', async () => {
    let isBack = false
    let sent = 0
    const { round, clock } = begin(() => {
      sent += 1
      return isBack ? null : unreachable
    })
    await clock.advance(20_000)
    const waiting = round.stats().outage
    const before = sent
    round.tell({ kind: 'try-now' })
    await clock.advance(1)
    const still = [round.stats().outage?.tries, sent - before]
    await clock.advance(1000)
    isBack = true
    round.tell({ kind: 'try-now' })
    const end = await clock.runUntil(round.ended)
    const waited = clock.now() - noon
    expect([(waiting?.retryMs ?? 0) > 9000, still, end.kind, waited < 25_000]).toEqual([
      true,
      [(waiting?.tries ?? 0) + 1, 1],
      'finished',
      true,
    ])
  })

  test('is not asked sooner than it wished by a try that is not needed', async () => {
    const { round, clock } = begin(() => null)
    round.tell({ kind: 'try-now' })
    expect([(await clock.runUntil(round.ended)).kind, round.stats().outage]).toEqual(['finished', null])
  })

  test('lets a pause through at once', async () => {
    const { round, clock } = begin(() => unreachable)
    await clock.advance(3 * minutes)
    round.tell({ kind: 'pause' })
    expect((await clock.runUntil(round.ended)).kind).toBe('paused')
  })
})

function begin(script: Script, clock: VirtualClock = virtualClock()) {
  const { round } = beginRound({ ...plannedDocument(socials(9)), script, clock, concurrency: 4, random: () => 0 })
  return { round, clock }
}

describe('a hash import that may have been done unseen', () => {
  const lost: Script = ({ operation }, nth) => (operation === 'import-hash' && nth === 0 ? noAnswer : null)

  test('is sent again at once', async () => {
    const { sent, counts } = await runRound({ ...plannedDocument(imports(1)), script: lost })
    expect([sent.length, someOf(counts)]).toEqual([2, { migrated: 1 }])
  })

  test('is unknown when the core was away for more than ten minutes since', async () => {
    const planned = plannedDocument(imports(40))
    const { counts, sent } = await runRound({ ...planned, ...awayFor(11 * minutes), concurrency: 4 })
    const messages = sql(planned.document.database, "SELECT DISTINCT message FROM call WHERE state = 'in-doubt'").all()
    const { 'in-doubt': inDoubt, migrated, failed } = counts
    expect([inDoubt > 0 && inDoubt <= 5, inDoubt + migrated, failed, messages, sent.length > 40]).toEqual([
      true,
      40,
      0,
      [{ message: expect.stringContaining('could overwrite a password') }],
      true,
    ])
  })

  test('is done after ten minutes when the connection never came about', async () => {
    const { counts } = await runRound({
      ...plannedDocument(imports(40)),
      ...awayFor(60 * minutes, unreachable),
      concurrency: 4,
    })
    expect(someOf(counts)).toEqual({ migrated: 40 })
  })

  test('is looked up after ten minutes where that can be done', async () => {
    const planned = plannedDocument(imports(40), realTarget)
    const { counts, sent } = await runRound({
      ...planned,
      ...awayFor(11 * minutes),
      existing: 'overwrite',
      concurrency: 4,
    })
    const lookedUp = new Set(sent.filter(({ operation }) => operation === 'look-up').map(({ about }) => about))
    expect([someOf(counts), lookedUp.size > 0 && lookedUp.size <= 5]).toEqual([{ migrated: 40 }, true])
  })

  test('is unknown when ten minutes have passed by either clock, so that sleep and set clocks count', async () => {
    const clock = virtualClock()
    const planned = plannedDocument(imports(1))
    const script: Script = (_, nth) => {
      if (nth > 0) return null
      clock.jump(60 * minutes)
      return noAnswer
    }
    const { counts } = await runRound({ ...planned, script, clock })
    expect(someOf(counts)).toEqual({ 'in-doubt': 1 })
  })
})

describe('a clock that is set', () => {
  test.each([-60, 60])('by %d minutes changes no wait', async (jump) => {
    const clock = virtualClock()
    const script: Script = (_, nth) => {
      if (nth > 0) return null
      clock.jump(jump * minutes)
      return passing({ httpStatus: 429, retryAfterMs: 40_000 })
    }
    const { sent, counts } = await runRound({ ...plannedDocument(socials(1)), script, clock })
    const waited = (sent[1]?.at ?? 0) - (sent[0]?.at ?? 0) - jump * minutes
    expect([waited, someOf(counts)]).toEqual([40_000, { migrated: 1 }])
  })
})

test.each([-24 * 60, 24 * 60])(
  'a run in which the clock is set by %d minutes lasts as long as it took',
  async (jump) => {
    const clock = virtualClock()
    const planned = plannedDocument(socials(9))
    const script: Script = async ({ about }) => {
      if (about === 'g5') clock.jump(jump * minutes)
      await new Promise<void>((resolve) => clock.setTimer(2000, resolve))
      return null
    }
    const { round } = beginRound({ ...planned, script, clock, concurrency: 3 })
    await clock.runUntil(round.ended)
    const [row] = sql(planned.document.database, 'SELECT ended_at - started_at AS lasted, sending_ms FROM run').all()
    const [lasted, sending] = Object.values(row ?? {}).map(Number)
    expect([round.stats().sendingMs, lasted === sending || lasted === Number(sending) + 50, sending]).toEqual([
      sending,
      true,
      8000,
    ])
  },
)

describe('a machine that sleeps in the middle of requests', () => {
  const hours = 60 * minutes
  const asleep = passing({ why: 'timeout', httpStatus: null, message: 'No answer came in time.' })

  test.each([1, 8])('costs nobody: their deadlines passed meanwhile, at %d at once', async (concurrency) => {
    const script: Script = (_, nth) => (nth === 0 ? { ...asleep, ms: 8 * hours } : null)
    const { end, counts } = await runRound({ ...plannedDocument(socials(9)), script, concurrency })
    expect([end.kind, someOf(counts)]).toEqual(['finished', { migrated: 9 }])
  })

  test('as often as it likes', async () => {
    const script: Script = ({ about }, nth) => (about === 'g5' && nth < 12 ? { ...asleep, ms: 2 * hours } : null)
    const { end, counts } = await runRound({ ...plannedDocument(socials(9)), script, concurrency: 4 })
    expect([end.kind, someOf(counts)]).toEqual(['finished', { migrated: 9 }])
  })

  test('while a request without an answer in time and without that has failed as before', async () => {
    const script: Script = ({ about }) => (about === 'g5' ? { ...asleep, ms: 31_000 } : null)
    const { counts, sent } = await runRound({ ...plannedDocument(socials(9)), script, concurrency: 4 })
    expect([someOf(counts), sent.filter(({ about }) => about === 'g5').length]).toEqual([{ migrated: 8, failed: 1 }, 6])
  })

  test('leaves a hash import alone that was sent before, unless the core can be asked', async () => {
    const clock = virtualClock()
    const script: Script = ({ operation }, nth) => {
      if (operation !== 'import-hash' || nth > 0) return null
      clock.jump(2 * hours)
      return { ...asleep, ms: 2 * hours }
    }
    const blind = await runRound({ ...plannedDocument(imports(1)), script, clock })
    const seeing = await runRound({ ...plannedDocument(imports(1), realTarget), script, clock, existing: 'overwrite' })
    expect([someOf(blind.counts), someOf(seeing.counts), seeing.sent.map(({ operation }) => operation)]).toEqual([
      { 'in-doubt': 1 },
      { migrated: 1 },
      ['import-hash', 'look-up', 'import-hash'],
    ])
  })
})
