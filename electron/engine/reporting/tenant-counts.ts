import type { ReportRow } from './report-row.ts'
import { ofAddress } from './report-tenants.ts'
import { creatingKinds } from '../../../shared/planning/call.ts'

/** The users of one tenant of the core; one of several tenants is counted in each. `tenant` null: that of the address. */
export type TenantCount = {
  readonly tenant: string | null
  readonly users: number
  /** All their login methods are in this tenant. */
  readonly migrated: number
  readonly failed: number
  /** Sent without an answer, or not sent. */
  readonly open: number
}

type Outcome = 'migrated' | 'failed' | 'open'

/** Counts users by the tenants that their login methods go to, line by line. The lines of a user follow each other. */
export function tenantCounter(): {
  readonly take: (row: ReportRow) => void
  readonly counts: () => readonly TenantCount[]
} {
  const counts = new Map<string, Record<Outcome, number>>()
  let user: number | null = null
  const outcomes = new Map<string, Outcome>()
  const close = () => {
    for (const [tenant, outcome] of outcomes) {
      const count = counts.get(tenant) ?? { migrated: 0, failed: 0, open: 0 }
      count[outcome] += 1
      counts.set(tenant, count)
    }
    outcomes.clear()
  }
  return {
    take: (row) => {
      if (row.kind !== 'call' || !creatingKinds.some((kind) => kind === row.operation)) return
      if (row.user !== user) close()
      user = row.user
      const tenant = row.tenant ?? ofAddress
      outcomes.set(tenant, worse(outcomes.get(tenant), outcomeOf(row)))
    },
    counts: () => {
      close()
      return [...counts]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([tenant, { migrated, failed, open }]) => ({
          tenant: tenant === ofAddress ? null : tenant,
          users: migrated + failed + open,
          migrated,
          failed,
          open,
        }))
    },
  }
}

function outcomeOf({ state }: ReportRow): Outcome {
  return state === 'done' ? 'migrated' : state === 'failed' ? 'failed' : 'open'
}

const order = ['migrated', 'open', 'failed'] as const satisfies readonly Outcome[]

function worse(one: Outcome | undefined, other: Outcome): Outcome {
  return one === undefined || order.indexOf(one) < order.indexOf(other) ? other : one
}
