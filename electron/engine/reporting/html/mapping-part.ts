import { count, counted } from '../../../../shared/format.ts'
import { targetTitle } from '../../../../shared/mapping/target-titles.ts'
import type { MappingReport } from '../../queries/mapping-report.ts'
import type { Audit } from '../audit.ts'
import { markup, type Markup } from './markup.ts'

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
  const all = columns.length + unused.length
  const from = tables.length === 0 ? '' : `, from ${tables.length === 1 ? 'table' : 'tables'} ${tables.join(', ')}`
  return markup`<p>
      Read as ${readAs}${from}. ${count(columns.length)} of ${counted(all, 'column')} ${columns.length === 1 ? 'is' : 'are'} used.
    </p>
    ${columns.length === 0 ? null : usedTable(columns)} ${unused.length === 0 ? null : unusedTable(unused)}
    ${unusedTables.length === 0 ? null : otherTables(unusedTables)}`
}

function usedTable(columns: MappingReport['columns']): Markup {
  return markup`<table>
    <thead>
      <tr>
        <th scope="col">Column</th>
        <th scope="col">Imported as</th>
        <th scope="col">Why</th>
      </tr>
    </thead>
    <tbody>
      ${columns.map(
        ({ column, becomes, reason }) =>
          markup`<tr>
            <th scope="row"><code>${column}</code></th>
            <td>${targetTitle(becomes)}</td>
            <td>${reason}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

function unusedTable(unused: MappingReport['unused']): Markup {
  return markup`<h3>Columns that were not used</h3>
    <table>
      <thead>
        <tr>
          <th scope="col">Column</th>
          <th scope="col">Why not</th>
          <th scope="col" class="n">Users concerned</th>
        </tr>
      </thead>
      <tbody>
        ${unused.map(
          ({ column, reason, users }) =>
            markup`<tr>
              <th scope="row"><code>${column}</code></th>
              <td>${reason}</td>
              <td class="n">${users === undefined ? '–' : count(users)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`
}

function otherTables(tables: MappingReport['unusedTables']): Markup {
  return markup`<h3>Tables that were not used</h3>
    <table>
      <thead>
        <tr>
          <th scope="col">Table</th>
          <th scope="col">Why not</th>
        </tr>
      </thead>
      <tbody>
        ${tables.map(
          ({ table, reason }) =>
            markup`<tr>
              <th scope="row"><code>${table}</code></th>
              <td>${reason}</td>
            </tr>`,
        )}
      </tbody>
    </table>`
}
