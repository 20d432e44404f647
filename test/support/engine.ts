import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { type EngineChannel, type Input, type Output, type QueryChannel, requests } from '../../shared/ipc/contract.ts'
import type { Scope } from '../../shared/ipc/requests/run-requests.ts'
import type { DocumentView, ProgressView, UserDetail, UserRow } from '../../shared/ipc/views.ts'
import { progressSchema } from '../../shared/ipc/views/run-views.ts'
import type { Result } from '../../shared/result.ts'
import { createQueries } from '../../electron/engine/queries/queries.ts'
import { createReports } from '../../electron/engine/channels/report-channels.ts'
import { isReportChannel, type InternalChannel, type InternalRequests } from '../../electron/engine/engine-api.ts'
import { tryPassword } from '../../electron/engine/password-check/try-password.ts'
import { createEngine } from '../../electron/engine/engine.ts'
import { startCore } from './rehearsal.ts'
import { startRehearsalHere } from './rehearsal-here.ts'
import { createTrustStore } from '../../electron/engine/trust/trust-store.ts'
import { must } from './documents.ts'
import { madeUpCsv, type MadeUpUser, usersWithHashes } from './made-up-csv.ts'
import { fileIn, temporaryFolder } from './temporary-folder.ts'

/** The engine as main uses it, in this thread, with its queries beside it. */
export type TestEngine = {
  readonly folder: string
  readonly path: string
  readonly ask: <C extends EngineChannel>(channel: C, input: Input<C>) => Promise<Result<Output<C>>>
  readonly query: <C extends QueryChannel>(channel: C, input: Input<C>) => Output<C>
  readonly internal: <C extends InternalChannel>(
    channel: C,
    input: InternalRequests[C]['input'],
  ) => Promise<Result<InternalRequests[C]['output']>>
  /** Resolves when nothing is read or planned any more. */
  readonly settled: () => Promise<DocumentView>
  readonly add: (...files: readonly string[]) => Promise<DocumentView>
  readonly connect: (baseUrl: string) => Promise<void>
  /** Closes the migration and opens it, or another one, as the next start of the app does. */
  readonly reopen: (path?: string) => Promise<DocumentView>
  /** Starts a run with every tick set. */
  readonly start: (concurrency?: number, scope?: Scope) => Promise<ProgressView>
  /** The same, and waits for its end. */
  readonly run: (scope?: Scope) => Promise<ProgressView>
  readonly retry: (scope: Scope) => Promise<ProgressView>
  readonly runEnded: () => Promise<ProgressView>
  /** The last snapshot that the screen was told without asking. */
  readonly told: () => ProgressView | null
  readonly users: () => readonly UserRow[]
  /** State by source id. */
  readonly states: () => Readonly<Record<string, string>>
  readonly detail: (sourceId: string) => UserDetail
  readonly correct: (sourceId: string, correction: Input<'users:correct'>['correction']) => Promise<Result<UserDetail>>
}

