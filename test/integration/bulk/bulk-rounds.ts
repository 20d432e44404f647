import { onTestFinished } from 'vitest'
import { parseBaseUrl } from '../../../shared/core-api/base-url.ts'
import type { StopRule } from '../../../shared/ipc/run-limits.ts'
import type { Call } from '../../../shared/planning/call.ts'
import { createCoreClient } from '../../../electron/engine/core-client/core-client.ts'
import { userCounts } from '../../../electron/engine/queries/counts.ts'
import type { Document } from '../../../electron/engine/document/open-document.ts'
import type { Target } from '../../../electron/engine/document/targets.ts'
import {
  type RehearsalCore,
  type RehearsalOptions,
  startRehearsalCore,
} from '../../../electron/engine/rehearsal/rehearsal-core.ts'
import { startBulkRound } from '../../../electron/engine/runner/bulk/bulk-round.ts'
import type { BulkTiming } from '../../../electron/engine/runner/bulk/bulk-context.ts'
import { recoverSending } from '../../../electron/engine/runner/recover.ts'
import type { Round, RoundEnd } from '../../../electron/engine/runner/round.ts'
import type { Send } from '../../../electron/engine/runner/step.ts'
import { importOf, plannedDocument, realTarget, roundOptions, someOf } from '../../support/rounds.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

/** Times of a run that is not to wait. */
export const quick: BulkTiming = {
  batchSize: 10,
  maxWaiting: 1000,
  pollMs: 5,
  quietMs: 1,
  lateAfterMs: 60_000,
  lookUps: 8,
}

/** A real core with bulk import, whose job comes every 20 ms unless it is told otherwise. Ended with the test. */
export async function coreWith(options: Partial<RehearsalOptions> = {}): Promise<RehearsalCore> {
  const started = await startRehearsalCore({
    dialect: 'supertokens',
    apiKey: null,
    signerKey: null,
    bulk: { intervalMs: 20, parallelism: 1 },
    ...options,
  })
  if (!started.ok) throw new Error(started.error.message)
  onTestFinished(() => started.value.stop())
  return started.value
}

/** Sends requests to a core over HTTP. Ended with the test. */
export function clientOf({ baseUrl }: RehearsalCore): Send {
  const base = parseBaseUrl(baseUrl)
  if (!base.ok) throw new Error(base.error.message)
  const options = { dialect: 'supertokens', baseUrl: base.value, apiKey: null, cdiVersion: '5.4' } as const
  const client = createCoreClient({ ...options, connections: 16, timeouts: { headersMs: 1000 } })
  onTestFinished(() => client.close())
  return (operation, args) => client.send(operation, args)
}

/** A core with bulk import, a client of it, and a document with these people, or this many. `counts`: users by state. */
export async function peopleAtCore(
  plans: number | readonly (readonly Call[])[],
  options: Partial<RehearsalOptions> = {},
) {
  const core = await coreWith(options)
  const planned = plannedDocument(typeof plans === 'number' ? people(plans) : plans, realTarget)
  const counts = () => someOf(userCounts.states(planned.document.database, planned.target.id))
  return { core, send: clientOf(core), ...planned, counts }
}

export type BulkSetting = {
  readonly document: Document
  readonly target: Target
  readonly send: Send
  readonly stage?: boolean
  readonly giveUpAfterMs?: number
  readonly concurrency?: number
  readonly stopRule?: StopRule
  readonly pace?: Partial<BulkTiming>
  /** Its process has died: its time stands still. */
  readonly died?: Promise<void>
  readonly clock?: VirtualClock
}

/** Begins a round whose time passes as fast as the core answers. */
export function beginBulk({
  document,
  target,
  send: client,
  stage = true,
  giveUpAfterMs,
  pace = {},
  ...more
}: BulkSetting): Round {
  const { clock = virtualClock() } = more
  let inFlight = 0
  const send: Send = async (operation, args) => {
    inFlight += 1
    const sent = await client(operation, args)
    inFlight -= 1
    return sent
  }
  recoverSending(document.database, target.id, true, clock.now())
  const round = startBulkRound({
    ...roundOptions(document, target, send, clock),
    stage,
    concurrency: more.concurrency ?? 8,
    ...(more.stopRule === undefined ? {} : { stopRule: more.stopRule }),
    giveUpAfterMs: giveUpAfterMs ?? null,
    pace: { ...quick, ...pace },
  })
  const isOver = new Promise<void>((resolve) => {
    onTestFinished(() => {
      round.tell({ kind: 'cancel' })
      resolve()
    })
  })
  void clock.runUntil(Promise.race([round.ended, isOver, more.died ?? isOver]), () => inFlight > 0)
  return round
}

/** The same, to its end. */
export function runBulk(setting: BulkSetting): Promise<RoundEnd> {
  return beginBulk(setting).ended
}

/** A call, and the old ID that its user keeps. */
export function withId(call: Call, externalUserId: string): readonly Call[] {
  return [call, { kind: 'map-id', externalUserId }]
}

/** Users with a hash and an old ID each. */
export function people(count: number): readonly (readonly Call[])[] {
  return Array.from({ length: count }, (_, at) => withId(importOf(`user${at + 1}@example.com`), `old-${at + 1}`))
}

/** All users in the core once, by id and email. */
export function inCore(core: RehearsalCore): readonly string[] {
  return core
    .users({ from: 0, limit: 100_000 })
    .rows.map(({ id, emails }) => `${id} ${emails.join(' ')}`)
    .toSorted()
}

/** The same of a core that has the first `count` people. */
export function expected(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `old-${at + 1} user${at + 1}@example.com`).toSorted()
}

/** Rows of batches that are open, and open batches. */
export function tablesOf({ database }: Document): unknown {
  return database
    .prepare(
      'SELECT (SELECT count(*) FROM bulk_row) AS rows, (SELECT count(*) FROM bulk_batch WHERE ended_at IS NULL) AS open',
    )
    .get()
}
