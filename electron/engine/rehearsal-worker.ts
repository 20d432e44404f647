import * as z from 'zod'
import { ok, problem, type Result } from '../../shared/result.ts'
import { startRehearsalCore, type RehearsalCore, type RehearsalOptions } from './rehearsal/rehearsal-core.ts'
import type { Faults } from './rehearsal/faults/faults.ts'
import { systemClock } from './runner/clock.ts'
import { serveWorker } from './worker-protocol.ts'

/** The embedded core in a thread of its own, so that a rehearsal does not slow the engine that is being rehearsed. */
let core: RehearsalCore | null = null
const page = z.object({ from: z.number(), limit: z.number() })
const person = z.object({ email: z.string(), password: z.string() })

const answers: Readonly<Record<string, (running: RehearsalCore, input: unknown) => unknown>> = {
  users: (running, input) => running.users(page.parse(input)),
  count: (running) => running.count(),
  'set-faults': (running, input) => running.setFaults(input as Faults),
  'add-tenants': (running, input) => running.addTenants(z.array(z.string()).parse(input)),
  'sign-in': (running, input) => {
    const { email, password } = person.parse(input)
    return running.signIn(email, password)
  },
  stop: (running) => running.stop(),
}

serveWorker(systemClock, {
  ask: async (channel, input): Promise<Result<unknown>> => {
    if (channel === 'start') {
      const started = await startRehearsalCore(input as RehearsalOptions)
      if (!started.ok) return started
      core = started.value
      return ok({ baseUrl: core.baseUrl })
    }
    const answer = answers[channel]
    if (core === null || answer === undefined)
      return problem('rehearsal-not-running', 'The rehearsal core is not running. Start it again.')
    return ok((await answer(core, input)) ?? null)
  },
})
