import type { Input, Output } from '../../../shared/ipc/contract.ts'
import type { Faults } from '../rehearsal/faults/faults.ts'
import type { RunningRehearsal } from './rehearsal-host.ts'

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

/** A page of the users that the rehearsal core holds; `search` matches email and phone number. */
export async function rehearsalPage(
  core: RunningRehearsal,
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
        methods: [...row.loginMethods, ...row.providers],
        createdAt: row.created,
      })
    }
  }
  return { users, total: await core.count(), next: next === null ? null : String(next) }
}