/** An engine with an empty migration open in a folder of this test. */
export async function startEngine(): Promise<TestEngine> {
  const folder = temporaryFolder()
  const path = join(folder, 'm.migration')
  const engine = createEngine({ appFolder: folder, startRehearsal: startRehearsalHere, tryPassword })
  const query = createQueries(createTrustStore(folder))
  const reports = createReports()
  let told: ProgressView | null = null
  const waiting = new Set<() => void>()
  engine.subscribe((event, value) => {
    if (event === 'progress') told = progressSchema.parse(value)
    for (const wake of waiting) wake()
    waiting.clear()
  })
  onTestFinished(async () => {
    query.open(null)
    await engine.ask('internal:close', {})
  })
  /** Points what reads at a document, as the query worker does. */
  const look = async (to: string | null) => {
    await reports.open(to)
    must(query.open(to))
  }
  // Replies of the engine are typed by its contract, here as in main.
  const ask: TestEngine['ask'] = async (channel, input) => {
    // As main does.
    if (channel === 'hashes:remove') await look(null)
    // Main's router parses what it is asked.
    const answer = await engine.ask(channel, requests[channel].input.parse(input))
    if (channel === 'hashes:remove') await look(path)
    return answer as never
  }
  const internal: TestEngine['internal'] = async (channel, input) => {
    if (isReportChannel(channel)) return (await reports.write(channel, input as never)) as never
    if (channel === 'internal:close') await look(null)
    const answer = await engine.ask(channel, input)
    if (channel === 'internal:open' && answer.ok && 'path' in input) await look(input.path)
    return answer as never
  }
  must(await internal('internal:create', { path }))
  await look(path)
  const queryView: TestEngine['query'] = (channel, input) =>
    must(query.ask(channel, requests[channel].input.parse(input))) as never

  /** Asks until the answer is as wanted, again only after the engine has said that something changed. */
  const until = async <T>(question: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> => {
    for (;;) {
      const event = new Promise<void>((resolve) => void waiting.add(resolve))
      const answer = await question()
      if (isWanted(answer)) return answer
      await Promise.all([event, wait(1)])
    }
  }
  const settled = async () => {
    const state = async () => must(await ask('document:state', {}))
    const view = await until(state, (one) => one?.work.kind === 'idle')
    if (view === null) throw new Error('no migration is open')
    return view
  }
  const runEnded = () =>
    until(
      async () => must(await ask('run:progress', {})),
      ({ state }) => !['running', 'pausing', 'waiting'].includes(state),
    )
  const start: TestEngine['start'] = async (concurrency = 4, scope = { kind: 'all' }) =>
    must(await ask('run:start', { scope, concurrency, confirmations: ['live', 'overwrite'] }))
  const users = () =>
    queryView('users:page', { filter: {}, sort: { by: 'place', descending: false }, from: 0, limit: 500 }).rows
  const idOf = (sourceId: string) => {
    const row = users().find((one) => one.sourceId === sourceId)
    if (row === undefined) throw new Error(`no user ${sourceId}`)
    return row.id
  }

  return {
    folder,
    path,
    ask,
    internal,
    query: queryView,
    settled,
    runEnded,
    told: () => told,
    users,
    add: async (...files) => {
      must(await internal('internal:add', { paths: files.map((file) => join(folder, file)), names: files }))
      return settled()
    },
    connect: async (baseUrl) => {
      const found = must(await ask('core:connect', { baseUrl, apiKey: '', dialect: 'auto', allowHttp: true }))
      if (found.kind !== 'ready') throw new Error(found.message)
      await settled()
    },
    reopen: async (to = path) => {
      must(await internal('internal:close', {}))
      must(await internal('internal:open', { path: to }))
      return settled()
    },
    start,
    run: async (scope) => {
      await start(4, scope)
      return runEnded()
    },
    retry: async (scope) => {
      must(await ask('run:retry', { scope }))
      return runEnded()
    },
    states: () => Object.fromEntries(users().map((row) => [row.sourceId ?? `line ${row.line}`, row.state])),
    detail: (sourceId) => queryView('users:detail', { id: idOf(sourceId) }),
    correct: (sourceId, correction) => ask('users:correct', { id: idOf(sourceId), correction }),
  }
}

/** An engine whose migration has read these files, `view` as it then was, connected to a core where one is given. */
export async function engineOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  coreUrl?: string,
): Promise<TestEngine & { readonly view: DocumentView }> {
  const engine = await startEngine()
  for (const [name, content] of Object.entries(files)) fileIn(engine.folder, name, content)
  const view = await engine.add(...Object.keys(files))
  if (coreUrl !== undefined) await engine.connect(coreUrl)
  return { ...engine, view }
}

/** The same with these users, read from `users.csv`. */
export function engineWith(users: readonly MadeUpUser[] = usersWithHashes(6), coreUrl?: string) {
  return engineOf({ 'users.csv': madeUpCsv(users) }, coreUrl)
}

/** The same, connected to a rehearsal core of this test. */
export async function engineAtCore(users?: readonly MadeUpUser[], options: Parameters<typeof startCore>[0] = {}) {
  const core = await startCore(options)
  return { core, engine: await engineWith(users, core.baseUrl) }
}
