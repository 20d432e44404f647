import { Worker } from 'node:worker_threads'
import type { Input, Output } from '../../../shared/ipc/contract.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { methodTitles } from '../../../shared/users/method-titles.ts'
import type { Faults } from '../rehearsal/faults/faults.ts'
import type { RehearsalCore, RehearsalOptions } from '../rehearsal/rehearsal-core.ts'
import type { FromWorker, ToWorker } from '../worker-protocol.ts'

/** The embedded core as the session sees it: in this thread, or on the other side of a worker. */
export type RunningRehearsal = {
  readonly baseUrl: string
  readonly stop: () => Promise<void>
  readonly users: (page: Parameters<RehearsalCore['users']>[0]) => Promise<ReturnType<RehearsalCore['users']>>
  readonly count: () => Promise<number>
  readonly setFaults: (faults: Parameters<RehearsalCore['setFaults']>[0]) => Promise<void>
  readonly addTenants: (tenants: readonly string[]) => Promise<void>
  readonly signIn: RehearsalCore['signIn']
}

export type StartRehearsal = (options: RehearsalOptions) => Promise<Result<RunningRehearsal>>

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
        // The worker is part of this program, so its replies are typed.
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

type FaultName = NonNullable<Input<'rehearsal:faults'>['fault']>

const faults: Readonly<Record<FaultName, Faults>> = {
  latency: { latencyMs: [200, 1500] },
  'rate-limit': { rules: [{ kind: '429', every: 5, retryAfter: 2 }] },
  'server-error': { rules: [{ kind: '500', probability: 0.2 }] },
  reset: { rules: [{ kind: 'reset', probability: 0.2, moment: 'lost' }] },
  timeout: { rules: [{ kind: 'timeout', probability: 0.05 }] },
  'refuse-key': { rules: [{ kind: 'refuse-key' }] },
}

/** A fault that the operator turned on for a rehearsal. */
export function rehearsalFaults(name: FaultName): Faults {
  return faults[name]
}

const pageSize = 50

const recipeTitles: Readonly<Record<string, string>> = {
  emailpassword: methodTitles.password,
  thirdparty: methodTitles['third-party'],
  passwordless: methodTitles.passwordless,
}

/** A page of the users that the rehearsal core holds; `search` matches email and phone number. */
export async function rehearsalPage(
  core: Pick<RunningRehearsal, 'users' | 'count'>,
  after: string | null,
  search: string,
): Promise<Output<'rehearsal:users'>> {
  const wanted = search.trim().toLowerCase()
  const users: Output<'rehearsal:users'>['users'] = []
  let next: number | null = after === null ? 0 : Number.parseInt(after, 10) || 0
  while (next !== null && users.length < pageSize) {
    const page: Awaited<ReturnType<RunningRehearsal['users']>> = await core.users({ from: next, limit: pageSize })
    next = page.next
    for (const row of page.rows) {
      if (wanted !== '' && ![...row.emails, ...row.phoneNumbers].some((contact) => contact.includes(wanted))) continue
      users.push({
        id: row.id,
        emails: [...row.emails],
        phoneNumbers: [...row.phoneNumbers],
        methods: [
          ...row.loginMethods.flatMap((method) =>
            row.providers.length > 0 && method === 'thirdparty' ? [] : [recipeTitles[method] ?? method],
          ),
          ...row.providers,
        ],
        createdAt: row.created,
      })
    }
  }
  return { users, total: await core.count(), next: next === null ? null : String(next) }
}
