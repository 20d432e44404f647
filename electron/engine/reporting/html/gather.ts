import { maskContactsIn } from '../../../../shared/users/mask-contact.ts'
import { readSamples } from '../../document/run-samples.ts'
import type { Database } from '../../document/sqlite.ts'
import { currentTarget } from '../../document/targets.ts'
import { previewView } from '../../queries/preview.ts'
import { reportView } from '../../queries/report-view.ts'
import { countWithoutPassword } from '../../queries/without-password.ts'
import { audit } from '../audit.ts'
import type { TenantCount } from '../tenant-counts.ts'
import { summary } from '../summary.ts'
import type { Attention } from './attention-list.ts'

/** Everything that the HTML report is made of. */
export function gather(
  database: Database,
  masked: boolean,
  attention: readonly Attention[],
  tenants: readonly TenantCount[],
) {
  const target = currentTarget(database)
  const report = reportView(database)
  return {
    // What the core said may name users.
    report: {
      ...report,
      failures: report.failures.map((group) => (masked ? { ...group, title: maskContactsIn(group.title) } : group)),
    },
    preview: previewView(database),
    summary: summary(database),
    audit: audit(database, masked),
    samples: readSamples(database, target?.id ?? null),
    withoutPassword: countWithoutPassword(database),
    masked,
    attention,
    tenants,
  }
}
export type Gathered = ReturnType<typeof gather>
