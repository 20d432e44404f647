import { join } from 'node:path'
import type { FaultRule } from '../../../electron/engine/rehearsal/faults/faults.ts'
import { userCounts } from '../../../electron/engine/queries/counts.ts'
import type { RehearsalCore } from '../../../electron/engine/rehearsal/rehearsal-core.ts'
import { personOf } from '../../../electron/engine/runner/bulk/person-of.ts'
import type { Send } from '../../../electron/engine/runner/step.ts'
import type { StateCounts } from '../../../shared/ipc/views.ts'
import type { OperationArgs } from '../../../shared/core-api/operations.ts'
import type { Call } from '../../../shared/planning/call.ts'
import { beginBulk, clientOf, coreWith, tablesOf, withId } from './bulk-rounds.ts'
import { codeOf, importOf, plannedDocument, realTarget, socialOf } from '../../support/rounds.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { noon, virtualClock } from '../../support/virtual-clock.ts'

/** One way in which requests of an operation go wrong, some times. */
export type RandomFault = {
  readonly on: 'bulk-stage' | 'bulk-list' | 'bulk-count' | 'bulk-remove' | 'list-users' | 'other' | 'import'
  readonly kind: 'before' | 'lost' | 'during' | '500' | 'html-503' | 'cut-json' | '429'
  readonly after: number
  readonly times: number
}

/** An event at one of the requests of a run. */
export type RandomEvent = {
  /** At which of them, from 1: of all, or of one operation. */
  readonly at: number
  readonly on: 'any' | 'bulk-stage' | 'bulk-list' | 'bulk-count' | 'bulk-remove'
  readonly kind:
    | 'kill'
    | 'pause'
    | 'cancel'
    | 'restart'
    | 'sign-up'
    | 'take-id'
    | 'job'
    | 'twice'
    | 'disk-full'
    | 'read-only'
  /** The user whose login or old ID another user takes. */
  readonly user: number
  /** Whether the last request of a process that is killed comes to the core. */
  readonly reaches: 'never' | 'at-once' | 'late'
}

export type BulkScenario = {
  readonly users: number
  /** Places of users that the core refuses to stage. */
  readonly refused: readonly number[]
  /** Users that another system has staged before. */
  readonly others: number
  /** Why the core fails a user in its import. */
  readonly reason: 'E003' | 'E030'
  readonly batchSize: number
  readonly parallelism: number
  /** Milliseconds between two runs of the core's job; null: it is off until the last run. */
  readonly jobEveryMs: number | null
  readonly faults: readonly RandomFault[]
  /** Events during each run. The last run, without any event, is added automatically. */
  readonly runs: readonly (readonly RandomEvent[])[]
}

export type ScenarioEnd = {
  readonly counts: StateCounts
  /** Violated laws, in words. */
  readonly broken: readonly string[]
}

/** No reply to a request that the core may have received after this can be on its way. */
const quietMs = 30
const lateMs = 15
const maxRuns = 8

