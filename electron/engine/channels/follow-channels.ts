import { basename, dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { PassSource } from '../../../shared/follow/follow-settings.ts'
import type { FollowSourceView, FollowStateView } from '../../../shared/ipc/requests/follow-requests.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { passResults } from '../document/passes.ts'
import { getSetting, setSetting } from '../document/settings.ts'
import { describeFile } from '../files/export-file.ts'
import { fetchSources } from '../fetching/sources/index.ts'
import { fetchHere } from '../fetching/start-fetch.ts'
import {
  acceptableLosses,
  canVerify,
  confirmedSettings,
  followObstacle,
  startFollower,
  usualFollowing,
  type FollowEnd,
  type Follower,
  type FollowerState,
} from '../follow/follower.ts'
import { fileName, followedFiles } from '../follow/followed-files.ts'
import { removableGone } from '../follow/make-pass.ts'
import { readDrafts as readHere, type ReadDrafts } from '../import-pipeline/read-drafts.ts'
import { systemClock } from '../runner/clock.ts'
import type { Session } from '../session/session.ts'
import type { Answers, OpenMigration } from './open-migration.ts'

type FollowChannel =
  | 'follow:state'
  | 'follow:start'
  | 'follow:pause'
  | 'follow:pass-now'
  | 'follow:cut-over'
  | 'follow:gone'

/** A migration that is followed in this window. */
type Following = { readonly session: Session; readonly follower: Follower }

/** Milliseconds without an answer of the core after which a pass ends; the next pass continues. */
const giveUpAfterMs = 60_000

/**
 * Following a source until the cut-over. `offer`: a file or folder that the operator chose. `stop`: finishes what is in flight; before
 * the migration is closed.
 */
export function followChannels(
  { withSession }: OpenMigration,
  readDrafts: ReadDrafts = readHere,
): {
  readonly answers: Answers<FollowChannel>
  readonly offer: (session: Session, path: string) => void
  readonly stop: () => Promise<void>
} {
  let now: Following | null = null
  let doing: FollowerState | null = null
  let message = ''
  let asksAboutLoss = false
  let chosen: { readonly session: Session; readonly path: string } | null = null

  const offersIn = (session: Session) => offersOf(session, chosen?.session === session ? chosen.path : null)

  const view = async (session: Session): Promise<FollowStateView> => {
    const { database } = session.document
    const settings = getSetting(database, 'follow')
    const confirmed = confirmedSettings(session)
    const offered = await offersIn(session)
    const obstacle = obstacleOf(session)
    return {
      obstacle,
      sources: offered.map(({ view: one }) => one),
      source: settings === undefined ? null : await followedView(settings.source, offered),
      everyMinutes: (confirmed ?? usualFollowing).everyMinutes,
      signIn: (confirmed ?? usualFollowing).signIn,
      running: now?.session === session ? runningOf(doing) : null,
      message,
      asksAboutLoss,
    }
  }

  const note = (outcome: Result<unknown>) => {
    message = outcome.ok ? '' : outcome.error.message
    asksAboutLoss = !outcome.ok && acceptableLosses.has(outcome.error.code)
  }

  const ended = (session: Session, end: FollowEnd) => {
    if (now?.session === session) now = null
    if (end.kind === 'stopped') note({ ok: false, error: end.problem })
    session.touch()
  }

  const begin = (
    session: Session,
    secrets: Readonly<Record<string, string>>,
    cutOver: boolean,
    acceptsLoss: boolean,
  ) => {
    message = ''
    asksAboutLoss = false
    doing = null
    const following: Following = {
      session,
      follower: startFollower(
        {
          session,
          readDrafts,
          startFetch: fetchHere(fetchSources),
          clock: systemClock,
          secrets,
          speed: { ...session.run.speed(), giveUpAfterMs },
        },
        { once: false, asks: true, cutOver, acceptsLoss, removesGone: false },
        {
          onState: (state) => {
            doing = state
          },
          onPass: note,
          onLate: () => undefined,
        },
      ),
    }
    now = following
    following.follower.ended.then(
      (end) => ended(session, end),
      () => ended(session, { kind: 'stopped', problem: internalProblem.error }),
    )
  }

  const answers: Answers<FollowChannel> = {
    'follow:state': () => withSession(async (open) => ok(await view(open))),
    'follow:start': ({ source: key, everyMinutes, signIn, secrets, address, cutOver }) =>
      withSession(async (open) => {
        const offered = (await offersIn(open)).find(({ view: one }) => one.key === key)
        // The secrets go only to the address that the page has shown.
        if (offered === undefined || offered.view.address !== address) return noSource
        if (now !== null) return underWay
        if (open.run.running())
          return problem('run-under-way', 'A run is in progress. Wait until it ends, then follow.')
        const { database } = open.document
        const before = getSetting(database, 'follow')
        const settings = { source: offered.source, everyMinutes, signIn, file: before?.file ?? null }
        setSetting(database, 'follow', settings)
        const obstacle = followObstacle(open)
        if (!obstacle.ok) {
          if (before !== undefined) setSetting(database, 'follow', before)
          return obstacle
        }
        open.trust.confirmFollowing(settings)
        begin(open, secrets, cutOver, false)
        open.touch()
        return ok(await view(open))
      }),
    'follow:pause': () =>
      withSession(async (open) => {
        await stop()
        return ok(await view(open))
      }),
    'follow:pass-now': ({ acceptsLoss, removes }) =>
      withSession(async (open) => {
        if (now === null) return notRunning
        const removable = removes === 0 ? [] : (removableIn(open) ?? [])
        // The operator confirmed these users and no others.
        if (removable.length !== removes) return goneChanged
        now.follower.passNow({ acceptsLoss, removes: removes === 0 ? null : removable })
        return ok(await view(open))
      }),
    'follow:cut-over': () =>
      withSession(async (open) => {
        if (now === null) return notRunning
        now.follower.cutOver()
        return ok(await view(open))
      }),
    'follow:gone': () =>
      withSession((open) => {
        const users = passResults.listGone(open.document.database).length
        return ok({ users, removable: removableIn(open)?.length ?? null })
      }),
  }

  const stop = async () => {
    const stopping = now
    stopping?.follower.pause()
    await stopping?.follower.ended.catch(() => undefined)
    now = null
  }

  const offer = (session: Session, path: string) => {
    chosen = { session, path }
  }

  return { answers, offer, stop }
}

const internalProblem = problem(
  'internal',
  'Following stopped because of an internal error. To continue, choose “Keep in step…” again.',
)
const underWay = problem('follow-under-way', 'This migration is being followed already.')
const goneChanged = problem(
  'follow-gone-changed',
  'Other users have left the source meanwhile. Nothing was removed. Check the list again.',
)
const notRunning = problem('follow-not-running', 'Following is paused. Resume it first.')
const noSource = problem('follow-no-source', 'This source cannot be followed any more. Choose it again.')

function runningOf(state: FollowerState | null): FollowStateView['running'] {
  if (state === null) return { kind: 'pass', doing: 'fetching', users: 0 }
  switch (state.kind) {
    case 'pass':
      return { kind: 'pass', doing: state.doing.kind, users: state.doing.users }
    case 'asking':
      return { kind: 'asking' }
    case 'waiting':
      return { kind: 'waiting', nextInMs: Math.max(0, state.nextAt - systemClock.ticks()) }
    case 'cutting-over':
      return { kind: 'verifying' }
  }
}

/** Users who left the source and can be removed from the core; null: this core removes none. */
function removableIn(session: Session): readonly number[] | null {
  const connected = session.connection()
  if (!connected.ok || !canVerify(connected.value.target)) return null
  const { target } = connected.value
  const { database } = session.document
  return removableGone({ database, target, provenance: session.trust.provenance(target) })
}

/** The followed source, as it is offered again. */
async function followedView(current: PassSource, offered: readonly Offer[]): Promise<FollowSourceView> {
  return offered.find(({ source }) => isDeepStrictEqual(source, current))?.view ?? (await viewOf('before', current))
}

type Offer = { readonly source: PassSource; readonly view: FollowSourceView }

/** The sources that can be followed: the one followed before, the system of the fetch, or the place of newer exports. */
async function offersOf(session: Session, chosen: string | null): Promise<readonly Offer[]> {
  const { database } = session.document
  const fetched = getSetting(database, 'fetched-from')
  const before = confirmedSettings(session)?.source
  const { file, folder } = placesOf(session)
  const known: readonly (readonly [FollowSourceView['key'], PassSource | null | undefined])[] = [
    ['chosen', chosen === null ? null : { kind: 'path', path: chosen }],
    ['fetched', fetched !== undefined && session.trust.knowsSource(fetched) ? fetched : null],
    ['file', file === null ? null : { kind: 'path', path: file }],
    ['folder', folder === null ? null : { kind: 'path', path: folder }],
    ['before', before],
  ]
  const offers: Offer[] = []
  for (const [key, source] of known) {
    if (source === null || source === undefined) continue
    if (offers.some((one) => isDeepStrictEqual(one.source, source))) continue
    const view = await viewOf(key, source)
    // Secrets are asked for where their address can be shown.
    if (source.kind === 'path' || view.address !== null) offers.push({ source, view })
  }
  return offers
}

/** The file and the folder of the first reading, where newer ones can appear; null: they are not known on this machine. */
function placesOf({ document, trust }: Session): { readonly file: string | null; readonly folder: string | null } {
  const files = followedFiles(document.database)
  if (!files.ok) return { file: null, folder: null }
  // An uploaded copy of the browser host is not the place where newer files appear.
  const isInPlace = files.value.every((one) => basename(one.path) === fileName(one) && trust.knowsFile(one.path))
  const paths = new Set(files.value.map(({ path }) => path))
  const folders = new Set(files.value.map(({ path }) => dirname(path)))
  const [file = null] = isInPlace && paths.size === 1 ? paths : []
  const [folder = null] = isInPlace && folders.size === 1 ? folders : []
  return { file, folder }
}

async function viewOf(key: FollowSourceView['key'], source: PassSource): Promise<FollowSourceView> {
  if (source.kind === 'path') {
    const place = await placeOf(source.path)
    return { key, place, title: basename(source.path), what: '', address: null, secrets: [] }
  }
  const known = fetchSources.find(({ name }) => name === source.source)
  const what = ['table', 'preset', 'base', 'realm', 'user-pool', 'domain']
    .map((name) => source.settings[name])
    .find(isText)
  return {
    key,
    place: 'system',
    title: known?.title ?? source.source,
    what: what ?? '',
    address: known?.destination(source.settings) ?? null,
    secrets: (known?.secrets ?? []).map(({ name, label, required, document }) => ({
      name,
      label,
      required,
      document: document === true,
    })),
  }
}

async function placeOf(path: string): Promise<'file' | 'folder'> {
  try {
    return (await describeFile(path)).kind === 'folder' ? 'folder' : 'file'
  } catch {
    return 'file'
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** Why this migration cannot be followed, apart from its source; null: it can. */
function obstacleOf(session: Session): string | null {
  const { database } = session.document
  const settings = getSetting(database, 'follow')
  if (settings !== undefined) {
    const obstacle = followObstacle(session)
    return obstacle.ok ? null : obstacle.error.message
  }
  const possible = followObstacle(session, {
    source: { kind: 'path', path: '' },
    ...usualFollowing,
    file: null,
  })
  return possible.ok ? null : possible.error.message
}
