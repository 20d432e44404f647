import * as z from 'zod'
import { createDesk } from './desk/desk.ts'
import { deskOpen, serveWorker } from './worker-protocol.ts'

const desk = createDesk()
const openInput = z.object({ path: z.string().nullable() })

serveWorker({
  ask: (channel, input) =>
    Promise.resolve(channel === deskOpen ? desk.open(openInput.parse(input).path) : desk.ask(channel, input)),
})
