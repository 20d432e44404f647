import { onTestFinished } from 'vitest'
import type { OperationName } from '../../shared/core-api/operations.ts'
import { plainSuccess, type ReplyOutcome } from '../../shared/core-api/outcome.ts'
import type { StateCounts } from '../../shared/ipc/views.ts'
import type { Choices } from '../../shared/planning/choices.ts'
import type { Call } from '../../shared/planning/call.ts'
import { userCounts } from '../../electron/engine/queries/counts.ts'
import { fileTable } from '../../electron/engine/document/files.ts'
import type { Document } from '../../electron/engine/document/open-document.ts'
import { type Target, targetTable } from '../../electron/engine/document/targets.ts'
import type { CommittedCall } from '../../electron/engine/runner/store-outcome.ts'
import { recoverSending } from '../../electron/engine/runner/recover.ts'
import type { Clock } from '../../electron/engine/runner/clock.ts'
import { canLookUp } from '../../electron/engine/runner/existing-users.ts'
import type { Round, RoundEnd, RoundOptions } from '../../electron/engine/runner/round.ts'
import { startRound } from '../../electron/engine/runner/single-round.ts'
import type { Send } from '../../electron/engine/runner/step.ts'
import { emptyUser } from '../../shared/users/user.ts'
import { emptyDocument } from './documents.ts'
import { madeUpBcrypt } from './made-up-csv.ts'
import { keepUser } from './planned-users.ts'
import { turns, virtualClock, type VirtualClock } from './virtual-clock.ts'

export function importOf(email: string, family: 'bcrypt' | 'argon2' | 'firebase-scrypt' = 'bcrypt'): Call {
  return { kind: 'import', email, passwordHash: madeUpBcrypt(1), family }
}

export function socialOf(id: string): Call {
  return {
    kind: 'third-party',
    thirdPartyId: 'google',
    thirdPartyUserId: id,
    email: `${id}@example.com`,
    isVerified: false,
  }
}

/** The calls of this many users, each with a password. */
export function imports(count: number): Call[][] {
  return Array.from({ length: count }, (_, n) => [importOf(`user${n + 1}@example.com`)])
}

/** The same, each with a login at a third party. */
export function socials(count: number): Call[][] {
  return Array.from({ length: count }, (_, n) => [socialOf(`g${n + 1}`)])
}

export function codeOf(email: string): Call {
  return { kind: 'passwordless', contact: { kind: 'email', email } }
}

export const liveTarget: Omit<Target, 'id'> = {
  kind: 'live',
  base_url: 'https://core.example.com',
  name: 'core.example.com',
  dialect: 'documented',
  cdi_version: null,
  app_url: null,
  check_message: '',
}

export const realTarget = { dialect: 'supertokens', cdi_version: '5.4' } as const

/** A document whose users have these calls, all ready; user ids count from 1. */
export function plannedDocument(plans: readonly (readonly Call[])[], target: Partial<Omit<Target, 'id'>> = {}) {
  const document = emptyDocument()
  const { database } = document
  // No test cuts the power.
  database.exec('PRAGMA synchronous = OFF')
  const file = fileTable.add(database, '/made/up.csv', 'up.csv', 0)
  for (const [index, calls] of plans.entries()) {
    const families = calls.flatMap((call) => (call.kind === 'import' ? [call.family] : []))
    const id = index + 1
    const email = `user${id}@example.com`
    keepUser(database, { id, file, email, source: emptyUser, calls, bucket: families[0] ?? 'none' })
  }
  return { document, target: targetTable.use(database, { ...liveTarget, ...target }) }
}

/** A request as a round sent it. */
export type Sent = { readonly operation: OperationName; readonly about: string; readonly at: number }

/** The reply of a scripted core to a request; null: a plain success. */
export type Script = (sent: Sent, nth: number) => Promise<ScriptedReply | null> | ScriptedReply | null

/** `ms`: how long the request took by its own clock; nothing: one. */
type ScriptedReply = Partial<ReplyOutcome> & { readonly ms?: number }

export type RoundRun = {
  readonly end: RoundEnd
  readonly sent: readonly Sent[]
  readonly counts: StateCounts
  readonly clock: VirtualClock
}

