import type { ClaimedUser } from './claimed-user.ts'
import { createGuardedCaller } from './call-guards.ts'
import { createClaimQueue } from './claim-queue.ts'
import { createConcurrencyLimiter, type ConcurrencyLimiter } from './concurrency-limiter.ts'
import { createJournal } from './journal.ts'
import { canLookUp, type LookUpRule } from './look-up-first.ts'
import { createRoundShell, type Round, type RoundOptions } from './round.ts'
import { sendUser } from './send-user.ts'
import { createSlots } from './slots.ts'
import type { Send } from './step.ts'
import { isPressure, mayBeOfUser } from './user-trouble.ts'

/** Of a user set aside, in milliseconds. */
const minRestMs = 50

/** Sends users by single calls until none is left or something ends the round. Throws when the document cannot be written at all. */
export function startRound(options: RoundOptions): Round {
  const { database, target, clock } = options
  const { now, setTimer } = clock
  const limiter: ConcurrencyLimiter = createConcurrencyLimiter(options.concurrency, clock, () =>
    dispatcher.isTroubled(),
  )
  const shell = createRoundShell(options, {
    sentBy: 'single',
    limit: limiter.limit,
    pacingIntervalMs: limiter.pacingIntervalMs,
    onChange: () => queueMicrotask(() => pump()),
    onConcurrency: limiter.set,
    onMore: () => {
      queue.more()
      if (!slots.areIdle()) pump()
    },
    onEnding: () => slots.close(),
    stats: () => ({
      inFlight: slots.inUse(),
      setAside: slots.setAside(),
      asideCauses: slots.asideCauses(),
      held: caller.held,
      slowed: caller.isGuarding() ? 'replacing' : limiter.lowered(),
    }),
  })
  const { dispatcher, walSync, meter, counts, trouble } = shell
  let settled = false
  const slots = createSlots(dispatcher, {
    onChange: () => pump(),
    // Up to four rests, of a fortieth each: the end of a run is short beside the run.
    maxRestMs: () => Math.max(minRestMs, shell.sinceFirstSentMs() / 40),
  })
  const lookUps: LookUpRule = { canLookUp: canLookUp(target), existing: options.existing }
  const journal = createJournal(database, {
    targetId: target.id,
    lookUps,
    setTimer,
    walSync,
    provenance: options.provenance,
    onWriting: shell.save,
    onError: trouble,
    onCommitted: (outcomes) => {
      shell.committed()
      options.onCommitted(outcomes)
    },
  })

  const send: Send = (operation, args) => {
    shell.leaving()
    return options.send(operation, args)
  }

  const caller = createGuardedCaller({
    dialect: target.dialect,
    lookUps,
    stop: shell.stop,
    onAttempt: ({ httpStatus, ms }, outcome) => {
      // A request without an answer has no reply time.
      if (httpStatus !== null) meter.reply(ms)
      if (isPressure(outcome)) limiter.pushedBack()
      // The failure of one user says nothing about the pace of the others.
      if (!mayBeOfUser(outcome)) limiter.replied(ms)
    },
    surroundings: {
      send,
      clock,
      random: options.random,
      dispatcher,
      skipTakenIds: options.takenIds === 'skip',
      canLookUp: lookUps.canLookUp,
      isRehearsal: target.kind === 'rehearsal',
    },
  })
  const queue = createClaimQueue(database, {
    targetId: target.id,
    scoped: options.scoped,
    held: caller.held,
    lookUps,
    now,
    setTimer,
    walSync,
    onChange: () => pump(),
    onError: trouble,
  })

  const sendOne = async (user: ClaimedUser): Promise<void> => {
    const spent = { ms: 0 }
    const slot = slots.take()
    try {
      const userState = await sendUser(user, {
        now,
        besideExisting: options.besideExisting ?? null,
        perform: (call, made, attempts) =>
          caller.perform(call, made, { attempts, spent, slot, absent: () => journal.absent(user.id, call, now()) }),
        sending: journal.sending,
        outcome: (outcome) => {
          const { attempts } = outcome
          if (attempts.length > 0) counts.calls += 1
          counts.retries += attempts.length - new Set(attempts.map((attempt) => attempt.operation)).size
          journal.outcome(outcome)
        },
      })
      if (userState === 'ready' || userState === 'sending') return
      shell.judge(userState, slot.isAside())
      meter.finished(1)
    } catch (error) {
      trouble(error)
    } finally {
      slot.end()
      pump()
    }
  }

  const most = () => limiter.limit() + (dispatcher.wantsExtraSample() ? 1 : 0)

  /** Users whose rest is over come first, users set aside last. False: no user is left to be sent. */
  const sendNext = (): boolean => {
    if (slots.resume() || (slots.areOverfull() && slots.resumeAside())) return true
    const user = queue.next()
    if (user !== undefined) void sendOne(user)
    return user !== undefined || (!queue.awaitingFsync() && slots.resumeAside())
  }

  const settle = (): void => {
    if (settled) return
    settled = true
    limiter.end()
    journal.flush()
    void shell.conclude(queue.releaseUnused)
  }

  const pump = () => {
    while (shell.end() === null && slots.inUse() < most()) if (!sendNext()) break
    if (slots.areIdle() && !queue.awaitingFsync()) settle()
  }

  limiter.begin(
    () => slots.inUse(),
    () => !slots.areIdle() && pump(),
  )
  queueMicrotask(pump)
  return shell.round
}
