import { setImmediate as turn } from 'node:timers/promises'
import * as z from 'zod'
import type { BulkPerson } from '../../../../shared/core-api/bulk-person.ts'
import type { ReplyOutcome } from '../../../../shared/core-api/outcome.ts'
import type { StopReason } from '../../../../shared/report/stop-reason.ts'
import { getChoices } from '../../document/settings.ts'
import { allRows, type Database, sql } from '../../document/sqlite.ts'
import type { Dispatcher } from '../dispatcher.ts'
import type { Send } from '../step.ts'
import { type BatchEvent, stateOfBatch } from './batch.ts'
import { type BulkContext, runEnded, shortestWait } from './bulk-context.ts'
import { type Candidate, createCandidates, type FingerprintSet } from './candidates.ts'
import { type Ask, BulkInterrupted, forEachConcurrently } from './core-list.ts'
import { lookUpsPerPage, readCoreUsers } from './core-users.ts'
import { idMark, keysOfRow } from './person-of.ts'
import type { LostSettler } from './settle-lost.ts'

const roleRow = z.object({ role: z.string() })

/** Roles of users of this migration that the core does not have, and that the operator wants created. */
function rolesToCreate(database: Database): readonly string[] {
  const { roles } = getChoices(database)
  const missing = "SELECT DISTINCT group_key AS role FROM finding WHERE code = 'role-missing'"
  return allRows(roleRow, sql(database, missing))
    .map(({ role }) => role)
    .filter((role) => Object.hasOwn(roles, role) && roles[role] === 'create')
}

/**
 * Creates roles ahead of staging: a core refuses a batch in which a user has a role that it does not have. Creating an existing role changes nothing. Users with a role that the core refuses to create go by single calls, which say why.
 */
async function createRoles(ask: Ask, roles: readonly string[]): Promise<ReadonlySet<string>> {
  const created = new Set<string>()
  for (const role of roles) {
    const step = await ask('create-role', { role })
    if (step.kind === 'interrupted') throw new BulkInterrupted(step)
    if (step.kind === 'success') created.add(role)
  }
  return created
}

type StageUsersWith = {
  readonly database: Database
  readonly targetId: number
  readonly scoped: boolean
  readonly lost: LostSettler
  /** Each of them is a list of its own. */
  readonly tenants: readonly string[]
}

/** Failed batches after which bulk import is given up. */
const maxLostBatches = 2

/** Each user of ours takes up to two look-ups. */
const usersPerLookUp = 500 / lookUpsPerPage
/** More users of the core than this are not held in memory. */
const maxKnownUsers = 500_000

type ReadyBatch = {
  readonly users: readonly Candidate[]
  /** No user is left. */
  readonly last: boolean
  readonly lookedUp: number
}

/** Stages all users that are known to be missing in the core. Looks up the next batch while one is staged. */
export async function stageUsers(context: BulkContext, options: StageUsersWith): Promise<void> {
  const { open, dispatcher, pace } = context
  const held = new Set<string>()
  const createdRoles = await createRoles(context.ask, rolesToCreate(options.database))
  const candidates = createCandidates(options.database, options.targetId, {
    scoped: options.scoped,
    held,
    createdRoles,
    now: context.clock.now,
  })
  await excludeRowsOfOthers(context, candidates.exclude)
  const most = (candidates.remaining() * 2 - options.tenants.length * lookUpsPerPage) * usersPerLookUp
  const known = await readCoreUsers(context, Math.min(maxKnownUsers, most))

  const prepare = async (): Promise<ReadyBatch> => {
    const some: Candidate[] = []
    let left = pace.batchSize
    let isLast = false
    // In pieces, so that a reply does not wait for all of them.
    while (left > 0 && !isLast) {
      await turn()
      const { candidates: more, last } = candidates.next(Math.min(left, piece))
      some.push(...more)
      left -= piece
      isLast = last
    }
    const users = known === null ? await lookUpAbsent(context, some) : some.filter(isUnknownTo(known))
    return { users, last: isLast, lookedUp: some.length }
  }

  let lostBatches = 0
  for (let next = prepare(); ;) {
    const { users: ready, last, lookedUp } = await next
    context.tally.lookedUp += lookedUp
    const users = ready.filter(({ family }) => family === null || !held.has(family))
    // Waits for room without a request to the core.
    while (open.countIn('staged') >= pace.maxWaiting) {
      if (!(await dispatcher.wait(shortestWait(pace)))) throw runEnded()
    }
    const staging = users.length > 0 ? stageOne(context, options.lost, users) : null
    // Prepared while the core works on this batch; if the batch ends the run, the next one is never awaited.
    if (!last) {
      next = prepare()
      next.catch(() => undefined)
    }
    const result = await staging
    if (result === 'unable') return
    if (result === 'signer-key') held.add('firebase-scrypt')
    if (result !== null) lostBatches = result === 'lost' ? lostBatches + 1 : 0
    if (last || lostBatches >= maxLostBatches) return
  }
}

