import { createHash } from 'node:crypto'
import { type Database, sql } from '../../document/sqlite.ts'
import { targetTable } from '../../document/targets.ts'
import { userCounts } from '../../queries/counts.ts'
import { tenantCounter } from '../summary.ts'
import type { Writer } from '../writer.ts'
import { auditPart, passesPart } from './audit-part.ts'
import { gather, type Gathered, skippedList } from './gather.ts'
import { markup, type Markup, utc } from './markup.ts'
import { comparisonPart, outcomePart, recordsPart, signOffPart } from './outcome-part.ts'
import { mappingPart, preparationPart } from './preparation-part.ts'
import { count, counted } from '../../../../shared/format.ts'
import type { OpenCause } from '../../../../shared/ipc/views.ts'

/**
 * One self-contained file: no script, no request, and a policy that forbids both. It prints well, and the PDF is
 * printed from it.
 */
export const writeHtml: Writer = (database, masked, put) => {
  const skipped = skippedList()
  const tenants = tenantCounter()
  const target = targetTable.current(database)?.id ?? null
  return {
    // Users of several tenants are counted line by line; else only the lines of records without a user are read.
    among: hasTenants(database) ? null : new Uint32Array(),
    take: (row) => {
      skipped.take(row)
      tenants.take(row)
    },
    end: () => {
      put(page(gather(database, masked, skipped.found(), tenants.counts())).html)
      const { failed, blocked, excluded, 'in-doubt': inDoubt } = userCounts.states(database, target)
      const { unmatched, unreadable } = userCounts.records(database)
      return failed + blocked + excluded + inDoubt + unmatched + unreadable
    },
  }
}