/** Plays a migration by bulk import from its first run to its end, on a real core. */
export async function playBulk(scenario: BulkScenario): Promise<ScenarioEnd> {
  const file = join(temporaryFolder(), 'core.json')
  let clock = virtualClock(noon)
  const options = {
    bulk: { intervalMs: null, parallelism: scenario.parallelism },
    file,
    clock: () => Math.floor(clock.now()),
  }
  let core = await coreWith(options)
  const client = clientOf(core)
  const port = Number(new URL(core.baseUrl).port)
  const plans = Array.from({ length: scenario.users }, (_, at) => planOf(at, scenario.refused.includes(at)))
  const { document, target } = plannedDocument(plans, realTarget)
  const broken: string[] = []
  /** Logins that other users have taken. */
  const taken = new Set<string>()
  /** Users of requests that came to the core twice and were refused once: the app saw the refusal, and stages them again. */
  const refusedOnce = new Set<string>()
  const theirs = await stageOthers(core, client, scenario.others)
  core.setFaults({ rules: scenario.faults.map(ruleOf) })

  const restart = async (): Promise<void> => {
    await core.stop()
    core = await coreWith({ ...options, port })
    await core.runBulkCron()
  }
  const takeLogin = async (at: number): Promise<void> => {
    const [call] = plans[at] ?? []
    if (call?.kind !== 'import' || loginsIn(core).includes(loginOf(call))) return
    taken.add(loginOf(call))
    await client('import-hash', { email: call.email, passwordHash: call.passwordHash, family: 'bcrypt' })
  }
  const takeId = async (at: number): Promise<void> => {
    if (core.users({ from: 0, limit: 1000 }).rows.some(({ id }) => id === `old-${at}`)) return
    const { outcome } = await client('third-party', { ...socialOf(`thief-${at}`), isVerified: false } as never)
    const coreUserId = outcome.kind === 'success' ? (outcome.userId ?? '') : ''
    await client('map-user-id', { coreUserId, externalUserId: `old-${at}` })
  }
  /** No user is staged who waits in the list, or was created in the core by this migration before. */
  const check: Send = async (operation, args) => {
    if (operation === 'bulk-stage' && 'users' in args) {
      const listed = new Set(core.staged().flatMap((row) => keysOfStaged(row)))
      const present = new Set(loginsIn(core).filter((login) => !taken.has(login)))
      for (const name of loginsOf(args.users).filter((login) => !refusedOnce.has(login))) {
        if (listed.has(name)) broken.push(`${name} is staged while it waits in the list`)
        if (present.has(name)) broken.push(`${name} is staged while it is in the core`)
      }
    }
    if (operation === 'bulk-remove' && 'ids' in args) {
      for (const id of args.ids) if (theirs.has(id)) broken.push('a row of somebody else is removed')
    }
    const sent = await client(operation, args)
    const { outcome } = sent
    if (operation !== 'bulk-list' || outcome.kind !== 'success' || !('rows' in outcome)) return sent
    // The core has reasons of its own as well: then a user has failed, and is not looked up.
    const rows = outcome.rows?.map((row) => ({ ...row, message: row.message.replace('E003', scenario.reason) }))
    return { ...sent, outcome: { ...outcome, ...(rows === undefined ? {} : { rows }) } }
  }

  let late: (() => void)[] = []
  for (let run = 0; run < maxRuns; run += 1) {
    clock = virtualClock(clock.now())
    const events = scenario.runs[run] ?? []
    const isLast = run >= scenario.runs.length
    if (isLast) core.setFaults({})
    const jobEveryMs = isLast ? 40 : scenario.jobEveryMs
    const job = (): void => {
      void core.runBulkCron()
      if (jobEveryMs !== null) clock.setTimer(jobEveryMs, job)
    }
    if (jobEveryMs !== null) clock.setTimer(jobEveryMs, job)
    for (const deliver of late) clock.setTimer(lateMs, deliver)
    late = []
    const requests = new Map<string, number>()
    let isDead = false
    let die: () => void = () => undefined
    const died = new Promise<void>((resolve) => (die = resolve))
    const never = new Promise<never>(() => undefined)
    const send: Send = async (operation, args) => {
      if (isDead) return never
      for (const name of ['any', operation]) requests.set(name, (requests.get(name) ?? 0) + 1)
      const isDue = ({ on, at }: RandomEvent) => (on === 'any' || on === operation) && requests.get(on) === at
      for (const event of events.filter(isDue)) {
        if (event.kind === 'kill') {
          isDead = true
          if (event.reaches === 'at-once') await check(operation, args)
          if (event.reaches === 'late') late.push(() => void check(operation, args))
          die()
          return never
        }
        if (event.kind === 'pause') round.tell({ kind: 'pause' })
        if (event.kind === 'cancel') round.tell({ kind: 'cancel' })
        if (event.kind === 'restart') await restart()
        if (event.kind === 'sign-up') await takeLogin(event.user)
        if (event.kind === 'take-id') await takeId(event.user)
        if (event.kind === 'job') await core.runBulkCron()
        // Existing data can still be changed, and nothing added; or nothing at all can be written.
        if (event.kind === 'disk-full') document.database.exec('PRAGMA max_page_count = 1')
        if (event.kind === 'read-only') document.database.exec('PRAGMA query_only = ON')
        if (event.kind === 'twice') {
          const first = await check(operation, args)
          // Something on the way delivers the same bytes once more, before its reply is seen or after it.
          const isLate = event.reaches === 'late'
          if (isLate) clock.setTimer(lateMs, () => void client(operation, args))
          const second = isLate ? first : await client(operation, args)
          const seen = event.reaches === 'at-once' ? second : first
          if ('users' in args && seen.outcome.kind !== 'success')
            for (const login of loginsOf(args.users)) refusedOnce.add(login)
          return isDead ? never : seen
        }
      }
      const sent = await check(operation, args)
      return isDead ? never : sent
    }
    const pace = { batchSize: scenario.batchSize, quietMs, pollMs: 20, lateAfterMs: 400 }
    const round = beginBulk({ document, target, send, clock, died, pace, giveUpAfterMs: 400 })
    const end = await Promise.race([round.ended, died.then(() => null)])
    document.database.exec('PRAGMA max_page_count = 4294967294; PRAGMA query_only = OFF')
    if (end?.stop === 'disk-full' && !/disk|cannot be written/.test(end.message))
      broken.push(`said of what cannot be written: ${end.message}`)
    if (isLast && end?.kind === 'finished') break
  }

  const counts = userCounts.states(document.database, target.id)
  const logins = loginsIn(core)
  const states = document.database
    .prepare('SELECT user_id - 1 AS at, state FROM progress WHERE target_id = ?')
    .all(target.id) as readonly { readonly at: number; readonly state: string }[]
  const stateOf = new Map(states.map(({ at, state }) => [at, state]))
  for (const [at, [call]] of plans.entries()) {
    const found = call === undefined ? 0 : logins.filter((login) => login === loginOf(call)).length
    const state = stateOf.get(at) ?? 'ready'
    if (found > 1) broken.push(`user ${at} is in the core ${found} times`)
    if (['migrated', 'existing'].includes(state) && found !== 1) broken.push(`user ${at} is ${state}, not in the core`)
    if (!['migrated', 'existing', 'failed', 'in-doubt'].includes(state)) broken.push(`user ${at} is left ${state}`)
  }
  const left = core.staged().filter(({ person }) => !theirs.has(person.id))
  if (left.length > 0) broken.push(`${left.length} rows of ours are left in the list`)
  // By email: after a kill, who is found in the core is completed with the old ID.
  for (const [id, login] of theirs) {
    const isListed = core.staged().some(({ person }) => person.id === id)
    if (!isListed && !logins.includes(login)) broken.push('a user of somebody else is lost')
  }
  if (JSON.stringify(tablesOf(document)) !== '{"rows":0,"open":0}') broken.push('a batch is left open')
  const told = document.database.prepare('SELECT message FROM call UNION ALL SELECT message FROM attempt').all()
  if (JSON.stringify(told).includes('$2b$')) broken.push('a hash is in the journal')
  return { counts, broken }
}