/** Users prepared in one piece. */
const piece = 250

/** Rows of other systems with a login of ours would roll its chunk back. */
async function excludeRowsOfOthers(
  { core, copies }: BulkContext,
  exclude: (marks: Iterable<string>) => void,
): Promise<void> {
  if ((await core.countRows()) === 0) return
  for (const row of await copies.remove(await core.listRows())) {
    if (!copies.isForeign(row)) continue
    exclude(keysOfRow(row))
    if (row.externalUserId !== null) exclude([idMark(row.externalUserId)])
  }
}

function isUnknownTo(known: FingerprintSet): (candidate: Candidate) => boolean {
  return ({ marks }) => marks.every((mark) => !known.has(mark))
}

/** Takes out users that the core has, users whose old ID the core has, and users it gives no answer about. */
async function lookUpAbsent(
  { core, atOnce }: BulkContext,
  candidates: readonly Candidate[],
): Promise<readonly Candidate[]> {
  const absent = new Set<Candidate>()
  await forEachConcurrently(candidates, atOnce(), async (candidate) => {
    const { keys, externalUserId } = candidate
    if ((await core.findByLogin(keys)) !== null) return
    if (externalUserId !== null && (await core.findById(externalUserId)) !== null) return
    absent.add(candidate)
  })
  return candidates.filter((candidate) => absent.has(candidate))
}

type Staged = 'staged' | 'unable' | 'signer-key' | 'lost'

/** Stages a batch; users that were only refused together with bad ones are staged again without them. */
async function stageOne(context: BulkContext, lost: LostSettler, users: readonly Candidate[]): Promise<Staged> {
  const { journal, open, send, dispatcher, random } = context
  const batch = journal.begin(users)
  open.add(batch)
  await context.walSync.sync()
  const result = await stageBatch(
    users.map(({ person }) => person),
    {
      send,
      dispatcher,
      beforeSending: async (tries) => {
        if (tries === 1 && context.clock.now() - batch.sentAt < soonMs) return
        open.sendingNow(batch.id)
        await context.walSync.sync()
      },
      onReply: open.change,
      waitMs: (tries) => random() * Math.min(20_000, 400 * 2 ** tries),
    },
  )
  const staged = (): Staged => {
    context.tally.staged += users.length
    return 'staged'
  }
  switch (result.kind) {
    case 'lost':
      return (await lost.settle(batch.id)) ? staged() : 'lost'
    case 'ended':
      open.apply(batch.id, { kind: 'not-taken', message: '' })
      throw runEnded()
    case 'stop':
      open.apply(batch.id, result.event)
      throw new BulkInterrupted({ kind: 'interrupted', settled: true, stop: result.why, message: result.message })
    case 'unable':
      open.apply(batch.id, result.event)
      return /signer_key/.test(result.message) ? 'signer-key' : 'unable'
    default: {
      const after = open.apply(batch.id, result.event)
      if (result.event.kind === 'accepted') open.expect(batch.id, expectedOf(users, result.event.rowIds))
      if (result.event.kind !== 'refused') {
        return stateOfBatch(after) === 'sending' && !(await lost.settle(batch.id)) ? 'lost' : staged()
      }
      const bad = new Set(result.event.users.map(({ index }) => index))
      const others = users.filter((_, index) => !bad.has(index))
      // If the core names no user of this batch, no user is staged again.
      if (others.length === users.length) return 'unable'
      return others.length === 0 ? 'staged' : stageOne(context, lost, others)
    }
  }
}

/** A batch that is sent within this time was sent when it was begun. */
const soonMs = 1000

