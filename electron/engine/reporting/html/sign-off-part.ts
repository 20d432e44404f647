import { count } from '../../../../shared/format.ts'
import type { Gathered } from './gather.ts'
import { markup, utc, type Markup } from './markup.ts'

/** Project, operator and note above the rest; nothing where none was given. */
export function projectPart({ report }: Gathered): Markup | null {
  const { project, operator, note } = report.signOff
  if (project === '' && operator === '' && note === '') return null
  return markup`<dl>
    ${entry('Project', project)} ${entry('Operator', operator)} ${entry('Note', note)}
  </dl>`
}

/** The rehearsal of the same users in numbers; who differs by name stands on screen, where nothing is masked. */
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

/** Where the report is signed, with the digest of what it says; a rehearsal is not signed off. */
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
