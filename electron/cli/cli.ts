#!/usr/bin/env node
import { removeAbandonedFolders } from '../engine/files/folders.ts'
import { draftsInThread } from '../engine/import-pipeline/fast/drafts-in-thread.ts'
import { rehearsalInThread } from '../engine/session/rehearsal-host.ts'
import { createTrustStore } from '../engine/trust/trust-store.ts'
import { appFolderOf } from '../ipc/services/documents.ts'
import { verifyCertificates } from '../ipc/security-headers.ts'
import { exitStopped } from './io.ts'
import { runCommand } from './run-command.ts'
import { processIo } from './terminal.ts'

const ignored = verifyCertificates()
if (ignored !== null) process.stderr.write(`${ignored}\n`)

// A runtime that gets no memory fails in places of its own, with a stack that helps no operator.
process.on('uncaughtException', (error) => {
  process.stderr.write(`${uncaughtText(error)}\n`)
  process.exit(exitStopped)
})

const stopping = new AbortController()
let askedAt = 0
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // A second Ctrl-C does not wait for what is in flight; the document copes with that as with a crash. npm may pass
    // on the one that the terminal sent already, so what comes at once is the same.
    if (stopping.signal.aborted && Date.now() - askedAt > 1000) process.exit(130)
    askedAt = Date.now()
    stopping.abort()
  })
}
// A reader that went away (`| head`) is no error of ours.
process.stdout.on('error', () => undefined)

// Files of a command that was killed hold hashes.
removeAbandonedFolders()

process.exitCode = await runCommand(process.argv.slice(2), processIo(stopping.signal), {
  trust: createTrustStore(appFolderOf()),
  startRehearsal: rehearsalInThread(new URL('rehearsal-worker.js', import.meta.url)),
  readDrafts: draftsInThread(new URL('import-worker.js', import.meta.url)),
})

/** Message for an error that no command caught, without the error's own text, which may quote the input. */
function uncaughtText(error: unknown): string {
  const kind = error instanceof Error ? error.name : 'unknown'
  const text = error instanceof Error ? error.message : ''
  return /memory|WebAssembly/i.test(text)
    ? 'The system does not give this process the memory that it needs. Raise its limit (ulimit -v unlimited), or close other programs. All progress is saved.'
    : `Internal error (${kind}). All progress is saved; run resume to continue.`
}
