#!/usr/bin/env node
import { rehearsalInThread } from '../engine/session/rehearsal-thread.ts'
import { runCommand } from './run-command.ts'
import { processIo } from './terminal.ts'

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // A second Ctrl-C does not wait for what is in flight; the document copes with that as with a crash.
    if (stopping.signal.aborted) process.exit(130)
    stopping.abort()
  })
}
// A reader that went away (`| head`) is no error of ours.
process.stdout.on('error', () => undefined)

process.exitCode = await runCommand(process.argv.slice(2), processIo(stopping.signal), {
  startRehearsal: rehearsalInThread(new URL('rehearsal-worker.js', import.meta.url)),
})
