import { freePath, writeFileAtomically } from '../../engine/files/atomic-file.ts'
import { exists, namesIn, makePrivateFolder } from '../../engine/files/folders.ts'
import { basename, dirname, join, sep } from 'node:path'
import type {
  EndedFetch,
  FetchView,
  RunningFetch,
  UnfinishedFetch,
  FetchAuthority,
} from '../../../shared/ipc/requests/fetch-requests.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import type { FetchOutcome } from '../../engine/fetching/fetch-outcome.ts'
import type { AnyFetchSource, FetchSecrets, FetchValues } from '../../engine/fetching/source.ts'
import { cancelFetch, type FetchHandle, unfinishedFetch } from '../../engine/fetching/start-fetch.ts'
import type { Host, PickedFile } from '../host.ts'
import type { Documents } from './documents.ts'
import { type Seal, sealHere } from '../../engine/trust/trust-store.ts'
import { authorityGone, fetchForm } from './fetch-form.ts'
import { createHash } from 'node:crypto'
import type { HostRequests } from '../../../shared/ipc/contract.ts'
import { readAuthorityFile } from '../../engine/core-client/authority.ts'

type FetchChannel = Extract<keyof HostRequests, `fetch:${string}`>

/** A system and the options it was fetched with; no secret. */
type FetchedFrom = { readonly source: string; readonly settings: FetchValues }

