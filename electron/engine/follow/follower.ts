import type { CutOver, FollowSettings } from '../../../shared/follow/follow-settings.ts'
import { ok, problem, type Problem, type Result } from '../../../shared/result.ts'
import { supportsOperation } from '../../../shared/core-api/dialects.ts'
import { passTable } from '../document/passes.ts'
import { hashesRemovedProblem } from '../document/removed-hashes.ts'
import { getSetting, setSetting } from '../document/settings.ts'
import type { Target } from '../document/targets.ts'
import type { FetchSecrets } from '../fetching/source.ts'
import type { StartFetch } from '../fetching/start-fetch.ts'
import type { ReadDrafts } from '../import-pipeline/read-drafts.ts'
import { createAskCore } from '../post-run/ask-core.ts'
import { userCounts } from '../queries/counts.ts'
import type { Clock } from '../runner/clock.ts'
import { canLookUp } from '../runner/existing-users.ts'
import type { RunOrder } from '../session/run-round.ts'
import type { Session } from '../session/session.ts'
import { followedFiles } from './followed-files.ts'
import { makePass, type PassEnd, type PassOrder } from './make-pass.ts'
import type { PassState } from './pass-parts.ts'

type FollowerParts = {
  readonly session: Session
  readonly readDrafts: ReadDrafts
  readonly startFetch: StartFetch
  readonly clock: Clock
  /** In memory only. */
  readonly secrets: FetchSecrets
  /** How fast a pass sends. */
  readonly speed: Pick<RunOrder, 'concurrency' | 'maxRate' | 'stopRule' | 'giveUpAfterMs'>
}

/** The state of a follower: a pass, or waiting for the next one (milliseconds of the clock's ticks). */
export type FollowerState =
  | { readonly kind: 'pass'; readonly number: number; readonly doing: PassState }
  | { readonly kind: 'waiting'; readonly nextAt: number; readonly last: Result<PassEnd> | null }
  /** The operator is asked whether a listing is right. */
  | { readonly kind: 'asking' }
  | { readonly kind: 'cutting-over'; readonly doing: 'last-pass' | 'verifying' }

type FollowerWatch = {
  readonly onState: (state: FollowerState) => void
  readonly onPass: (end: Result<PassEnd>) => void
  /** A pass took longer than the interval; the next one began at once. */
  readonly onLate: () => void
}

type FollowOrder = {
  readonly once: boolean
  /** An operator is there to accept a listing; else following ends with the question. */
  readonly asks: boolean
  readonly cutOver: boolean
  readonly acceptsLoss: boolean
  readonly removesGone: boolean
}

export type FollowEnd =
  | { readonly kind: 'paused' }
  | { readonly kind: 'once'; readonly pass: Result<PassEnd> }
  | { readonly kind: 'stopped'; readonly problem: Problem }
  | { readonly kind: 'cut-over'; readonly cutOver: CutOver }

/** Settings of the next pass alone. `removes`: users who left the source, and leave the core with it; null: none. */
type PassNow = { readonly acceptsLoss: boolean; readonly removes: readonly number[] | null }

/** Follows the source of one open migration until it is paused or cut over. */
export type Follower = {
  readonly ended: Promise<FollowEnd>
  /** Ends soon; what is in flight is finished first, at most for `withinMs`. */
  readonly pause: (withinMs?: number) => void
  /** Begins the next pass now. */
  readonly passNow: (once: PassNow) => void
  /** Makes the last pass next, then verifies and ends. */
  readonly cutOver: () => void
}

/** Problems after which the operator may accept the listing once. */
export const acceptableLosses: ReadonlySet<string> = new Set([
  'follow-shrunk',
  'follow-keys-changed',
  'follow-other-source',
])

/** Problems that the next pass cannot get around: the operator is asked. */
const questions: ReadonlySet<string> = new Set([
  ...acceptableLosses,
  'follow-several-files',
  'follow-nothing',
  'follow-cannot-remove',
  'api-key-rejected',
  'forbidden',
  'licence-required',
  'wrong-address',
  'disk-full',
  'existing-users',
  'source-unauthorized',
  'source-forbidden',
  'source-not-found',
  'source-bad-settings',
  'source-not-encrypted',
])

