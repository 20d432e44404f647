import { otherKindText, unreadTableText } from '../../../../shared/mapping/unread-tables.ts'
import { sumOf, sumRows, type SumRow } from '../../../../shared/report/sum-rows.ts'
import { barSvg, chartSvg } from './chart-svg.ts'
import { markup, utc, type Markup } from './markup.ts'
import { projectPart } from './sign-off-part.ts'
import type { AttentionKind } from '../attention.ts'
import { count, counted } from '../../../../shared/format.ts'
import type { Attention, Listed } from './attention-list.ts'
import type { Gathered } from './gather.ts'

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
      ${otherKinds(audit.files)}
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

/** Files of which the rest is missing: any number of users may not be in this report. */
function truncatedFiles(files: Gathered['audit']['files']): readonly Markup[] {
  return files.flatMap(({ name, truncation }) =>
    truncation === null
      ? []
      : [
          markup`<p class="bad">
            <strong>${name} is incomplete.</strong> ${truncation} Only its complete records were used; how many users are
            missing cannot be told.
          </p>`,
        ],
  )
}

/** Values like logins in tables that nothing reads: they stayed behind. */
function unreadTables(files: Gathered['audit']['files']): readonly Markup[] {
  return files.flatMap(({ name, unreadTables: tables, format }) =>
    tables.map(
      (one) =>
        markup`<p class="bad">
          <strong>${formOf(format) === 'xlsx' ? 'Sheet' : 'Table'} ${one.table} of ${name} was not read</strong>, but holds ${unreadTableText(one)}.
        </p>`,
    ),
  )
}

/** The form of a file that an audit lists with its compression and encoding. */
function formOf(format: string): string | null {
  return format.split(', ')[0] ?? null
}

/** Entries that are no users, by file and kind. */
function otherKinds(files: Gathered['audit']['files']): readonly Markup[] {
  return files.flatMap(({ name, other, format }) => {
    const kinds = Object.entries(other).map(([kind, n]) => `${otherKindText(kind, formOf(format))} ${count(n)}`)
    return kinds.length === 0 ? [] : [markup`<p class="muted">Not users, in ${name}: ${kinds.join(', ')}.</p>`]
  })
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

const attentionTitles: Readonly<Record<AttentionKind, string>> = {
  failed: 'Failed',
  'in-doubt': 'In doubt: sent, no answer',
  blocked: 'Needs a decision',
  excluded: 'Excluded',
  unmatched: 'Records unmatched',
  unreadable: 'Records unreadable',
}

/** Which file lists all of them. */
const attentionFiles: Readonly<Record<AttentionKind, string>> = {
  failed: 'failed.csv',
  'in-doubt': 'failed.csv',
  blocked: 'blocked.csv',
  excluded: 'excluded.csv',
  unmatched: 'report.csv',
  unreadable: 'report.csv',
}

function attentionPart({ attention }: Gathered): Markup {
  return markup`<section>
    <h2>Needs attention</h2>
    ${attention.length === 0 ? markup`<p>Nobody: every user who was read is migrated, or was in the core before.</p>` : attention.map(attentionTable)}
  </section>`
}

function attentionTable({ kind, listed, total }: Attention): Markup {
  const shown = new Set(listed.map(({ user, file, place }) => user ?? `${file}, ${place}`)).size
  const what = kind === 'unmatched' || kind === 'unreadable' ? 'records' : 'users'
  const more = total - shown
  return markup`<h3>${attentionTitles[kind]}: ${count(total)}</h3>
    <table>
      <thead>
        <tr>
          <th scope="col">${what === 'users' ? 'User' : 'Record'}</th>
          <th scope="col">Where</th>
          <th scope="col">Call</th>
          <th scope="col">What happened</th>
          <th scope="col">What to do</th>
          <th scope="col" class="n">Tries</th>
        </tr>
      </thead>
      <tbody>
        ${listed.map(attentionLine)}
      </tbody>
    </table>
    ${more > 0 ? markup`<p class="muted">And ${count(more)} more ${what}: ${attentionFiles[kind]} lists all of them.</p>` : null}`
}

function attentionLine(row: Listed): Markup {
  const code = row.status ?? (row.httpCode === null ? null : `HTTP ${row.httpCode}`)
  const happened = [row.state === 'in-doubt' ? 'In doubt' : null, code, row.message === '' ? null : row.message]
  return markup`<tr>
    <th scope="row">${row.contact ?? row.sourceId ?? '–'}</th>
    <td>${row.file}, ${row.place}</td>
    <td>${row.operation ?? '–'}</td>
    <td>${happened.filter((part) => part !== null).join(': ')}</td>
    <td>${row.advice}</td>
    <td class="n">${row.attempts}</td>
  </tr>`
}