/** The core gives a user its old id where there is one, else that of its row. */
function expectedOf(users: readonly Candidate[], rowIds: readonly string[]) {
  return users.flatMap(({ id, externalUserId }, index) => {
    const coreId = externalUserId ?? rowIds[index]
    return coreId === undefined ? [] : [{ coreId, userId: id }]
  })
}

/** The result of sending a batch. */
type StageResult =
  | { readonly kind: 'event'; readonly event: BatchEvent }
  /** Unknown whether the core accepted it: look at its list. */
  | { readonly kind: 'lost' }
  /** The core accepted no user, and the run has to stop. */
  | { readonly kind: 'stop'; readonly why: StopReason; readonly message: string; readonly event: BatchEvent }
  /** The core accepted no user and cannot accept any: these users go by single calls. */
  | { readonly kind: 'unable'; readonly message: string; readonly event: BatchEvent }
  /** Nothing was sent: the run ends. */
  | { readonly kind: 'ended' }

type StageWith = {
  readonly send: Send
  readonly dispatcher: Dispatcher
  /**
   * Called before each try. If the process dies on the way, the next run waits from this time on until no request can arrive any more,
   * and only then stages the users again.
   */
  readonly beforeSending: (tries: number) => Promise<void>
  readonly onReply: (ms: number) => void
  /** Delay in milliseconds after this many tries that did not reach the core. */
  readonly waitMs: (tries: number) => number
}

/** Tries of a request that does not reach the core; then its users are released. */
const maxTries = 6

/**
 * Sends one batch. It is sent again only when the core surely did not get it or said that it had no time: after any
 * other reply than a plain answer, and after none, the batch may be staged, and only the core's list can tell.
 */
export async function stageBatch(users: readonly BulkPerson[], context: StageWith): Promise<StageResult> {
  const { dispatcher } = context
  for (let tries = 1; ; tries += 1) {
    if (!(await dispatcher.acquire(users))) return { kind: 'ended' }
    await context.beforeSending(tries)
    const { outcome, ms } = await context.send('bulk-stage', { users })
    dispatcher.release({ outcome, requester: users, suspect: false })
    context.onReply(ms)
    const result = resultOf(outcome)
    if (result !== 'again') return result
    if (tries === maxTries) return { kind: 'event', event: { kind: 'not-taken', message: outcome.message } }
    const requestedMs = outcome.kind === 'retry' ? (outcome.retryAfterMs ?? 0) : 0
    dispatcher.pauseFor(requestedMs)
    if (!(await dispatcher.wait(Math.max(requestedMs, context.waitMs(tries))))) {
      return { kind: 'event', event: { kind: 'not-taken', message: outcome.message } }
    }
  }
}

function resultOf(outcome: ReplyOutcome): StageResult | 'again' {
  switch (outcome.kind) {
    case 'success': {
      const { staged, refused } = outcome
      if (refused !== undefined) return { kind: 'event', event: { kind: 'refused', users: refused } }
      if (staged === undefined) return { kind: 'lost' }
      // A core before 10.1.1 gives no ids: its list has to be asked.
      return staged.length === 0 ? { kind: 'lost' } : { kind: 'event', event: acceptedBy(staged) }
    }
    case 'stop':
      return { kind: 'stop', why: outcome.why, message: outcome.message, event: notTaken(outcome.message) }
    case 'failed':
      return { kind: 'unable', message: outcome.message, event: notTaken(outcome.message) }
    case 'retry':
      if (!outcome.reached || outcome.why === 'rate-limited') return 'again'
      // Cores answer so before they store anything.
      return /signer_key/.test(outcome.message)
        ? { kind: 'unable', message: outcome.message, event: notTaken(outcome.message) }
        : { kind: 'lost' }
    default:
      return { kind: 'lost' }
  }
}

function notTaken(message: string): BatchEvent {
  return { kind: 'not-taken', message }
}

/** The row's id is the core's id of the login method, which it keeps at the import. */
function acceptedBy(
  staged: readonly { readonly userId: string; readonly loginMethods: readonly { readonly userId: string }[] }[],
): BatchEvent {
  return { kind: 'accepted', rowIds: staged.map(({ loginMethods, userId }) => loginMethods[0]?.userId ?? userId) }
}
