import { count, counted } from '../../../../shared/format.ts'
import { noneOpenText } from '../../../../shared/report/headline.ts'
import type { OpenCause } from '../../../../shared/ipc/views.ts'
import { stateTitles } from '../../../../shared/report/state-titles.ts'
import type { Gathered } from './gather.ts'
import { markup, type Markup } from './markup.ts'

/** Which file lists all users of a state. */
const files: Readonly<Record<OpenCause['state'], string>> = {
  blocked: 'blocked.csv',
  failed: 'failed.csv',
  'in-doubt': 'failed.csv',
  excluded: 'excluded.csv',
}

/** Why users are not migrated, each cause once with its count and what to do. */
export function causesPart({ causes, report }: Gathered): Markup {
  return markup`<section>
    <h2>Not migrated</h2>
    ${causes.length === 0 ? markup`<p>${noneOpenText(report.counts)}</p>` : causeTable(causes)}
  </section>`
}

function causeTable(causes: Gathered['causes']): Markup {
  return markup`<table>
    <thead>
      <tr>
        <th scope="col" class="n">Users</th>
        <th scope="col">Cause</th>
        <th scope="col">State</th>
        <th scope="col">Next</th>
      </tr>
    </thead>
    <tbody>
      ${causes.map(
        ({ state, title, next, users }) =>
          markup`<tr>
            <td class="n">${count(users)}</td>
            <th scope="row"><b>${title}</b></th>
            <td class="line">${stateTitles[state]}</td>
            <td>${next || (state === 'excluded' ? 'Nothing, excluded by choice.' : '–')}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

/** The operator's corrections of single users, by name. */
export function correctionsPart({ corrections }: Gathered): Markup | null {
  const { users, total } = corrections
  if (total === 0) return null
  return markup`<section>
    <h2>Corrections</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">User</th>
          <th scope="col">Corrected</th>
          <th scope="col">In the export</th>
        </tr>
      </thead>
      <tbody>
        ${users.map(
          ({ name, corrected, before }) =>
            markup`<tr>
              <th scope="row">${name}</th>
              <td>${corrected}</td>
              <td>${before}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${total > users.length ? markup`<p class="muted">And ${count(total - users.length)} more.</p>` : null}
  </section>`
}

/** The names of users who are not migrated, cause by cause, and the records without a user; empty where there are none. */
export function namesPart({ causes, skipped }: Gathered): Markup | null {
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