/** Does the plan send anybody to a tenant that is not that of the address? */
function hasTenants(database: Database): boolean {
  return sql(database, "SELECT 1 FROM facet WHERE tenants <> '' LIMIT 1").get() !== undefined
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
        <main>
          ${outcomePart(gathered)} ${signOffPart(gathered)} ${namesPart(gathered)} ${recordsPart(gathered)}
          ${comparisonPart(gathered)} ${passesPart(gathered)} ${preparationPart(gathered)} ${mappingPart(facts)}
          ${auditPart(facts, gathered.summary)}
        </main>
        <footer>
          <p>
            Written by ${facts.app.name} ${facts.app.version} on ${utc(new Date().toISOString())}.
            ${
              masked
                ? 'Emails and phone numbers are masked.'
                : 'Emails and phone numbers are shown in full: keep this file safe.'
            }
            It contains no password hashes, keys, or codes.
          </p>
        </footer>
      </body>
    </html> `
}

/** The whole look of the report: light or dark with the system on screen, light on paper. */
const style = `
:root { color-scheme: light dark; --line: light-dark(#dfe3e8, #2a2f38); --text: light-dark(#161a20, #e8ebf0);
  --muted: light-dark(#525c6b, #a0abba); --bg: light-dark(#ffffff, #101216); --panel: light-dark(#f6f7f9, #181b21);
  --off-bg: light-dark(#eceff3, #232830); --wait-bg: light-dark(#fdf3dc, #352708);
  --ok: light-dark(#146c40, #5fd39a); --bad: light-dark(#b3261e, #ff8f86); --wait: light-dark(#825400, #f0bd55);
  --c1: light-dark(#3b6cf0, #7c9dff); --c2: light-dark(#12937d, #4fd6c0); --c3: light-dark(#a45ee5, #c594ff);
  --c4: light-dark(#c07d22, #e9b36a); --c5: light-dark(#7f8a99, #738092); --c6: light-dark(#d1477a, #f288b0); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 960px; padding: 40px 24px 64px; font: 14px/1.5 "Segoe UI", system-ui, -apple-system, sans-serif; color: var(--text); background: var(--bg); }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 6px; letter-spacing: -0.01em; }
h2 { font-size: 16px; margin: 36px 0 8px; } h2 .muted { font-size: 13px; font-weight: 400; }
h2, h3 { break-after: avoid; break-inside: avoid; } h2 + *, h3 + * { break-before: avoid; }
h3 { font-size: 14px; margin: 16px 0 4px; }
p { margin: 0 0 8px; max-width: 80ch; } header p { max-width: none; } p { orphans: 3; widows: 3; } ul { margin: 0; padding: 0; list-style: none; }
.muted, figcaption, caption { color: var(--muted); } .lead { font-size: 15px; color: var(--muted); }
.mark { display: inline-block; border: 1px solid currentColor; border-radius: 99px; padding: 0 10px; font-weight: 600; font-size: 13px; }
.rehearsal { color: var(--wait); border-style: dashed; } .live { color: var(--bad); }
table { width: 100%; border-collapse: collapse; font-size: 13px; } caption { text-align: left; padding-bottom: 4px; }
th, td { text-align: left; vertical-align: top; padding: 5px 12px 5px 0; border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
thead th { color: var(--muted); font-weight: 500; font-size: 12px; } tbody th { font-weight: 400; } thead { display: table-header-group; } tr { break-inside: avoid; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; padding-left: 12px; padding-right: 0; } .n:not(:last-child) { padding-right: 14px; }
.line { white-space: nowrap; }
.sums td { border: 0; padding: 2px 8px 8px 0; color: var(--muted); font-size: 12px; } .sums b { color: var(--text); font-size: 16px; } .sums .ok { color: var(--ok); } .sums .bad { color: var(--bad); }
.names { columns: 4 160px; column-gap: 14px; font-size: 11px; line-height: 1.4; } .names li { overflow-wrap: anywhere; break-inside: avoid; }
.ok { color: var(--ok); } .bad { color: var(--bad); }
code { font: 12px/1.4 ui-monospace, "Cascadia Code", "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
figure { margin: 0; break-inside: avoid; } .chart { width: 100%; height: auto; display: block; }
.chart path { fill: none; stroke-linejoin: round; stroke-linecap: round; } .chart text { font-size: 12px; fill: var(--muted); }
@media screen { .chart text { paint-order: stroke; stroke: var(--bg); stroke-width: 4px; stroke-linejoin: round; } } .chart text.title { fill: var(--text); } .chart .grid { stroke: var(--line); } .chart .pause { fill: var(--off-bg, #eceff3); } .chart .silence { fill: var(--wait-bg, #fdf3dc); } .chart .edge { stroke: var(--muted); stroke-dasharray: 3 3; } .chart text.band { fill: var(--text); }
.chart path.users { stroke: var(--c1); stroke-width: 2; } .chart path.p50 { stroke: var(--c2); stroke-width: 1.5; }
.chart path.p99 { stroke: var(--c4); stroke-width: 2; } .chart path.at-once { stroke: var(--c3); stroke-width: 1.5; }
.bar { width: 100%; height: 14px; display: block; border-radius: 4px; } .legend { display: flex; flex-wrap: wrap; gap: 2px 18px; margin: 6px 0 0; font-size: 13px; }
.dot { width: 10px; height: 10px; margin-right: 6px; } rect.c1 { fill: var(--c1); } rect.c2 { fill: var(--c2); } rect.c3 { fill: var(--c3); }
rect.c4 { fill: var(--c4); } rect.c5 { fill: var(--c5); } rect.c6 { fill: var(--c6); } rect.bad { fill: var(--bad); } rect.ok { fill: var(--ok); }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 20px; margin: 0; font-size: 13px; } dt { color: var(--muted); } dd { margin: 0; overflow-wrap: break-word; } dl, .keep { break-inside: avoid; }
.sign { display: grid; grid-template-columns: 1fr 1fr; gap: 28px 32px; margin-top: 24px; break-inside: avoid; } .sign span { display: block; border-top: 1px solid var(--text); padding-top: 4px; color: var(--muted); font-size: 12px; }
footer { margin-top: 40px; padding-top: 12px; border-top: 1px solid var(--line); color: var(--muted); font-size: 12px; }
@page { margin: 16mm 14mm 18mm; @bottom-right { content: counter(page) " of " counter(pages); font: 10px sans-serif; color: #525c6b; } }
@media print { :root { color-scheme: light; } body { max-width: none; padding: 0; font-size: 11px; } h1 { font-size: 19px; } h2 { margin: 14px 0 4px; font-size: 13px; } h2 .muted { font-size: 11px; font-weight: 400; } h3 { font-size: 11px; margin: 8px 0 2px; } table { font-size: 10.5px; } th, td { padding: 3px 10px 3px 0; } .page { break-before: page; } .names { columns: 3; column-gap: 10px; font-size: 8px; line-height: 1.2; } dl { font-size: 10.5px; } footer { margin-top: 14px; padding-top: 6px; font-size: 10px; } .sign { margin-top: 14px; gap: 14px 32px; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
@media (forced-colors: active) { .bar, .dot, .chart { forced-color-adjust: none; } }
`

/** Which file lists all users of a state. */
const files: Readonly<Record<OpenCause['state'], string>> = {
  blocked: 'blocked.csv',
  failed: 'failed.csv',
  'in-doubt': 'failed.csv',
  excluded: 'excluded.csv',
}

/** The section on users that are not migrated, by cause, and on records without a user; null if there are none. */
function namesPart({ causes, skipped }: Gathered): Markup | null {
  if (causes.length === 0 && skipped.length === 0) return null
  return markup`<section class="page">
    <h2>Users not migrated, by name</h2>
    ${causes.map(({ state, title, users, names }) => namesOf(`${title}: ${count(users)}`, names, users - names.length, files[state]))}
    ${skipped.map(({ reason, places, more }) => namesOf(`${counted(places.length + more, 'record')} ${reason}`, places, more, 'report.csv'))}
  </section>`
}

function namesOf(title: string, names: readonly string[], more: number, file: string): Markup {
  return markup`<h3>${title}</h3>
    <ul class="names">
      ${names.map((name) => markup`<li>${name}</li>`)}
    </ul>
    ${more > 0 ? markup`<p class="muted">And ${count(more)} more: ${file} lists all of them.</p>` : null}`
}