/** One fetch at a time. Its file lies beside the migration unless the operator chose another place. */
export function fetchRequests(
  host: Host,
  documents: Pick<Documents, 'path' | 'ensure'>,
  add: (files: readonly PickedFile[]) => ReturnType<HostRequests['export:add']>,
  /** The export of the migration was fetched from there. */
  noteSource: (from: FetchedFrom) => Promise<unknown>,
): Pick<HostRequests, FetchChannel> {
  const fetching = host.fetching
  const sources = fetching?.sources ?? []
  const seal = fetching?.seal ?? sealHere
  const start = fetching?.start ?? null
  const titleOf = (name: string) => sources.find((source) => source.name === name)?.title ?? name
  const authorities = createFetchAuthorities(host.appFolder)
  let handle: FetchHandle | null = null
  let running: RunningFetch | null = null
  let ended: EndedFetch | null = null
  /** The file of the last fetch that ended. */
  let endedPath = ''
  let from: FetchedFrom | null = null
  /** Files that were chosen here, wherever they lie. */
  const chosen = new Set<string>()

  const unfinishedPaths = async (): Promise<readonly string[]> => {
    const document = await documents.path()
    const beside = document === null ? [] : journalsIn(dirname(document))
    return [...new Set([...beside, ...[...chosen].filter((path) => exists(`${path}.fetch`))])]
  }
  const view = async (): Promise<Result<FetchView>> => {
    const unfinished =
      running === null ? (await unfinishedPaths()).flatMap((path) => unfinishedView(path, sources, seal)) : []
    return ok({ running, ended, unfinished: unfinished.slice(0, 100) })
  }
  const pathOf = async (file: string) => (await unfinishedPaths()).find((path) => basename(path) === file)

  const noteEnd = async ({ done }: FetchHandle, name: string, out: string) => {
    const outcome = await done
    handle = null
    running = null
    ended = endOf(outcome, titleOf(name), out, sources.find((source) => source.name === name) ?? null)
    endedPath = out
  }
  const begin = (name: string, out: string, settings: FetchValues, secrets: FetchSecrets, resume: boolean) => {
    if (start === null) return
    const title = titleOf(name)
    const file = basename(out)
    chosen.add(out)
    ended = null
    from = { source: name, settings }
    running = { title, file, state: 'connecting', users: 0, total: null, perSecond: 0, note: '' }
    handle = start({ source: name, settings, secrets, out, resume }, (progress) => {
      if (running === null || running.state === 'stopping') return
      const { state, users, total, perSecond, note } = progress
      running = { title, file, state, users, total, perSecond, note }
    })
    void noteEnd(handle, name, out)
  }
  const stop = (how: 'pause' | 'cancel') => {
    if (running !== null) running = { ...running, state: 'stopping' }
    handle?.[how]()
    return view()
  }

  return {
    'fetch:sources': async () => ok({ sources: sources.map(fetchForm.of) }),
    'fetch:choose-authority': async () => {
      const file = (await host.pickFiles('authority'))?.at(-1)
      return file === undefined ? ok(null) : authorities.keep(file)
    },
    'fetch:state': view,
    'fetch:test': async ({ source: name, values, secrets, authority }) => {
      const source = sources.find((one) => one.name === name)
      const survey = fetching?.survey
      if (source?.survey === undefined || survey === undefined) return unknownSource
      const form = fetchForm.read(source, { values, secrets, authority }, authorities.find)
      if (!form.ok) return form
      if (form.value.kind === 'refused') return ok(form.value)
      const { settings } = form.value
      const reply = await survey({ source: name, settings, secrets })
      if (reply.kind === 'failed') return ok(fetchForm.refused(source, reply.code, reply.sentence))
      const { server, connectMs, tables } = reply
      return ok({
        kind: 'connected',
        server,
        connectMs,
        tables: tables.map((table) => ({
          ...table,
          values: { ...table.values },
          finds: [...table.finds],
          columns: table.columns === null ? null : [...table.columns],
        })),
      })
    },
    'fetch:start': async ({ source: name, values, secrets, authority }) => {
      const source = sources.find((one) => one.name === name)
      if (source === undefined) return unknownSource
      if (running !== null) return underWay
      const form = fetchForm.read(source, { values, secrets, authority }, authorities.find)
      if (!form.ok) return form
      if (form.value.kind === 'refused') return ok(form.value)
      const { settings } = form.value
      const wrong = source.judge(settings)
      if (wrong !== null) return ok(fetchForm.refused(source, 'bad-settings', wrong))
      const open = await documents.ensure()
      if (!open.ok) return open
      const document = await documents.path()
      const extension = source.format === undefined ? 'ndjson' : 'ldif'
      const base = fetchedName(name, settings)
      const suggested = `${base}.${extension}`
      const out =
        host.kind === 'browser'
          ? freePath(dirname(document ?? join(host.appFolder, 'x')), base, extension, isFree)
          : await host.pickSave({ name: suggested, kind: 'text' })
      if (out === null) return ok(null)
      begin(name, out, settings, secrets, false)
      const started = await view()
      return started.ok ? ok({ kind: 'started', view: started.value }) : started
    },
    'fetch:resume': async ({ file, secrets, authority, destination }) => {
      if (running !== null) return underWay
      const path = await pathOf(file)
      const found = path === undefined ? null : unfinishedFetch(path, seal)
      if (path === undefined || found === null) return notThere
      const source = sources.find((one) => one.name === found.source)
      const trusted = source === undefined ? {} : fetchForm.authoritySetting(source, authority, authorities.find)
      if (trusted === null) return authorityGone
      if (found.settings === null) return startedElsewhere
      // The secrets go only to the destination that the page has shown.
      if (source?.destination(found.settings) !== destination) return notThere
      begin(found.source, path, trusted, secrets, true)
      from = { source: found.source, settings: { ...found.settings, ...trusted } }
      return view()
    },
    'fetch:pause': () => stop('pause'),
    'fetch:cancel': () => stop('cancel'),
    'fetch:discard': async ({ file }) => {
      const path = await pathOf(file)
      if (path === undefined || running !== null) return notThere
      const refused = cancelFetch(path)
      if (refused?.kind === 'failed') return problem(refused.code, withoutFolder(refused.sentence, path))
      ended = null
      return view()
    },
    'fetch:use': async () => {
      if (ended?.kind !== 'fetched') return notThere
      const added = await add([{ path: endedPath, name: ended.file }])
      if (added.ok) ended = { ...ended, used: true }
      if (added.ok && from !== null) await noteSource(from)
      return added
    },
    'fetch:dismiss': () => {
      ended = null
      return view()
    },
  }
}

