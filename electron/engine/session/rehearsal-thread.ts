import { Worker } from 'node:worker_threads'
import { ok, problem, type Result } from '../../../shared/result.ts'
import type { RehearsalOptions } from '../rehearsal/rehearsal-core.ts'
import type { FromWorker, ToWorker } from '../worker-protocol.ts'
import type { RunningRehearsal, StartRehearsal } from './rehearsal-host.ts'

type Waiting = Map<number, (result: Result<unknown>) => void>

/** Starts the embedded core in a worker of its own. `file`: rehearsal-worker.js. */
export function rehearsalInThread(file: string | URL): StartRehearsal {
  return async (options: RehearsalOptions) => {
    const worker = new Worker(file, { workerData: { appFolder: '' } })
    const waiting: Waiting = new Map()
    let next = 0
    const gone = problem('rehearsal-ended', 'The rehearsal core ended. Start it again on the Connect screen.')
    const endAll = () => {
      for (const resolve of waiting.values()) resolve(gone)
      waiting.clear()
    }
    worker.on('message', (message: FromWorker) => {
      if (message.kind !== 'reply') return
      waiting.get(message.id)?.(message.result)
      waiting.delete(message.id)
    })
    worker.on('error', endAll)
    worker.on('exit', endAll)
    const ask = <T>(channel: string, input: unknown): Promise<Result<T>> =>
      new Promise((resolve) => {
        next += 1
        // What the worker answers is made by this very program.
        waiting.set(next, (result) => resolve(result as Result<T>))
        const message: ToWorker = { kind: 'ask', id: next, channel, input }
        worker.postMessage(message)
      })
    const must = async <T>(channel: string, input: unknown): Promise<T> => {
      const result = await ask<T>(channel, input)
      if (!result.ok) throw new Error(result.error.code)
      return result.value
    }
    const started = await ask<{ readonly baseUrl: string }>('start', options)
    if (!started.ok) {
      await worker.terminate()
      return started
    }
    const core: RunningRehearsal = {
      baseUrl: started.value.baseUrl,
      stop: async () => {
        await ask('stop', {})
        await worker.terminate()
      },
      users: (page) => must('users', page),
      count: () => must('count', {}),
      setFaults: (faults) => must('set-faults', faults),
      addTenants: (tenants) => must('add-tenants', tenants),
      signIn: (email, password) => must('sign-in', { email, password }),
    }
    return ok(core)
  }
}
