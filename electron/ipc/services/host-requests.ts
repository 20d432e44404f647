import { randomUUID } from 'node:crypto'
import { basename, join, resolve } from 'node:path'
import type { HostRequests } from '../../../shared/ipc/contract.ts'
import { reportFile, type ReportFormat } from '../../../shared/ipc/report-files.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import type { Engine } from '../../engine/engine-api.ts'
import { numbered, writeFileAtomically } from '../../engine/files/atomic-file.ts'
import { makeNewFolder, namesIn, removeEmptyFolder, removeFile } from '../../engine/files/folders.ts'
import { readOwnText, writePrivateFile } from '../../engine/files/own-file.ts'
import { sampleFiles } from '../../engine/sample/sample-export.ts'
import { noDocument } from '../../engine/worker-protocol.ts'
import type { Host, PickedFile, SaveFile } from '../host.ts'
import type { Log } from '../log.ts'
import { createCoreConnections } from './core-connections.ts'
import { diagnosticsRequests } from './diagnostics.ts'
import { type Documents, privateFolder, migrationSummary } from './documents.ts'
import { fetchRequests } from './fetch-requests.ts'
import { mappingRequests } from './mapping-requests.ts'
import { preferenceRequests, profileRequests } from './preferences.ts'
import { documentName } from './recent-documents.ts'
import { saveFile } from './page-files.ts'
import { createSignerKeys } from './secret-store.ts'

/** Saves several files in a new folder in a folder that is asked for. `write`: its value is the number of files. */
type SaveFolder = (
  write: (folder: string) => Promise<Result<{ readonly files: number }>>,
) => Promise<Result<{ readonly saved: string | null; readonly files: number }>>

/** Saving the report in one of its forms. */
function reportRequests(
  engine: Engine,
  host: Host,
  save: SaveFile,
  saveFolder: SaveFolder,
): Pick<
  HostRequests,
  'report:save' | 'report:save-all' | 'report:save-state' | 'users:save-csv' | 'users:save-csv-state'
> {
  const print = async (path: string, masked: boolean): Promise<Result<unknown>> => {
    if (host.printPdf === undefined) return noPrinter
    const page = join(await privateFolder(host.appFolder, 'Printing'), `${randomUUID()}.html`)
    try {
      const made = await engine.internal('internal:report', { format: 'html', masked, path: page })
      if (!made.ok) return made
      const read = readOwnText(page, maxPage)
      if (read.kind !== 'text') return noPage
      writePrivateFile(path, await host.printPdf(read.text))
      return ok(null)
    } finally {
      removeFile(page)
    }
  }

  const write = (format: ReportFormat, masked: boolean, path: string): Promise<Result<unknown>> =>
    format === 'pdf' ? print(path, masked) : engine.internal('internal:report', { format, masked, path })

  /** All but the PDF in one pass over the users. */
  const writeAll = async (formats: readonly ReportFormat[], masked: boolean, folder: string) => {
    const others = [...new Set(formats)].flatMap((format) =>
      format === 'pdf'
        ? []
        : // The list for mailing is among them only after the question that says so.
          [
            {
              format,
              masked: masked && format !== 'users-without-password',
              path: join(folder, reportFile(format).name),
            },
          ],
    )
    const written = await engine.internal('internal:reports', { files: others })
    if (!written.ok || !formats.includes('pdf')) return written
    const printed = await saveFile(join(folder, reportFile('pdf').name), (draft) => print(draft, masked))
    return printed.ok ? ok({ files: written.value.files + 1 }) : printed
  }

  return {
    'users:save-csv': ({ scope, masked }) =>
      save(
        (name) => ({ name: `${name} users.csv`, kind: 'csv' }),
        (path) => engine.internal('internal:selection', { scope, masked, path }),
      ),
    'users:save-csv-state': ({ stop }) => engine.internal('internal:selection-state', { stop }),
    'report:save': ({ format, masked }) =>
      save(
        (name) => {
          const file = reportFile(format)
          return { name: `${name} ${file.name}`, kind: file.kind }
        },
        (path) => write(format, masked, path),
      ),
    'report:save-all': ({ formats, masked }) => saveFolder((folder) => writeAll(formats, masked, folder)),
    'report:save-state': ({ stop }) => engine.internal('internal:report-state', { stop }),
  }
}

