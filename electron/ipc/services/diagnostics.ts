import { basename } from 'node:path'
import * as os from 'node:os'
import { ok, problem } from '../../../shared/result.ts'
import type { Engine } from '../../engine/engine-api.ts'
import type { Host } from '../host.ts'
import type { Log } from '../log.ts'
import { freeBytesIn } from '../../engine/files/folders.ts'
import { writePrivateFile } from '../../engine/files/own-file.ts'
import { saveFile } from './page-files.ts'
import type { DocumentView, ProgressView } from '../../../shared/ipc/views.ts'

/** Diagnostics are shown before they are saved; the saved text is the shown one. */
export function diagnosticsRequests(engine: Engine, host: Host, log: Log) {
  let shown: { readonly name: string; readonly text: string } | null = null
  return {
    'diagnostics:get': async () => {
      const day = host.now().toISOString().slice(0, 16).replace('T', ' ').replace(':', '.')
      shown = { name: `diagnostics ${day}.txt`, text: await describeApp(engine, host, log) }
      return ok(shown)
    },
    'diagnostics:save': async () => {
      if (shown === null) return problem('nothing-shown', 'View the diagnostics first, then save them.')
      const { name, text } = shown
      const path = await host.pickSave({ name, kind: 'text' })
      if (path === null) return ok({ saved: null })
      const written = await saveFile(path, async (draft) => {
        writePrivateFile(draft, text)
        return ok(null)
      })
      if (!written.ok) return written
      await host.deliver({ path, name: basename(path) })
      return ok({ saved: basename(path) })
    },
  }
}

const gigabyte = 1024 ** 3
const maxLines = 200

/**
 * Information for remote support: versions, the machine, settings, counts, the last warnings and errors. Nothing that
 * names a person, a company, a host or a file; no key, no hash.
 */
async function describeApp(engine: Engine, host: Host, log: Log): Promise<string> {
  const [document, run] = await Promise.all([engine.invoke('document:state', {}), engine.invoke('run:progress', {})])
  const space = freeBytesIn(host.appFolder)
  const free = space === null ? 'unknown' : `${(space / gigabyte).toFixed(1)} GB`
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['Versions', [`app ${host.version} (${host.kind})`, ...versions()]],
    [
      'Machine',
      [
        `${host.platform} ${os.release()} ${os.arch()}`,
        `${os.cpus().length} processors`,
        `${(os.totalmem() / gigabyte).toFixed(1)} GB of memory, ${(os.freemem() / gigabyte).toFixed(1)} GB free`,
        `${free} free where the app keeps its files`,
      ],
    ],
    ['Settings', [`keys are kept by: ${host.keys.backend ?? 'memory, until the app ends'}`, `log level: ${log.level}`]],
    ['Migration', document.ok && document.value !== null ? aboutDocument(document.value) : ['none is open']],
    ['Run', run.ok ? aboutRun(run.value) : ['none']],
    ['Last warnings and errors', log.warnings(maxLines)],
  ]
  return [
    'User Migration Assistant: diagnostics',
    `Made ${host.now().toISOString()}. Holds no names, addresses, hosts, keys or hashes.`,
    ...parts.flatMap(([title, lines]) => [
      '',
      title,
      ...(lines.length === 0 ? ['  none'] : lines.map((l) => `  ${l}`)),
    ]),
    '',
  ].join('\n')
}

function versions(): readonly string[] {
  const { electron, chrome, node, v8 } = process.versions
  const known = Object.entries({ electron, chrome, node, v8 }).filter(([, version]) => version !== undefined)
  return known.map(([name, version]) => `${name} ${version}`)
}

function aboutDocument({ files, totals, counts, target, work, choices, scrypt, started }: DocumentView) {
  return [
    ...files.map(
      ({ format, compression, provider, role, size, records, unreadable, complete, problem }) =>
        `file: ${format ?? '?'} ${compression ?? ''} ${provider ?? 'not recognized'} ${role}, ${size} bytes, ` +
        `${records} records, ${unreadable} unreadable, ${complete ? 'complete' : 'not complete'}${problem === null ? '' : ', with a problem'}`,
    ),
    `totals: ${numbers(totals)}`,
    `states: ${numbers(counts)}`,
    `work: ${work.kind} ${work.done} of ${work.total}`,
    target === null
      ? 'core: none'
      : `core: ${target.kind} ${target.dialect} ${target.cdiVersion ?? ''} ${target.connected ? 'connected' : 'not connected'}`,
    `decisions taken: ${Object.values(choices).filter((choice) => choice !== null && choice !== false).length}`,
    `scrypt parameters: ${scrypt === null ? 'none' : scrypt.signerKeyHeld ? 'with signer key' : 'without signer key'}`,
    `a run was started: ${started ? 'yes' : 'no'}`,
  ]
}

function aboutRun({
  state,
  stopped,
  target,
  finished,
  perSecond,
  p50,
  p99,
  concurrency,
  retries,
  calls,
}: ProgressView) {
  return [
    `state: ${state}${stopped === null ? '' : ` (${stopped})`}`,
    numbers({ target, finished, concurrency, retries, calls }),
    `${perSecond.toFixed(1)} users a second, p50 ${p50?.toFixed(0) ?? '?'} ms, p99 ${p99?.toFixed(0) ?? '?'} ms`,
  ]
}

function numbers(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}
