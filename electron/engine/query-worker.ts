import * as z from 'zod'
import { createReports } from './channels/report-channels.ts'
import { isReportChannel, type InternalRequests } from './engine-api.ts'
import { createQueries } from './queries/queries.ts'
import { collectClosed } from './document/sqlite.ts'
import { createTurns, latestOnly } from './queries/question-turns.ts'
import { createTrustStore } from './trust/trust-store.ts'
import { systemClock } from './runner/clock.ts'
import { queriesOpen, serveWorker, workerSettings } from './worker-protocol.ts'

const queries = createQueries(createTrustStore(workerSettings().appFolder))
const reports = createReports()
const openInput = z.object({ path: z.string().nullable() })
const defer = (wake: () => void): void => void setImmediate(wake)
const page = latestOnly((input) => queries.answer('users:page', input), defer)
const turns = createTurns({ defer, clock: systemClock, warm: queries.warm })

serveWorker(systemClock, {
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
    // A page comes before other questions of the same moment: it is quick, and looked at first.
    if (channel !== 'users:page') return turns.question(() => queries.answer(channel, input))
    const answered = await turns.page(() => page(input))
    turns.warm()
    return answered
  },
})
