import { setImmediate } from 'node:timers/promises'
import * as z from 'zod'
import { createDesk } from './desk/desk.ts'
import { collectClosed } from './document/sqlite.ts'
import { newestOnly } from './desk/newest-only.ts'
import { createTrustStore } from './trust/trust-store.ts'
import { deskOpen, serveWorker, workerSettings } from './worker-protocol.ts'

const desk = createDesk(createTrustStore(workerSettings().appFolder))
const openInput = z.object({ path: z.string().nullable() })
const page = newestOnly(
  (input) => desk.answer('users:page', input),
  (then) => void setImmediate().then(then),
)
let warming = false

/** Between questions, a little at a time; whoever asks waits for one column at most. */
async function warm(): Promise<void> {
  if (warming) return
  warming = true
  do await setImmediate()
  while (desk.warm())
  warming = false
}

serveWorker({
  ask: async (channel, input) => {
    if (channel === deskOpen) {
      const opened = desk.open(openInput.parse(input).path)
      // Main waits for this before the writer closes the document, or has it for itself.
      await collectClosed()
      return opened
    }
    if (channel !== 'users:page') {
      // A page that was asked for at the same time comes first: it is quick, and looked at first.
      await setImmediate()
      return desk.answer(channel, input)
    }
    const answered = await page(input)
    void warm()
    return answered
  },
})
