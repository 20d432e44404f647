import * as z from 'zod'
import { createDesk } from './desk/desk.ts'
import { newestOnly } from './desk/newest-only.ts'
import { deskOpen, serveWorker } from './worker-protocol.ts'

const desk = createDesk()
const openInput = z.object({ path: z.string().nullable() })
const page = newestOnly((input) => desk.answer('users:page', input), setImmediate)
let warming = false

/** Between questions, a little at a time; whoever asks waits for one column at most. */
function warm(): void {
  if (warming) return
  warming = true
  setImmediate(() => {
    warming = false
    if (desk.warm()) warm()
  })
}

serveWorker({
  ask: async (channel, input) => {
    if (channel === deskOpen) return desk.open(openInput.parse(input).path)
    if (channel !== 'users:page') return desk.answer(channel, input)
    const answered = await page(input)
    warm()
    return answered
  },
})
