import { setImmediate } from 'node:timers/promises'
import * as z from 'zod'
import { createReports } from './channels/report-channels.ts'
import { isReportChannel, type InternalRequests } from './engine-api.ts'
import { createQueries } from './queries/queries.ts'
import { collectClosed } from './document/sqlite.ts'
import { latestOnly } from './queries/latest-only.ts'
import { createTrustStore } from './trust/trust-store.ts'
import { queriesOpen, serveWorker, workerSettings } from './worker-protocol.ts'

const queries = createQueries(createTrustStore(workerSettings().appFolder))
const reports = createReports()
const openInput = z.object({ path: z.string().nullable() })
const page = latestOnly(
  (input) => queries.answer('users:page', input),
  (then) => void setImmediate().then(then),
)
let warming = false

/** Between questions, a little at a time; a question waits for one column at most. */
async function warm(): Promise<void> {
  if (warming) return
  warming = true
  do await setImmediate()
  while (queries.warm())
  warming = false
}

serveWorker({
  ask: async (channel, input) => {
    if (channel === queriesOpen) {
      const { path } = openInput.parse(input)
      await reports.open(path)
      const opened = queries.open(path)
      // Main waits for this before the writer closes the document, or has it for itself.
      await collectClosed()
      return opened
    }
    if (isReportChannel(channel)) return reports.write(channel, input as InternalRequests[typeof channel]['input'])
    if (channel !== 'users:page') {
      // A page that was asked for at the same time comes first: it is quick, and looked at first.
      await setImmediate()
      return queries.answer(channel, input)
    }
    const answered = await page(input)
    void warm()
    return answered
  },
})