/** A paused fetch is listed with the unfinished ones, a canceled one is gone: only the others are told. */
function endOf(outcome: FetchOutcome, title: string, path: string, source: AnyFetchSource | null): EndedFetch | null {
  if (outcome.kind === 'failed') {
    const { code } = outcome
    const shownSentence = withoutFolder(outcome.sentence, path)
    const { field, sentence } =
      source === null ? { field: null, sentence: shownSentence } : fetchForm.refused(source, code, shownSentence)
    return { kind: 'failed', title, sentence, source: source?.name ?? '', field }
  }
  if (outcome.kind !== 'fetched') return null
  const { users, repeated, changed, bytes, sha256, notes } = outcome
  const file = basename(outcome.path)
  const told = notes.slice(0, 1000).map((note) => withoutFolder(note, path))
  return { kind: 'fetched', title, file, users, repeated, changed, bytes, sha256, notes: told, used: false }
}

function withoutFolder(sentence: string, path: string): string {
  return sentence.replaceAll(`${dirname(path)}${sep}`, '')
}

/** The name of the file, by which the migration is called: the product, else the database and its table, else the source. */
export function fetchedName(source: string, { preset, database, table }: FetchValues): string {
  const parts = [database, typeof table === 'string' ? table.split('.').at(-1) : undefined]
  const named = parts.flatMap((part) => (typeof part === 'string' ? fileWords(part) : []))
  if (typeof preset === 'string' && preset !== '') return `${preset}-users`
  return named.length === 0 ? `${source}-users` : named.join('-').slice(0, 80)
}

/** Letters and digits, which a file can be called by everywhere. */
function fileWords(name: string): readonly string[] {
  return name.match(/[\p{L}\p{N}_]+/gu) ?? []
}

function journalsIn(folder: string): readonly string[] {
  return namesIn(folder)
    .filter((name) => name.endsWith('.fetch'))
    .map((name) => join(folder, name.slice(0, -'.fetch'.length)))
}

function unfinishedView(path: string, sources: readonly AnyFetchSource[], seal: Seal): UnfinishedFetch[] {
  const found = unfinishedFetch(path, seal)
  if (found === null) return []
  const { users, settings } = found
  const source = sources.find(({ name }) => name === found.source)
  return [
    {
      file: basename(path).slice(0, 1000),
      source: found.source.slice(0, 100),
      title: source?.title ?? found.source.slice(0, 100),
      users,
      destination: settings === null || source === undefined ? null : source.destination(settings),
    },
  ]
}

/** Neither a file nor an unfinished fetch has this name. */
function isFree(path: string): boolean {
  return !exists(path) && !exists(`${path}.fetch`) && !exists(`${path}.part`)
}

const unknownSource = problem('unknown-source', 'Users cannot be fetched from this source. Choose another.')
const underWay = problem('fetch-under-way', 'Users are being fetched already. Pause or cancel that first.')
const startedElsewhere = problem(
  'bad-settings',
  'This fetch was not started on this machine under this name, so its settings are not used. Discard it and start again, or resume it with the command line and give its options again.',
)
const notThere = problem('nothing-to-resume', 'This fetch is no longer there. Start it again.')

/**
 * Certificates of private authorities that were chosen for fetching. Each is kept in the app's folder, where a fetch that is resumed
 * later finds it, also when it came through a browser; a page knows it by an ID, not by a path.
 */
function createFetchAuthorities(appFolder: string) {
  const folder = join(appFolder, 'fetch-authorities')
  const pathOf = (id: string) => join(folder, `${id}.pem`)
  return {
    keep: async ({ path, name }: PickedFile): Promise<Result<FetchAuthority>> => {
      const read = readAuthorityFile(path, 'This file')
      if (!read.ok) return read
      const { pem, names } = read.value
      const id = createHash('sha256').update(pem).digest('hex')
      makePrivateFolder(folder)
      writeFileAtomically(pathOf(id), [pem])
      return ok({ id, file: name.slice(0, 1000), names: names.slice(0, 100) })
    },
    /** The path of one that was kept; null: it is not there. */
    find: (id: string): string | null => (exists(pathOf(id)) ? pathOf(id) : null),
  }
}
