import { createHash } from 'node:crypto'
import { reportView } from '../../queries/report-view.ts'
import { previewView } from '../../queries/preview.ts'
import type { Database } from '../../document/sqlite.ts'
import { currentTarget } from '../../document/targets.ts'
import { readSamples } from '../../session/run-samples.ts'
import { maskContactsIn } from '../../../../shared/users/mask-contact.ts'
import { audit } from '../audit.ts'
import { eachRow } from '../each-row.ts'
import { adviceFor, attentionKinds, attentionOf, isSameUser, type AttentionKind } from '../attention.ts'
import { countWithoutPassword } from '../no-password.ts'
import type { ReportRow } from '../report-rows.ts'
import { summary } from '../summary.ts'
import type { Put } from '../write-report.ts'
import { auditPart } from './audit-part.ts'
import { markup, type Markup } from './markup.ts'
import { outcomePart } from './outcome-part.ts'
import { preparationPart } from './preparation-part.ts'
import { style } from './style.ts'

/** Of each kind; more would make a book of the report. The list says which file has the rest. */
const maxListed = 300

/** A line that needs attention, with what to do. */
export type Listed = ReportRow & { readonly advice: string }

/** What needs attention for one reason. `total`: users, or records that are nobody's, listed or not. */
export type Attention = { readonly kind: AttentionKind; readonly listed: readonly Listed[]; readonly total: number }

/** Everything that the HTML report is made of. */
function gather(database: Database, masked: boolean) {
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
    audit: audit(database),
    samples: readSamples(database, target?.id ?? null),
    withoutPassword: countWithoutPassword(database),
  }
}
export type Gathered = ReturnType<typeof gather> & {
  readonly masked: boolean
  readonly attention: readonly Attention[]
}

/**
 * One file that shows everything by itself: no script, no request, and a policy that forbids both. It prints well, and
 * is what the PDF is printed from.
 */
export async function writeHtml(database: Database, masked: boolean, put: Put): Promise<number> {
  const attention = await attentionIn(database, masked)
  put(page({ ...gather(database, masked), masked, attention }).html)
  return attention.reduce((sum, { total }) => sum + total, 0)
}

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

function page(gathered: Gathered): Markup {
  const { report, audit: facts, masked } = gathered
  const digest = createHash('sha256').update(style).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`
  const title = `${report.sentence} - ${facts.core?.kind === 'live' ? facts.core.name : 'rehearsal'}`
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${{ html: `<style>${style}</style>` }}
      </head>
      <body>
        <main>${outcomePart(gathered)} ${preparationPart(gathered)} ${auditPart(facts, gathered.summary)}</main>
        <footer>
          <p>
            Written by ${facts.app.name} ${facts.app.version} on ${utc(new Date().toISOString())}.
            ${
              masked
                ? 'Emails and phone numbers are masked.'
                : 'Emails and phone numbers are shown as they are: keep this file safe.'
            }
            It holds no password hash, no key and no code.
          </p>
        </footer>
      </body>
    </html> `
}

/** `2026-11-20 21:02:07 UTC`: a report is read in other places than it was made in. */
export function utc(iso: string | null): string {
  return iso === null ? '–' : `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
}

/** `12,554` */
export function figure(value: number): string {
  return value.toLocaleString('en')
}