export type RoundSetting = {
  readonly document: Document
  readonly target: Target
  readonly script?: Script
  readonly existing?: Choices['existing']
  readonly concurrency?: number | 'auto'
  readonly scoped?: boolean
  readonly maxRate?: number
  readonly giveUpAfterMs?: number
  readonly waitMs?: number
  readonly clock?: VirtualClock
  readonly random?: () => number
  readonly onCommitted?: (outcomes: readonly CommittedCall[]) => void
}

/** The options that rounds of all executors have in tests, where nothing of them matters: no test cuts the power. */
export function roundOptions(document: Document, target: Target, send: Send, clock: Clock) {
  return {
    database: document.database,
    target,
    send,
    existing: null,
    concurrency: 4,
    scoped: false,
    clock,
    random: () => 0.5,
    walSync: { sync: () => Promise.resolve(), end: () => Promise.resolve() },
    onCommitted: () => undefined,
  } satisfies RoundOptions
}

/** Starts a round on a clock of the test; nothing is sent over a network. */
export function beginRound(setting: RoundSetting): {
  readonly round: Round
  /** Requests so far. */
  readonly sent: readonly Sent[]
  readonly finish: () => Promise<RoundRun>
} {
  const { document, target, script = () => null, clock = virtualClock() } = setting
  const { database } = document
  const sent: Sent[] = []
  let inFlight = 0
  const send: Send = async (operation, args) => {
    const one = { operation, about: aboutOf(args), at: clock.now() }
    const nth = sent.filter((other) => other.operation === operation && other.about === one.about).length
    sent.push(one)
    inFlight += 1
    const reply = await script(one, nth)
    inFlight -= 1
    const { ms = 1, ...rest } = reply ?? {}
    const outcome = { ...defaultOutcome(operation, one.about), ...rest } as ReplyOutcome
    return { outcome, httpStatus: 'httpStatus' in outcome ? outcome.httpStatus : 200, ms }
  }
  recoverSending(database, target.id, canLookUp(target), clock.now())
  const round = startRound({
    ...roundOptions(document, target, send, clock),
    existing: setting.existing ?? null,
    concurrency: setting.concurrency ?? 4,
    scoped: setting.scoped ?? false,
    maxRate: setting.maxRate ?? null,
    giveUpAfterMs: setting.giveUpAfterMs ?? null,
    ...(setting.waitMs === undefined ? {} : { waitMs: setting.waitMs }),
    random: setting.random ?? (() => 0.5),
    onCommitted: setting.onCommitted ?? (() => undefined),
  })
  onTestFinished(() => round.tell({ kind: 'cancel' }))
  const finish = async (): Promise<RoundRun> => {
    const end = await clock.runUntil(round.ended, () => inFlight > 0)
    return { end, sent, counts: userCounts.states(database, target.id), clock }
  }
  return { round, sent, finish }
}

export function runRound(setting: RoundSetting): Promise<RoundRun> {
  return beginRound(setting).finish()
}

/** Begins a round that ends as the app dies: what is under way then gets no further. */
export async function killedRound(setting: RoundSetting): Promise<void> {
  const { round } = beginRound(setting)
  await turns()
  round.tell({ kind: 'cancel' })
}

function defaultOutcome(operation: OperationName, about: string): ReplyOutcome {
  if (operation === 'look-up') return { ...plainSuccess, users: [] }
  if (operation === 'create-code')
    return { ...plainSuccess, code: { preAuthSessionId: `session ${about}`, linkCode: about } }
  return { ...plainSuccess, userId: `id of ${about}`, createdNewUser: true, didUserAlreadyExist: false }
}

/** The email, number or id that a request is about; the code that it consumes carries it along. */
function aboutOf(args: object): string {
  for (const name of ['linkCode', 'thirdPartyUserId', 'email', 'phoneNumber', 'userId'] as const) {
    if (name in args) return String(args[name as keyof typeof args])
  }
  return ''
}

export type RetryOutcome = Extract<ReplyOutcome, { kind: 'retry' }>

/** A failure that may pass. */
export function passing(change: Partial<RetryOutcome> = {}): RetryOutcome {
  const usual = { kind: 'retry', why: 'server-error', httpStatus: 503, retryAfterMs: null, reached: true } as const
  return { ...usual, message: 'busy', ...change }
}

export const unreachable = passing({ why: 'connect', httpStatus: null, reached: false, message: 'Nothing there.' })

export const noAnswer = passing({ why: 'reset', httpStatus: null, message: 'The connection broke.' })

/** Only the states that some user has. */
export function someOf(counts: StateCounts): Partial<StateCounts> {
  return Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0))
}
