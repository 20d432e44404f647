import type { LoginTable } from '../../../shared/exports/logins/login-table.ts'
import type { ColumnCounts } from '../../../shared/mapping/columns/column-counts.ts'
import { countColumns } from '../../../shared/mapping/columns/count-columns.ts'
import type { UserPart } from '../../../shared/users/user.ts'
import type { OpenedExport, RawRecord } from '../reading/open-export.ts'

type JoinedCounts = {
  readonly add: (raw: Extract<RawRecord, { kind: 'record' }>, part: UserPart) => void
  readonly counts: () => Pick<ColumnCounts, 'joined'>
}

/** Counts the values in joined tables with one row per user, such as accounts: a column of theirs may disable users. */
export function countJoined(
  { tables = [] }: Pick<OpenedExport, 'tables'>,
  logins: readonly LoginTable[] = [],
): JoinedCounts {
  const counters = new Map(
    logins.flatMap(({ table, isRepeated = false }) => {
      const sample = tables.find(({ name }) => name === table)
      if (sample === undefined || isRepeated) return []
      return [[table, countColumns({ header: sample.columns, records: sample.records, table })] as const]
    }),
  )
  return {
    add: ({ table, value }, { standing = 'active', unmapped = [] }) => {
      if (table === undefined) return
      counters.get(table)?.add(value, standing === 'active' && !unmapped.some(({ kind }) => kind === 'status'), true)
    },
    counts: () => {
      const joined = [...counters].map(([table, counter]) => ({ table, ...counter.counts() }))
      return joined.length === 0 ? {} : { joined }
    },
  }
}
