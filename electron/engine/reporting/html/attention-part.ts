import { stateTitles } from '../../../../shared/report/state-titles.ts'
import { count } from '../../../../shared/format.ts'
import type { AttentionKind } from '../attention.ts'
import type { Attention, Listed } from './attention-list.ts'
import type { Gathered } from './gather.ts'
import { markup, type Markup } from './markup.ts'

const attentionTitles: Readonly<Record<AttentionKind, string>> = {
  failed: stateTitles.failed,
  'in-doubt': `${stateTitles['in-doubt']}: sent, no answer`,
  blocked: stateTitles.blocked,
  excluded: stateTitles.excluded,
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

/** Who needs a look, by what happened to them, with the file that lists all of them. */
export function attentionPart({ attention }: Gathered): Markup {
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
  const happened = [
    row.state === 'in-doubt' ? stateTitles['in-doubt'] : null,
    code,
    row.message === '' ? null : row.message,
  ]
  return markup`<tr>
    <th scope="row">${row.contact ?? row.sourceId ?? '–'}</th>
    <td>${row.file}, ${row.place}</td>
    <td>${row.operation ?? '–'}</td>
    <td>${happened.filter((part) => part !== null).join(': ')}</td>
    <td>${row.advice}</td>
    <td class="n">${row.attempts}</td>
  </tr>`
}
