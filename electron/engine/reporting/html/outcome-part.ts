import { sumOf, sumRows, type SumRow } from '../../../../shared/report/sum-rows.ts'
import { barSvg, chartSvg } from './chart-svg.ts'
import { markup, utc, type Markup } from './markup.ts'
import { projectPart } from './sign-off-part.ts'
import { count, counted } from '../../../../shared/format.ts'
import { attentionPart } from './attention-part.ts'
import type { Gathered } from './gather.ts'
import { controlTotals, otherKinds, truncatedFiles, unreadTables } from './not-read.ts'

/** What became of everybody: the sum, the run over time, what failed and who needs a look. */
export function outcomePart(gathered: Gathered): Markup {
  const { report, summary, audit, samples } = gathered
  const chart = chartSvg(samples)
  return markup`<header>
      <p>${coreMark(audit.core)}</p>
      <h1>${report.sentence}</h1>
      <p class="lead">${leadOf(gathered)}</p>
      ${truncatedFiles(audit.files)} ${unreadTables(audit.files)} ${projectPart(gathered)}
    </header>
    ${attentionPart(gathered)}
    <section>
      <h2>All records</h2>
      ${sumTable(gathered)}
      <p class="muted">records = users + joined + unmatched + unreadable + other: ${sentenceOfSums(summary.totals)}</p>
      ${otherKinds(audit.files)} ${controlTotals(audit.files)}
    </section>
    ${tenantsPart(gathered)}
    ${
      chart === null
        ? null
        : markup`<section>
            <h2>Runs over time</h2>
            ${chart}
          </section>`
    }
    ${report.failures.length === 0 ? null : failures(report.failures)}
    ${
      report.notes.length === 0
        ? null
        : markup`<section>
            <h2>Notes</h2>
            <ul>
              ${report.notes.map(({ title, users }) => markup`<li>${title}: <b>${count(users)}</b></li>`)}
            </ul>
          </section>`
    }`
}

function coreMark(core: Gathered['audit']['core']): Markup {
  if (core === null) return markup`<span class="mark">No core</span>`
  return core.kind === 'live'
    ? markup`<span class="mark live">${core.name} · live</span>`
    : markup`<span class="mark rehearsal">Rehearsal: nothing was sent to a real core</span>`
}

function leadOf({ report, summary, audit }: Gathered): string {
  const first = audit.runs[0]
  const by = first?.by === undefined || first.by === null ? '' : ` by ${first.by}`
  const accounted = report.addsUp
    ? `All ${counted(report.totals.records, 'record')} ${report.totals.records === 1 ? 'is' : 'are'} accounted for below.`
    : 'The numbers below do not add up. Do not rely on this report before this is explained.'
  return summary.startedAt === null
    ? accounted
    : `${accounted} Started ${utc(summary.startedAt)}${by}, ended ${utc(summary.finishedAt)}.`
}

function sumTable({ report }: Gathered): Markup {
  const rows = sumRows(report)
  const fits = report.addsUp && sumOf(rows) === report.totals.records
  return markup`<table>
      <thead>
        <tr>
          <th scope="col">Outcome</th>
          <th scope="col" class="n">Records</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Records read</th>
          <td class="n">${count(report.totals.records)}</td>
        </tr>
        ${rows.map(
          ({ label, value, note }) =>
            markup`<tr>
              <th scope="row">${label} <span class="muted">${note}</span></th>
              <td class="n">${count(value)}</td>
            </tr>`,
        )}
        <tr class="sum">
          <th scope="row">Sum</th>
          <td class="n">
            ${count(sumOf(rows))} <span class="${fits ? 'ok' : 'bad'}">${fits ? '✓ adds up' : 'does not add up'}</span>
          </td>
        </tr>
      </tbody>
    </table>
    ${barSvg(rows.map(({ key, label, value }) => ({ label, value, color: barColors[key] })))}`
}

/** The same colors as on screen. */
const barColors: Readonly<Record<SumRow['key'], string>> = {
  migrated: 'ok',
  failed: 'bad',
  blocked: 'c4',
  excluded: 'c5',
  existing: 'c2',
  ready: 'c1',
  sending: 'c1',
  'in-doubt': 'c4',
  joined: 'c5',
  unmatched: 'c6',
  unreadable: 'bad',
  other: 'c5',
}

/** Where more than one tenant of the core gets users. */
function tenantsPart({ tenants }: Gathered): Markup | null {
  if (tenants.length < 2) return null
  return markup`<section>
    <h2>Tenants of the core</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Tenant</th>
          <th scope="col" class="n">Users</th>
          <th scope="col" class="n">Migrated</th>
          <th scope="col" class="n">Failed</th>
          <th scope="col" class="n">Not finished</th>
        </tr>
      </thead>
      <tbody>
        ${tenants.map(
          ({ tenant, users, migrated, failed, open }) =>
            markup`<tr>
              <th scope="row">${tenant ?? 'Tenant of the address'}</th>
              <td class="n">${count(users)}</td>
              <td class="n">${count(migrated)}</td>
              <td class="n">${count(failed)}</td>
              <td class="n">${count(open)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="muted">A user of several tenants is counted in each. Users without calls are not counted here.</p>
  </section>`
}

function sentenceOfSums({ records, ...parts }: Gathered['summary']['totals']): string {
  const { users, joined, unmatched, unreadable, other } = parts
  return `${count(records)} = ${[users, joined, unmatched, unreadable, other].map((n) => count(n)).join(' + ')}.`
}

function failures(groups: Gathered['report']['failures']): Markup {
  return markup`<section>
    <h2>Failures by cause</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Cause</th>
          <th scope="col">What to do</th>
          <th scope="col" class="n">Users</th>
        </tr>
      </thead>
      <tbody>
        ${groups.map(
          ({ title, advice, users }) =>
            markup`<tr>
              <th scope="row">${title}</th>
              <td>${advice}</td>
              <td class="n">${count(users)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`
}
