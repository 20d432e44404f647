import { count, counted, rate } from '../../../../shared/format.ts'
import { otherKindText, unreadTableText } from '../../../../shared/mapping/rows/unread-tables.ts'
import { averageRate } from '../../../../shared/report/run-share.ts'
import { resultSentence, noneOpenText } from '../../../../shared/report/headline.ts'
import { sumOf, type SumRow, sumRows } from '../../../../shared/report/sum-rows.ts'
import type { Gathered } from './gather.ts'
import { barSvg, chartSvg, markup, type Markup, utc, table } from './markup.ts'
import { stateTitles } from '../../../../shared/report/state-titles.ts'

/**
 * The first page: the result in a sentence, the sums, the run over time, why users are not migrated, and corrections.
 */
export function outcomePart(gathered: Gathered): Markup {
  const { report, audit, samples } = gathered
  const chart = chartSvg(samples)
  return markup`<header>
      <p>${coreMark(audit.core)} <span class="muted">${whenOf(gathered)}</span></p>
      <h1>${resultSentence(report.counts, report.totals, report.undone)}</h1>
      ${report.addsUp ? null : markup`<p class="bad">The numbers below do not add up. Do not rely on this report before this is explained.</p>`}
      ${truncatedFiles(audit.files)} ${unreadTables(audit.files)} ${unappliedChanges(audit.files)} ${lostLogins(audit.files)} ${projectPart(gathered)}
    </header>
    <section>
      <h2>All records</h2>
      ${sumLine(gathered)}
    </section>
    ${
      chart === null
        ? null
        : markup`<section>
            <h2>Users per second <span class="muted">${runsOf(gathered)}</span></h2>
            ${chart}
          </section>`
    }
    ${causesPart(gathered)} ${correctionsPart(gathered)}`
}

