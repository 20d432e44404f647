import { fork } from 'node:child_process'
import type { FromStub, StubFigures, StubRules, ToStub } from './stub-core.ts'

/** The stub core as the bench sees it. */
export type BenchCore = {
  readonly url: string
  /** Answers by these rules from now on, and forgets what it saw. */
  readonly begin: (rules: StubRules) => Promise<void>
  /** `from`, `to`: milliseconds since the first request, for rate and reply times. */
  readonly read: (from?: number, to?: number) => Promise<StubFigures>
  /** Requests so far. */
  readonly count: () => Promise<number>
  readonly stop: () => void
}

/** Starts the stub in a process of its own. `program`: this bench, which becomes the stub by its arguments. */
export async function startBenchCore(program: string): Promise<BenchCore> {
  const child = fork(program, ['--as', 'stub'])
  const waiting: ((message: FromStub) => void)[] = []
  child.on('message', (message: FromStub) => waiting.shift()?.(message))
  const next = () => new Promise<FromStub>((resolve) => waiting.push(resolve))
  const ask = (message: ToStub) => {
    child.send(message)
    return next()
  }
  const started = await next()
  if (started.kind !== 'listening') throw new Error('the stub core did not start')
  return {
    url: `http://127.0.0.1:${started.port}`,
    begin: async (rules) => {
      await ask({ kind: 'rules', rules })
    },
    read: async (from = 0, to = Infinity) => {
      // Infinity does not go through a channel of JSON.
      const answer = await ask({ kind: 'read', from, to: Math.min(to, Number.MAX_SAFE_INTEGER) })
      if (answer.kind !== 'figures') throw new Error('the stub core did not answer')
      return answer.figures
    },
    count: async () => {
      const answer = await ask({ kind: 'count' })
      return answer.kind === 'count' ? answer.requests : 0
    },
    stop: () => child.disconnect(),
  }
}
