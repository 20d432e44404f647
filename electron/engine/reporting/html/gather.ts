import { maskContactsIn } from '../../../../shared/users/mask-contact.ts'
import { readSamples } from '../../document/run-samples.ts'
import type { Database } from '../../document/sqlite.ts'
import { currentTarget } from '../../document/targets.ts'
import { previewView } from '../../queries/preview.ts'
import { reportView } from '../../queries/report-view.ts'
import { countWithoutPassword } from '../../queries/without-password.ts'
import { adviceFor, attentionKinds, attentionOf, isSameUser, type AttentionKind } from '../attention.ts'
import { audit } from '../audit.ts'
import { eachRow } from '../each-row.ts'
import type { ReportRow } from '../report-rows.ts'
import { summary } from '../summary.ts'

/** Of each kind; more would make a book of the report. The list says which file has the rest. */
const maxListed = 300

/** A line that needs attention, with what to do. */
export type Listed = ReportRow & { readonly advice: string }

/** What needs attention for one reason. `total`: users, or records that are nobody's, listed or not. */
export type Attention = { readonly kind: AttentionKind; readonly listed: readonly Listed[]; readonly total: number }

/** Everything that the HTML report is made of. */
export async function gather(database: Database, masked: boolean) {
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
    attention: await attentionIn(database, masked),
  }
}
export type Gathered = Awaited<ReturnType<typeof gather>>

async function attentionIn(database: Database, masked: boolean): Promise<readonly Attention[]> {
  const found = attentionKinds.map((kind) => ({
    kind,
    listed: [] as Listed[],
    total: 0,
    last: null as ReportRow | null,
  }))
  let before: ReportRow | null = null
  await eachRow(database, masked, (row) => {
    const kind = attentionOf(row, before)
    before = row
    const list = found.find((one) => one.kind === kind)
    if (list === undefined || kind === null) return
    // Several calls of one user may have failed.
    if (!isSameUser(row, list.last)) list.total += 1
    list.last = row
    if (list.listed.length < maxListed) list.listed.push({ ...row, advice: adviceFor(row, kind) })
  })
  return found.filter(({ total }) => total > 0)
}
