import { maskContactsIn } from '../../../../shared/users/mask-contact.ts'
import { readSamples } from '../../document/run-record.ts'
import type { Database } from '../../document/sqlite.ts'
import { currentTarget } from '../../document/targets.ts'
import { previewView } from '../../queries/preview.ts'
import { reportView } from '../../queries/report-view.ts'
import { countWithoutPassword } from '../../queries/counts.ts'
import { audit } from '../audit.ts'
import type { TenantCount } from '../tenant-counts.ts'
import { summary } from '../summary.ts'
import { maskContact } from '../../../../shared/users/mask-contact.ts'
import { namesOfCause } from '../../queries/open-causes.ts'
import { shownId } from '../shown-id.ts'
import { correctedUsers } from './corrections.ts'
import { maxNamed, type Skipped } from './skipped-list.ts'

/** Everything that the HTML report is made of. */
export function gather(
  database: Database,
  masked: boolean,
  skipped: readonly Skipped[],
  tenants: readonly TenantCount[],
) {
  const target = currentTarget(database)
  const report = reportView(database)
  const nameOf = (contact: string | null, sourceId: string | null) =>
    (contact === null ? shownId(sourceId, masked) : masked ? maskContact(contact) : contact) ?? '–'
  return {
    report,
    causes: report.causes.map((cause) => ({
      ...cause,
      // What the core said may name users.
      title: masked ? maskContactsIn(cause.title) : cause.title,
      names: namesOfCause(database, target?.id ?? null, cause, maxNamed, nameOf),
    })),
    corrections: correctedUsers(database, masked),
    preview: previewView(database),
    summary: summary(database),
    audit: audit(database, masked),
    samples: readSamples(database, target?.id ?? null),
    withoutPassword: countWithoutPassword(database),
    masked,
    skipped,
    tenants,
  }
}
export type Gathered = ReturnType<typeof gather>
