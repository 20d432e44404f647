import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { ReportView, StateCounts, Totals } from '../../../shared/ipc/views.ts'
import { listFiles } from '../document/files.ts'
import { allRows } from '../document/rows.ts'
import { getSetting } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'
import { currentTarget } from '../document/targets.ts'
import { countRecords, countStates } from './counts.ts'

const runRow = z.object({ started_at: z.number(), ended_at: z.number().nullable(), calls: z.number() })

type Counted = { readonly totals: Totals; readonly counts: StateCounts }

function countAll(database: Database): Counted {
  return { totals: countRecords(database), counts: countStates(database, currentTarget(database)?.id ?? null) }
}

/** SHA-256 over what the report says: files with their own digests, the core, the runs, every number. Same report, same digest. `counted`: where they were counted already. */
export function reportDigest(database: Database, counted: Counted = countAll(database)): string {
  const target = currentTarget(database)
  const figures = {
    files: listFiles(database).map(({ name, size, digest, records }) => ({ name, size, digest, records })),
    core: target === undefined ? null : { kind: target.kind, address: target.base_url },
    runs: allRows(
      runRow,
      sql(database, 'SELECT started_at, ended_at, calls FROM run WHERE target_id = ? ORDER BY id'),
      target?.id ?? 0,
    ),
    totals: counted.totals,
    counts: counted.counts,
  }
  return createHash('sha256').update(JSON.stringify(figures)).digest('hex')
}

/** The sign-off as printed on the report, and whether the signed figures still hold. */
export function signOffView(
  database: Database,
  digestNow: () => string = () => reportDigest(database),
): ReportView['signOff'] {
  const stored = getSetting(database, 'sign-off')
  if (stored === undefined) return { project: '', operator: '', note: '', signedAt: null, changedSince: false }
  const { project, operator, note, signedAt, digest } = stored
  return { project, operator, note, signedAt, changedSince: signedAt !== null && digest !== digestNow() }
}
