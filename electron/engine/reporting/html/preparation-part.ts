import { count, counted, usedOf } from '../../../../shared/format.ts'
import { targetTitle } from '../../../../shared/mapping/shown/target-titles.ts'
import { besideExistingText } from '../../../../shared/report/state-titles.ts'
import { undoneText, verifiedText } from '../../../../shared/report/post-run-text.ts'
import type { MappingReport } from '../../queries/mapping-report.ts'
import type { Audit } from '../audit.ts'
import type { Gathered } from './gather.ts'
import { barSvg, markup, type Markup, utc, table } from './markup.ts'

/** The plan of the migration: hashes, login methods, findings with their decisions, password checks. */
export function preparationPart({ preview, report, summary, withoutPassword, missing }: Gathered): Markup {
  return markup`<section>
    <h2>Hashes and login methods</h2>
    <h3>Password hashes</h3>
    ${bar(preview.hashes)}
    ${table(
      ['Hash', 'Result', 'Checked with known passwords', ['Users', 'n']],
      preview.hashes,
      ({ label, fate, matched, mismatched, users }) => [
        label,
        fate,
        passwordCheckWords(matched, mismatched),
        count(users),
      ],
    )}
    ${withoutPassword === 0 ? null : markup`<p class="muted">${counted(withoutPassword, 'migrated user')} without a usable password: users-without-password.csv lists them, for a password reset.</p>`}
    <h3>Login methods</h3>
    ${bar(preview.methods)}
    ${
      preview.providers.length === 0
        ? null
        : markup`<h3>Providers in the export</h3>
            ${bar(preview.providers)}`
    }
    ${preview.findings.length === 0 ? null : findingTable(preview.findings)}
    ${summary.matchedAccounts.length === 0 ? null : passwordCheckTable(summary.matchedAccounts)}
    ${report.passwordChecks.every(({ matched }) => matched === 0) && report.passwordChecks.length > 0 ? markup`<p class="muted">No known password was checked against these hashes.</p>` : null}
    ${summary.besideExisting === 0 ? null : markup`<p>${besideExistingText(summary.besideExisting)}</p>`}
    ${sinceText(summary.planDelta)} ${verificationPart(summary.verification, missing)} ${undonePart(summary.undone)}
  </section>`
}

function bar(shares: readonly { readonly label: string; readonly users: number }[]): Markup {
  return barSvg(shares.map(({ label, users }, index) => ({ label, value: users, color: `c${(index % 6) + 1}` })))
}

function passwordCheckWords(matched: number, mismatched: number): string {
  if (matched + mismatched === 0) return '–'
  return [matched > 0 ? `${count(matched)} matched` : '', mismatched > 0 ? `${count(mismatched)} did not match` : '']
    .filter(Boolean)
    .join(', ')
}

function findingTable(findings: Gathered['preview']['findings']): Markup {
  const chosen = (finding: Gathered['preview']['findings'][number]) =>
    finding.choices.find(({ value }) => value === finding.chosen)?.label ??
    finding.chosen ??
    (finding.blocks ? 'not decided' : '–')
  return markup`<h3>Findings</h3>
    ${table(['Finding', 'Decided', ['Users', 'n']], findings, (finding) => [
      finding.title,
      chosen(finding),
      count(finding.users),
    ])}`
}

function passwordCheckTable(accounts: Gathered['summary']['matchedAccounts']): Markup {
  return markup`<h3>Known accounts that were tried</h3>
    ${table(['Place', 'Hash', 'Time', 'Matches'], accounts, ({ file, place, family, variant, at, matched }) => [
      markup`${file}, ${place}`,
      markup`${family} ${variant}`,
      at,
      matched ? 'yes' : 'no',
    ])}`
}

/** Counts of users against the migration that this one follows. */
function sinceText(since: Gathered['summary']['planDelta']): Markup | null {
  if (since === null || since.new === undefined) return null
  return markup`<h3>Since the earlier migration</h3>
    <p>
      Compared with ${since.migration}, sent to ${since.core}: ${count(since.new)} new, ${count(since.changed ?? 0)}
      changed, ${count(since.unchanged ?? 0)} unchanged and not sent again, ${count(since.open ?? 0)} not sent before.
      ${count(since.missing ?? 0)} who are in the core are no longer in the export; the CSV names them.
    </p>`
}

function verificationPart(
  verification: Gathered['summary']['verification'],
  missing: Gathered['missing'],
): Markup | null {
  if (verification === null) return null
  return markup`<h3>Looked up in the core after the run</h3>
    <p>On ${utc(verification.at)}: ${verifiedText(verification)}</p>
    ${missing.length === 0 ? null : missingTable(missing, verification.missing)}`
}

function missingTable(missing: Gathered['missing'], total: number): Markup {
  const more = total - missing.length
  return markup`${table(['Not in the core', 'Email or phone', 'ID in the core'], missing, (user) => [
    user.id,
    user.contact,
    user.coreUserId,
  ])}
    ${more > 0 ? markup`<p>${count(more)} more: the report in CSV names all.</p>` : null}`
}

function undonePart(undone: Gathered['summary']['undone']): Markup | null {
  if (undone === null) return null
  return markup`<h3>Taken back</h3>
    <p>On ${utc(undone.at)}: ${undoneText(undone)}</p>`
}

/** File by file: the table that was taken, what each column became and why, and what stayed behind and why. */
export function mappingPart({ files }: Audit): readonly Markup[] {
  return files.map(
    ({ name, readAs, mapping }) =>
      markup`<section>
        <h2>Columns of ${name}</h2>
        ${mapping === null ? markup`<p>How its columns were used was not recorded, because this version did not read the file to its end.</p>` : columnsOf(readAs, mapping)}
      </section>`,
  )
}

function columnsOf(readAs: string, { tables, unusedTables, columns, unused }: MappingReport): Markup {
  const from = tables.length === 0 ? '' : `, from ${tables.length === 1 ? 'table' : 'tables'} ${tables.join(', ')}`
  return markup`<p>
      Read as ${readAs}${from}. ${usedOf(columns.length, columns.length + unused.length)}.
    </p>
    ${columns.length === 0 ? null : usedTable(columns)} ${unused.length === 0 ? null : unusedTable(unused)}
    ${unusedTables.length === 0 ? null : otherTables(unusedTables)}`
}

function usedTable(columns: MappingReport['columns']): Markup {
  return table(['Column', 'Imported as', 'Reason'], columns, ({ column, becomes, reason }) => [
    markup`<code>${column}</code>`,
    targetTitle(becomes),
    reason,
  ])
}

function unusedTable(unused: MappingReport['unused']): Markup {
  return markup`<h3>Columns that were not used</h3>
    ${table(['Column', 'Reason', ['Users concerned', 'n']], unused, ({ column, reason, users }) => [
      markup`<code>${column}</code>`,
      reason,
      users === undefined ? '–' : count(users),
    ])}`
}

function otherTables(tables: MappingReport['unusedTables']): Markup {
  return markup`<h3>Tables that were not used</h3>
    ${table(['Table', 'Reason'], tables, ({ table, reason }) => [markup`<code>${table}</code>`, reason])}`
}