/** How a source is followed where nothing was said: often enough for a night, and without replacing a newer password. */
export const usualFollowing = { everyMinutes: 10, signIn: 'can' } as const satisfies Partial<FollowSettings>

/**
 * How this migration was followed before, as far as its source was given on this machine; else it may come from anybody. Where
 * the source was given, but not how it is followed, it is followed as usual.
 */
export function confirmedSettings({ document, trust }: Session): FollowSettings | undefined {
  const settings = getSetting(document.database, 'follow')
  if (settings === undefined || !trust.knowsSource(settings.source)) return undefined
  return trust.knowsFollowing(settings) ? settings : { ...settings, ...usualFollowing }
}

const unconfirmed = problem(
  'source-unconfirmed',
  'The source of this migration was not given on this machine. Name it with --source or --from, or choose it on screen.',
)

/** May this migration follow its source? `wanted`: the source that it would follow; its own unless told otherwise. */
export function followObstacle(session: Session, wanted?: FollowSettings): Result<FollowSettings> {
  const { database } = session.document
  const removed = hashesRemovedProblem(database)
  if (removed !== null) return removed
  const settings = wanted ?? getSetting(database, 'follow')
  if (settings === undefined)
    return problem('follow-no-source', 'This migration follows no source yet. Name it with --source or --from.')
  const cut = getSetting(database, 'cut-over')
  if (cut !== undefined)
    return problem(
      'follow-cut-over',
      `This migration was cut over on ${new Date(cut.at).toISOString().slice(0, 16).replace('T', ' ')} UTC. It no longer follows its source.`,
    )
  const files = followedFiles(database)
  if (!files.ok) return files
  const connection = session.connection()
  if (!connection.ok) return connection
  const { target } = connection.value
  if (target.kind !== 'live')
    return problem(
      'follow-rehearsal',
      'A rehearsal core forgets its users. Connect the live core and migrate the users first.',
    )
  const { ready, migrated, existing } = userCounts.states(database, target.id)
  if (migrated + existing === 0 || (ready > 0 && passTable.list(database, target.id).length === 0))
    return problem(
      'follow-not-migrated',
      'Migrate the users of the first export before you follow its source (resume).',
    )
  return ok(settings)
}

export function startFollower(parts: FollowerParts, order: FollowOrder, watch: FollowerWatch): Follower {
  const { session, clock } = parts
  const stopping = new AbortController()
  let wake: (() => void) | null = null
  let isLast = order.cutOver
  const standing = order.removesGone ? 'all' : null
  let once: Pick<PassOrder, 'acceptsLoss' | 'removes'> = { acceptsLoss: order.acceptsLoss, removes: standing }

  /** `ms` null: until the operator says something. */
  const wait = (ms: number | null) =>
    new Promise<void>((resolve) => {
      if (stopping.signal.aborted || (isLast && ms !== null)) return resolve()
      const cancel = ms === null ? () => undefined : clock.setTimer(Math.max(0, ms), () => wake?.())
      wake = () => {
        cancel()
        wake = null
        resolve()
      }
    })

  const run = async (): Promise<FollowEnd> => {
    for (;;) {
      const obstacle = followObstacle(session)
      if (!obstacle.ok) return { kind: 'stopped', problem: obstacle.error }
      // It may have been changed by another program since the secrets were given.
      const settings = confirmedSettings(session)
      if (settings === undefined) return { kind: 'stopped', problem: unconfirmed.error }
      const everyMs = settings.everyMinutes * 60_000
      const began = clock.ticks()
      const isCutOver = isLast
      const pass = await passOf(parts, settings, { isCutOver, ...once }, stopping.signal, watch)
      if (stopping.signal.aborted) return { kind: 'paused' }
      once = { acceptsLoss: false, removes: standing }
      watch.onPass(pass)
      if (order.asks && !pass.ok && acceptableLosses.has(pass.error.code)) {
        watch.onState({ kind: 'asking' })
        await wait(null)
        if (stopping.signal.aborted) return { kind: 'paused' }
        continue
      }
      if (isCutOver)
        return pass.ok ? await finishCutOver(parts, pass.value, watch) : { kind: 'stopped', problem: pass.error }
      if (order.once && !isLast) return { kind: 'once', pass }
      if (!pass.ok && questions.has(pass.error.code) && !isLast) return { kind: 'stopped', problem: pass.error }
      const left = began + everyMs - clock.ticks()
      if (left <= 0) watch.onLate()
      watch.onState({ kind: 'waiting', nextAt: clock.ticks() + Math.max(0, left), last: pass })
      await wait(left)
      if (stopping.signal.aborted) return { kind: 'paused' }
    }
  }

  return {
    ended: run(),
    pause: (withinMs) => {
      stopping.abort()
      session.run.tell({ kind: 'cancel', ...(withinMs === undefined ? {} : { withinMs }) })
      session.postRun.cancel()
      wake?.()
    },
    passNow: ({ acceptsLoss, removes }) => {
      once = { acceptsLoss, removes: removes ?? standing }
      wake?.()
    },
    cutOver: () => {
      isLast = true
      wake?.()
    },
  }
}