/** Further facts about records and users, below the names. */
export function recordsPart(gathered: Gathered): Markup {
  const { report, audit } = gathered
  const kinds = [...otherKinds(audit.files), ...controlTotals(audit.files)]
  return markup`${kinds.length === 0 ? null : markup`<section><h2>Records</h2>${kinds}</section>`}
    ${tenantsPart(gathered)}
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

/** When the runs began and ended, and who started them. */
function whenOf({ summary, audit }: Gathered): string {
  const by = audit.runs[0]?.by ?? null
  if (summary.startedAt === null) return ''
  return `${utc(summary.startedAt)} to ${utc(summary.finishedAt)}${by === null ? '' : `, started by ${by}`}`
}

/** The speed of the report on screen: users per second of sending. */
function runsOf({ report }: Gathered): string {
  const speed = averageRate(report)
  return `${counted(report.runs, 'run')}${speed === null ? '' : `, ${rate(speed)} on average`}`
}

/** Records read = where each has gone, as one line that is checked, over a bar. */
function sumLine({ report }: Gathered): Markup {
  const rows = sumRows(report)
  const fits = report.addsUp && sumOf(rows) === report.totals.records
  return markup`<table class="sums">
      <tbody>
        <tr>
          <td><b>${count(report.totals.records)}</b><br />records read</td>
          ${rows.map(
            ({ key, label, value }, index) =>
              markup`<td data-row="${key}"><span class="muted">${index === 0 ? '=' : '+'}</span> <b>${count(value)}</b><br />${label.toLowerCase()}</td>`,
          )}
          <td class="${fits ? 'ok' : 'bad'}">${fits ? '✓ adds up' : 'does not add up'}</td>
        </tr>
      </tbody>
    </table>
    ${barSvg(
      rows.map(({ key, label, value }) => ({ label, value, color: barColors[key] })),
      false,
    )}`
}

/** The same colors as on screen. */
const barColors: Readonly<Record<SumRow['key'], string>> = {
  migrated: 'ok',
  failed: 'bad',
  blocked: 'c4',
  excluded: 'c5',
  unchanged: 'c5',
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
    ${table(
      ['Tenant', ['Users', 'n'], ['Migrated', 'n'], ['Failed', 'n'], ['Not finished', 'n']],
      tenants,
      ({ tenant, users, migrated, failed, open }) => [
        tenant ?? 'Tenant of the address',
        count(users),
        count(migrated),
        count(failed),
        count(open),
      ],
    )}
    <p class="muted">A user of several tenants is counted in each. Users without calls are not counted here.</p>
  </section>`
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

/** Statements of dumps that change users: they were not applied. */
function unappliedChanges(files: Gathered['audit']['files']): readonly Markup[] {
  return files.flatMap(({ name, unappliedChanges: changes }) =>
    changes === null
      ? []
      : [
          markup`<p class="bad">
            <strong>${name} changes users by ${changes}; these were not applied.</strong> Users were migrated as their rows say.
          </p>`,
        ],
  )
}

/** Logins that no user got: they stayed behind. */
function lostLogins(files: Gathered['audit']['files']): readonly Markup[] {
  return files.flatMap(({ name, lostLogins: lost }) =>
    lost === null
      ? []
      : [markup`<p class="bad"><strong>${name} has logins that no user got:</strong> ${lost}. They stayed behind.</p>`],
  )
}

/** Logins found by the control scan of each file, and where each ended up. */
function controlTotals(files: Gathered['audit']['files']): readonly Markup[] {
  return files.flatMap(({ name, controlTotals: totals }) =>
    totals === null || totals.lines.length === 0
      ? []
      : [
          markup`<p class="${totals.unreadHashes === null ? 'muted' : 'bad'}">${name}: ${totals.lines.join('. ')}.${totals.unreadHashes === null ? '' : ' Password hashes in it were not read and stayed behind.'}</p>`,
        ],
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

/** Project, operator and note above the rest; nothing where none was given. */
function projectPart({ report }: Gathered): Markup | null {
  const { project, operator, note } = report.signOff
  if (project === '' && operator === '' && note === '') return null
  return markup`<dl>
    ${entry('Project', project)} ${entry('Operator', operator)} ${entry('Note', note)}
  </dl>`
}

/** The rehearsal of the same users in numbers; users that differ are named on screen, where nothing is masked. */
export function comparisonPart({ report }: Gathered): Markup | null {
  const { rehearsal } = report
  if (rehearsal === null) return null
  const { same, different, counts } = rehearsal
  return markup`<section>
    <h2>Compared with the rehearsal</h2>
    <p>
      ${count(same)} ${same === 1 ? 'user' : 'users'} ended as in the rehearsal, ${count(different)} otherwise. Rehearsal:
      ${count(counts.migrated)} migrated, ${count(counts.failed)} failed. Live: ${count(report.counts.migrated)} migrated,
      ${count(report.counts.failed)} failed.
    </p>
  </section>`
}

/** The place to sign the report, with the digest of its content; a rehearsal is not signed off. */
export function signOffPart({ report }: Gathered): Markup | null {
  if (report.target?.kind !== 'live') return null
  const { signedAt, changedSince, operator } = report.signOff
  const signed =
    signedAt === null
      ? 'Not signed off yet.'
      : `Signed off by ${operator} on ${utc(new Date(signedAt).toISOString())}${changedSince ? '; the report has changed since.' : '.'}`
  return markup`<section class="keep">
    <h2>Sign-off</h2>
    <p>${signed}</p>
    <dl>
      ${entry('Digest of this report, SHA-256', report.digest)}
    </dl>
    <div class="sign"><span>Name, date</span><span>Signature</span></div>
  </section>`
}

function entry(name: string, value: string): Markup | null {
  if (value === '') return null
  return markup`<dt>${name}</dt>
    <dd>${value}</dd>`
}

/** Why users are not migrated, each cause once with its count and what to do. */
function causesPart({ causes, report }: Gathered): Markup {
  return markup`<section>
    <h2>Not migrated</h2>
    ${causes.length === 0 ? markup`<p>${noneOpenText(report.counts)}</p>` : causeTable(causes)}
  </section>`
}

function causeTable(causes: Gathered['causes']): Markup {
  return table([['Users', 'n'], 'Cause', ['State', 'line'], 'Next'], causes, ({ state, title, next, users }) => [
    count(users),
    markup`<b>${title}</b>`,
    stateTitles[state],
    next || (state === 'excluded' ? 'Nothing, excluded by choice.' : '–'),
  ])
}

/** The operator's corrections of single users, by name. */
function correctionsPart({ corrections }: Gathered): Markup | null {
  const { users, total } = corrections
  if (total === 0) return null
  return markup`<section>
    <h2>Corrections</h2>
    ${table(['User', 'Corrected', 'In the export'], users, ({ name, corrected, before }) => [name, corrected, before])}
    ${total > users.length ? markup`<p class="muted">And ${count(total - users.length)} more.</p>` : null}
  </section>`
}
