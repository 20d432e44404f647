import { numbered } from '../../engine/files/free-name.ts'
import { basename, join, resolve } from 'node:path'
import { ok, problem } from '../../../shared/result.ts'
import type { Engine } from '../../engine/engine-api.ts'
import { sampleFiles } from '../../engine/sample/sample-export.ts'
import { writeFileAtomically } from '../../engine/files/atomic-file.ts'
import { makeNewFolder, namesIn, removeEmptyFolder } from '../../engine/files/folders.ts'
import { createCoreConnections } from './core-connections.ts'
import { privateFolder } from './app-folder.ts'
import { diagnosticsRequests } from './diagnostics.ts'
import { fetchRequests } from './fetch-requests.ts'
import type { Documents } from './documents.ts'
import type { Host, HostRequests, PickedFile, SaveFile, SaveFolder } from '../host.ts'
import type { Log } from '../log.ts'
import { mappingRequests } from './mapping-requests.ts'
import { preferenceRequests } from './preferences.ts'
import { profileRequests } from './profiles.ts'
import { documentName } from './recent-documents.ts'
import { reportRequests } from './report-requests.ts'
import { saveFile } from './save-file.ts'
import { createSignerKeys } from './signer-keys.ts'

/** Everything the host is asked: dialogs, files, the clipboard; the way to a core and keys that are kept. */
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
    const chosen = (await host.pickFolder?.()) ?? null
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
      if (path === null) return ok(null)
      const open = await documents.ensure()
      return open.ok ? engine.internal('internal:set-baseline', { path, name: documentName(path) }) : open
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

    ...fetchRequests(host, documents, add),
    ...diagnosticsRequests(engine, host, log),
    ...access.requests,
    'core:connect': access.connect,
    'export:scrypt': signerKeys.set,
    ...mappingRequests(engine, host, save),

    'post-run:save': ({ kind, masked }) =>
      save(
        (name) => ({ name: `${name} ${kind === 'verify' ? 'verified' : 'undone'}.csv`, kind: 'csv' }),
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
const noDocument = problem('no-document', 'No migration is open. Open one or start a new one first.')
const ownPlace = problem('same-file', 'This is the migration that is open. Choose another name.')
const gone = problem('document-missing', 'This migration was moved or deleted. Open it from its new location.')
const unknownFile = problem('unknown-file', 'These files are no longer available. Drop them on the window again.')
const noKey = problem('no-signer-key', 'No signer key is in memory. Enter the hash parameters again.')
const noClipboard = problem(
  'no-clipboard',
  'The app cannot access your clipboard. Copy the signer key from the parameters you pasted.',
)