function planOf(at: number, isRefused: boolean): readonly Call[] {
  if (isRefused) {
    const thirdPartyId = 'p'.repeat(29)
    return [
      { kind: 'third-party', thirdPartyId, thirdPartyUserId: `${at}`, email: `bad${at}@x.example`, isVerified: false },
    ]
  }
  if (at % 4 === 2) return withId(socialOf(`g-${at}`), `old-${at}`)
  return at % 4 === 3 ? [codeOf(`user${at}@x.example`)] : withId(importOf(`user${at}@x.example`), `old-${at}`)
}

function loginOf(call: Call): string {
  const person = personOf([call])?.person
  return person === undefined ? '' : (loginsOf([person])[0] ?? '')
}

function loginsOf(users: OperationArgs['bulk-stage']['users']): readonly string[] {
  return users.flatMap(({ methods }) =>
    methods.map(({ recipe, ...method }) => `${recipe} ${'email' in method ? method.email : ''}`),
  )
}

function loginsIn(core: RehearsalCore): readonly string[] {
  return core
    .users({ from: 0, limit: 1000 })
    .rows.flatMap(({ loginMethods, emails }) => loginMethods.map((recipe) => `${recipe} ${emails[0] ?? ''}`))
}

function keysOfStaged({ person }: ReturnType<RehearsalCore['staged']>[number]): readonly string[] {
  return person.loginMethods.map(({ recipeId, email }) => `${recipeId} ${email ?? ''}`)
}

/** Rows that are none of our business; the first has the login of a user of ours. */
async function stageOthers(core: RehearsalCore, client: Send, count: number): Promise<ReadonlyMap<string, string>> {
  if (count === 0) return new Map()
  const calls = Array.from({ length: count }, (_, at) =>
    importOf(at === 0 ? 'user0@x.example' : `other${at}@x.example`),
  )
  const users = calls.map((call) => personOf([call])?.person).filter((one) => one !== undefined)
  await client('bulk-stage', { users })
  return new Map(core.staged().map((row) => [row.person.id, keysOfStaged(row)[0] ?? '']))
}

function ruleOf({ on, kind, after, times }: RandomFault): FaultRule {
  const where = { on: [on], after, times }
  switch (kind) {
    case '500':
      return { ...where, kind, text: 'odd', executed: true }
    case 'html-503':
      return { ...where, kind, executed: true }
    case 'cut-json':
    case '429':
      return { ...where, kind }
    default:
      return { ...where, kind: 'reset', moment: kind }
  }
}