/** Largest page that is printed, bytes; a string in memory cannot be much longer. */
const maxPage = 256 * 1024 * 1024

const noPage = problem('not-saved', 'The report is too large for a PDF. Save it as HTML or CSV.')
const noPrinter = problem(
  'no-printer',
  'Only the desktop app can save a PDF. Save the report as HTML, then print it to a PDF.',
)

/** The requests that the host answers: dialogs, files, the clipboard, routes to cores, saved keys. */
export function hostRequests(engine: Engine, host: Host, documents: Documents, log: Log): HostRequests {
  const access = createCoreConnections(engine, host)
  const signerKeys = createSignerKeys(engine, host.keys)
  const add = async (files: readonly PickedFile[]) => {
    const open = await documents.ensure()
    if (!open.ok) return open
    const added = await engine.internal('internal:add', {
      paths: files.map(({ path }) => path),
      names: files.map(({ name }) => name),
    })
    // Hash parameters may have been among them, with a signer key.
    if (added.ok) await signerKeys.keep()
    return added
  }

  /** The file that was saved last, to be shown in its folder. */
  let lastSaved: string | null = null

  /** Asks where to save, has the engine write there, hands the file over. */
  const save: SaveFile = async (suggest, write) => {
    const document = await documents.path()
    if (document === null) return noDocument
    const path = await host.pickSave(suggest(documentName(document)))
    if (path === null) return ok({ saved: null })
    if (resolve(path) === resolve(document)) return ownPlace
    const written = await saveFile(path, write)
    if (!written.ok) return written
    const name = basename(path)
    await host.deliver({ path, name })
    lastSaved = path
    return ok({ saved: name })
  }

  const saveFolder: SaveFolder = async (write) => {
    const document = await documents.path()
    if (document === null) return noDocument
    const chosen = (await host.pickFolder?.('save')) ?? null
    if (chosen === null) return ok({ saved: null, files: 0 })
    const folder = newFolder(chosen, `${documentName(document)} report`)
    if (folder === null) return noFolder
    const written = await write(folder)
    const [first] = namesIn(folder)
    // Nothing was written before it was stopped, or failed.
    if (first === undefined) removeEmptyFolder(folder)
    if (!written.ok) return written
    if (first !== undefined) lastSaved = join(folder, first)
    return ok({ saved: basename(folder), files: written.value.files })
  }

  const compareWith = async (path: string) => {
    const open = await documents.ensure()
    if (!open.ok) return open
    const compared = await engine.internal('internal:set-baseline', { path, name: host.recent.title(path) })
    // One that was never open here is listed with what it holds, and not as a draft.
    if (compared.ok && !host.recent.isNoted(path)) {
      const facts = await engine.internal('internal:facts', { path })
      if (facts.ok) host.recent.note(path, migrationSummary(facts.value, null))
    }
    return compared
  }

  return {
    'app:info': async () =>
      ok({
        version: host.version,
        host: host.kind,
        platform: host.platform,
        recent: [...(await host.recent.list())],
        showsFolders: host.showInFolder !== undefined,
      }),
    'recent:rename': async ({ id, name }) => {
      const renamed = await host.recent.rename(id, name)
      return renamed.ok ? ok({ recent: [...(await host.recent.list())] }) : renamed
    },
    'recent:remove': async ({ id }) => {
      await host.recent.remove(id)
      return ok({ recent: [...(await host.recent.list())] })
    },
    'recent:show': async ({ id }) => {
      const path = await host.recent.find(id)
      if (path === null) return gone
      host.showInFolder?.(path)
      return ok({})
    },

    'document:new': () => documents.fresh(),
    'document:open': async () => {
      const path = await host.pickOpen()
      return path === null ? ok(null) : documents.open(path)
    },
    'document:open-recent': async ({ id }) => {
      const path = await host.recent.find(id)
      return path === null ? gone : documents.open(path)
    },
    'document:close': () => documents.close(),
    'document:save-copy': () =>
      save(
        (name) => ({ name: `${name} copy.migration`, kind: 'copy' }),
        (path) => engine.internal('internal:backup', { path }),
      ),

    'export:pick': async () => {
      const files = await host.pickFiles('export')
      return files === null || files.length === 0 ? ok(null) : add(files)
    },
    'export:replace': async ({ fileId }) => {
      const files = await host.pickFiles('export')
      if (files === null || files.length === 0) return ok(null)
      const removed = await engine.invoke('export:remove', { fileId })
      return removed.ok ? add(files) : removed
    },
    'export:add': async ({ files }) => {
      const picked = host.offered(files)
      return picked === null ? unknownFile : add(picked)
    },
    'baseline:pick': async () => {
      const path = await host.pickOpen()
      return path === null ? ok(null) : compareWith(path)
    },
    'baseline:list': async () => ok({ recent: [...(await host.recent.earlier(await documents.path()))] }),
    'baseline:pick-recent': async ({ id }) => {
      const path = await host.recent.find(id)
      return path === null ? gone : compareWith(path)
    },
    'export:sample': async () => {
      const folder = await privateFolder(host.appFolder, 'Samples')
      const files = sampleFiles.map(({ name }) => ({ path: join(folder, name), name }))
      for (const { name, text } of sampleFiles) writeFileAtomically(join(folder, name), [text])
      return add(files)
    },
    'export:scrypt-file': async () => {
      const [file] = (await host.pickFiles('scrypt')) ?? []
      if (file === undefined) return ok(null)
      const answer = await engine.internal('internal:scrypt-file', { path: file.path })
      if (answer.ok) await signerKeys.keep()
      return answer
    },
    'export:copy-signer-key': async () => {
      const held = await engine.internal('internal:signer-key', {})
      if (!held.ok) return held
      if (held.value.key === null) return noKey
      return (await host.copySecret(held.value.key)) ? ok({ copied: true }) : noClipboard
    },

    'follow:choose': async ({ what }) => {
      // A browser hands over copies, which no newer export replaces.
      if (host.pickFolder === undefined) return noPlace
      const path = what === 'folder' ? await host.pickFolder('follow') : (await host.pickFiles('follow'))?.[0]?.path
      if (path === null || path === undefined) return ok({ chosen: false })
      const taken = await engine.internal('internal:follow-place', { path })
      return taken.ok ? ok({ chosen: true }) : taken
    },

    ...fetchRequests(host, documents, add, (from) => engine.internal('internal:fetched-from', from)),
    ...diagnosticsRequests(engine, host, log),
    ...access.requests,
    'core:connect': access.connect,
    'export:scrypt': signerKeys.set,
    ...mappingRequests(engine, host, save),

    'post-run:save': ({ kind, masked }) =>
      save(
        (name) => ({ name: `${name} ${kind === 'verify' ? 'verified' : 'removed'}.csv`, kind: 'csv' }),
        (path) => engine.internal('internal:post-run', { kind, masked, path }),
      ),
    ...preferenceRequests(host.settings),
    ...profileRequests(host.settings),
    ...reportRequests(engine, host, save, saveFolder),
    'report:show-in-folder': async () => {
      if (lastSaved === null || host.showInFolder === undefined) return ok({ shown: false })
      host.showInFolder(lastSaved)
      return ok({ shown: true })
    },
  }
}

/** A folder that was not there before, under the first free name. Null: none can be made. */
function newFolder(parent: string, name: string): string | null {
  for (let number = 1; number < 1000; number++) {
    try {
      const path = join(parent, numbered(name, number))
      if (makeNewFolder(path)) return path
    } catch {
      return null
    }
  }
  return null
}

const noFolder = problem('not-saved', 'No folder could be made there. Choose another place, or free some disk space.')
const ownPlace = problem('same-file', 'This is the migration that is open. Choose another name.')
const gone = problem('document-missing', 'This migration was moved or deleted. Open it from its new location.')
const unknownFile = problem('unknown-file', 'These files are no longer available. Drop them on the window again.')
const noPlace = problem(
  'follow-no-place',
  'A browser hands over copies of files, which no newer export replaces. Use the desktop app, or user-migration follow.',
)
const noKey = problem('no-signer-key', 'No signer key is in memory. Enter the hash parameters again.')
const noClipboard = problem(
  'no-clipboard',
  'The app cannot access your clipboard. Copy the signer key from the parameters you pasted.',
)