const cannotRemove = problem(
  'follow-cannot-remove',
  'This core can neither be asked for its users nor remove them. Follow without --remove-gone.',
)

/** Requests at once besides a run. */
const connections = 8

async function passOf(
  { session, readDrafts, startFetch, clock, secrets, speed }: FollowerParts,
  settings: FollowSettings,
  order: PassOrder,
  signal: AbortSignal,
  watch: FollowerWatch,
): Promise<Result<PassEnd>> {
  const { database } = session.document
  const connection = session.connection()
  if (!connection.ok) return connection
  const { target, open } = connection.value
  if (order.removes !== null && !canVerify(target)) return cannotRemove
  const number = passTable.list(database, target.id).filter(({ state }) => state !== 'open').length + 1
  const made = await makePass(
    {
      database,
      target,
      settings,
      work: session.work,
      provenance: session.trust.provenance(target),
      readDrafts,
      fetch: { startFetch, secrets },
      clock,
      signal,
      ask: () => {
        const { send, close } = open(connections)
        return { core: createAskCore({ send, clock, random: Math.random, signal }), close }
      },
      send: async (ids) => {
        const started = session.run.start(target, open, { scope: { kind: 'users', ids }, retry: false, ...speed })
        if (!started.ok) return started
        return ok(await session.run.ended())
      },
      onState: (doing) => watch.onState({ kind: 'pass', number, doing }),
    },
    order,
  )
  session.touch()
  return made
}

/** After the last pass: every user that the core can show is looked up, and the moments are written down. */
async function finishCutOver(
  { session, clock }: FollowerParts,
  { passId, left }: PassEnd,
  watch: FollowerWatch,
): Promise<FollowEnd> {
  const { database } = session.document
  const connection = session.connection()
  if (!connection.ok) return { kind: 'stopped', problem: connection.error }
  const { target } = connection.value
  if (left > 0)
    return {
      kind: 'stopped',
      problem: problem('follow-left', `${left} users of the last pass are still to be sent. Cut over again.`).error,
    }
  let verified: CutOver['verified'] = null
  if (canVerify(target)) {
    watch.onState({ kind: 'cutting-over', doing: 'verifying' })
    const started = session.postRun.verify({ sample: null, account: null })
    if (!started.ok) return { kind: 'stopped', problem: started.error }
    const { looked, found, missing, unanswered, stopped } = await started.value
    if (stopped !== null)
      return {
        kind: 'stopped',
        problem: problem(
          'follow-unverified',
          'The last pass is done, but not all users could be looked up. Cut over again.',
        ).error,
      }
    verified = { looked, found, missing, unanswered }
  }
  const passes = passTable.list(database, target.id)
  const last = passes.find(({ id }) => id === passId)
  const cutOver: CutOver = {
    target: target.id,
    at: clock.now(),
    pass: passId,
    lastRead: last?.readAt ?? clock.now(),
    lastWrite: passes.findLast(({ writtenAt }) => writtenAt !== null)?.writtenAt ?? null,
    verified,
  }
  setSetting(database, 'cut-over', cutOver)
  session.touch()
  return { kind: 'cut-over', cutOver }
}

export function canVerify(target: Target): boolean {
  return supportsOperation(target.dialect, 'find-user') && canLookUp(target)
}
