import { basename, dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { PassSource } from '../../../shared/follow/follow-settings.ts'
import type { FollowSourceView, FollowStateView } from '../../../shared/ipc/views/follow-views.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { getSetting, setSetting } from '../document/settings.ts'
import { fetchSources } from '../fetching/sources/index.ts'
import { fetchHere } from '../fetching/start-fetch.ts'
import {
  confirmedSettings,
  followObstacle,
  startFollower,
  usualFollowing,
  type FollowEnd,
  type Follower,
  type FollowerState,
} from '../follow/follower.ts'
import { fileName, followedFiles } from '../follow/followed-files.ts'
import { readDrafts as readHere, type ReadDrafts } from '../import-pipeline/read-drafts.ts'
import { systemClock } from '../runner/clock.ts'
import type { Session } from '../session/session.ts'
import type { Answers, OpenMigration } from './open-migration.ts'

type FollowChannel = 'follow:state' | 'follow:start' | 'follow:pause' | 'follow:pass-now' | 'follow:cut-over'

/** A migration that is followed in this window. */
type Following = { readonly session: Session; readonly follower: Follower }

/** Problems after which the operator may accept the listing once. */
const aboutLoss: ReadonlySet<string> = new Set(['follow-shrunk', 'follow-keys-changed', 'follow-other-source'])

/** Milliseconds without an answer of the core after which a pass ends; the next pass continues. */
const giveUpAfterMs = 60_000

/** Following a source until the cut-over. `stop`: finishes what is in flight; before the migration is closed. */
export function followChannels(
  { withSession }: OpenMigration,
  readDrafts: ReadDrafts = readHere,
): { readonly answers: Answers<FollowChannel>; readonly stop: () => Promise<void> } {
  let now: Following | null = null
  let doing: FollowerState | null = null
  let message = ''
  let asksAboutLoss = false

  const view = (session: Session): FollowStateView => {
    const { database } = session.document
    const settings = getSetting(database, 'follow')
    const confirmed = confirmedSettings(session)
    const offered = offersOf(session)
    const obstacle = obstacleOf(session)
    return {
      obstacle,
      sources: offered.map(({ view: one }) => one),
      source: settings === undefined ? null : followedView(settings.source, offered),
      everyMinutes: (confirmed ?? usualFollowing).everyMinutes,
      signIn: (confirmed ?? usualFollowing).signIn,
      running: now?.session === session ? runningOf(doing) : null,
      message,
      asksAboutLoss,
    }
  }

  const note = (outcome: Result<unknown>) => {
    message = outcome.ok ? '' : outcome.error.message
    asksAboutLoss = !outcome.ok && aboutLoss.has(outcome.error.code)
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
        { once: false, cutOver, acceptsLoss, removesGone: false },
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
    'follow:state': () => withSession((open) => ok(view(open))),
    'follow:start': ({ source: key, everyMinutes, signIn, secrets, address, cutOver }) =>
      withSession((open) => {
        if (now !== null) return underWay
        if (open.run.running())
          return problem('run-under-way', 'A run is in progress. Wait until it ends, then follow.')
        const { database } = open.document
        const source = offersOf(open).find(({ view: one }) => one.key === key)?.source
        if (source === undefined) return noSource
        // What the page has shown is what the secrets go to.
        if (viewOf(source).address !== address) return noSource
        const settings = { source, everyMinutes, signIn, file: getSetting(database, 'follow')?.file ?? null }
        setSetting(database, 'follow', settings)
        const obstacle = followObstacle(open)
        if (!obstacle.ok) return obstacle
        open.trust.confirmFollowing(settings)
        begin(open, secrets, cutOver, false)
        open.touch()
        return ok(view(open))
      }),
    'follow:pause': () =>
      withSession(async (open) => {
        await stop()
        return ok(view(open))
      }),
    'follow:pass-now': ({ acceptsLoss }) =>
      withSession((open) => {
        if (now === null) return notRunning
        now.follower.passNow(acceptsLoss)
        return ok(view(open))
      }),
    'follow:cut-over': () =>
      withSession((open) => {
        if (now === null) return notRunning
        now.follower.cutOver()
        return ok(view(open))
      }),
  }

  const stop = async () => {
    const stopping = now
    stopping?.follower.pause()
    await stopping?.follower.ended.catch(() => undefined)
    now = null
  }

  return { answers, stop }
}

const internalProblem = problem(
  'internal',
  'Following stopped because of an internal error. Keep in step again to go on.',
)
const underWay = problem('follow-under-way', 'This migration is in step already.')
const notRunning = problem('follow-not-running', 'Following is paused. Resume it first.')
const noSource = problem('follow-no-source', 'This source cannot be followed any more. Choose it again.')

function runningOf(state: FollowerState | null): FollowStateView['running'] {
  if (state === null) return { kind: 'pass', doing: 'fetching', users: 0 }
  switch (state.kind) {
    case 'pass':
      return { kind: 'pass', doing: state.doing.kind, users: state.doing.users }
    case 'waiting':
      return { kind: 'waiting', nextInMs: Math.max(0, state.nextAt - systemClock.ticks()) }
    case 'cutting-over':
      return { kind: 'verifying' }
  }
}

/** What is followed, as it is offered again. */
function followedView(followed: PassSource, offered: readonly Offer[]): FollowSourceView {
  return offered.find(({ source }) => isDeepStrictEqual(source, followed))?.view ?? viewOf(followed)
}

type Offer = { readonly source: PassSource; readonly view: FollowSourceView }

/** Where the users of this migration can be followed: where they were fetched from, or as files that appear. */
function offersOf(session: Session): readonly Offer[] {
  const { database } = session.document
  const fetched = getSetting(database, 'fetched-from')
  const before = confirmedSettings(session)?.source
  const { file, folder } = placesOf(session)
  const known: readonly (PassSource | null | undefined)[] = [
    before,
    fetched !== undefined && session.trust.knowsSource(fetched) ? fetched : null,
    file === null ? null : { kind: 'path', path: file },
    folder === null ? null : { kind: 'path', path: folder },
  ]
  const offers = new Map<string, Offer>()
  for (const source of known) {
    if (source === null || source === undefined || !leadsSomewhere(source)) continue
    const view = source.kind === 'path' && source.path === folder ? folderView(source.path) : viewOf(source)
    if (!offers.has(view.key)) offers.set(view.key, { source, view })
  }
  return [...offers.values()]
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

/** Secrets are asked for where their address can be shown. */
function leadsSomewhere(source: PassSource): boolean {
  return source.kind === 'path' || viewOf(source).address !== null
}

function viewOf(source: PassSource): FollowSourceView {
  if (source.kind === 'path') return { key: 'file', title: basename(source.path), what: '', address: null, secrets: [] }
  const known = fetchSources.find(({ name }) => name === source.source)
  const what = ['table', 'preset', 'base', 'realm', 'user-pool', 'domain']
    .map((name) => source.settings[name])
    .find(isText)
  return {
    key: 'fetched',
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

function folderView(path: string): FollowSourceView {
  return { key: 'folder', title: basename(path), what: '', address: null, secrets: [] }
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
