import { draftsInThread } from './import-pipeline/fast/drafts-in-thread.ts'
import { createEngine } from './engine.ts'
import { tryInThread } from './password-check/try-password.ts'
import { systemClock } from './runner/clock.ts'
import { rehearsalInThread } from './session/rehearsal-host.ts'
import { serveWorker, workerSettings } from './worker-protocol.ts'

serveWorker(
  systemClock,
  createEngine({
    appFolder: workerSettings().appFolder,
    startRehearsal: rehearsalInThread(new URL('rehearsal-worker.js', import.meta.url)),
    readDrafts: draftsInThread(new URL('import-worker.js', import.meta.url)),
    tryPassword: tryInThread(new URL('password-check-worker.js', import.meta.url)),
  }),
)
