import type { SourceFile } from '../../engine/document/files.ts'
import type { MappingReport } from '../../engine/queries/mapping-report.ts'
import { disabledByWord } from '../../../shared/mapping/cell.ts'
import { unsureColumns } from '../../../shared/mapping/column-report.ts'
import type { PossibleFlag } from '../../../shared/mapping/columns/possible-flag.ts'
import { possibleFlagTitle, shownFlags } from '../../../shared/mapping/columns/possible-flags.ts'
import { pastTime } from '../../../shared/mapping/end-of-account.ts'

/* Questions about columns that only a mapping answers, as Map columns asks them. No user waits for an answer. */

const mapColumn = 'Map it in that file or in Map columns; else its values stay behind.'

/** The questions about whole columns, then those about flags. `users`: all of them. */
export function columnQuestions(
  files: readonly SourceFile[],
  mappings: ReadonlyMap<number, MappingReport>,
  users: number,
) {
  if (users === 0) return []
  const reports = files.flatMap(({ id, name }) => {
    const report = mappings.get(id)
    return report === undefined ? [] : [{ report, of: files.length > 1 ? ` (${name})` : '' }]
  })
  const unsure = reports.flatMap(({ report, of }) =>
    unsureColumns(report.unused).map(({ code, column, title }) => ({
      code,
      group: column,
      title: `${title}: ${column}${of}`,
      next: mapColumn,
    })),
  )
  const flags = reports.flatMap(({ report, of }) =>
    shownFlags(report.possibleFlags).first.map((flag) => ({
      code: 'may-keep-out',
      group: flag.column,
      title: `${possibleFlagTitle(flag)}${of}`,
      next: `To keep them out, map it as disabled in Map columns, or with ${flagMapping(flag)} in that file.`,
    })),
  )
  return [...unsure, ...flags].map((question) => ({
    ...question,
    meaning: 'Nothing reads this column, and it holds no user back.',
    users,
    blocks: false,
    decide: null,
    option: '--mapping FILE',
  }))
}

/** The values by which a flag would keep people out: words that say so, else the rarest that does not let in; null: any time. */
function valuesOut({ values, empty, times }: PossibleFlag): readonly string[] | null {
  if (times > 0) return null
  const isOut = (value: string) => value === pastTime || disabledByWord(value) === true
  const out = values.filter(({ value }) => isOut(value)).map(({ value }) => value)
  if (out.length > 0) return out
  const groups = [...values, ...(empty > 0 ? [{ value: '', records: empty }] : [])]
  const [rarest] = groups
    .filter(({ value }) => disabledByWord(value) !== false)
    .toSorted((one, other) => one.records - other.records)
  return rarest === undefined ? null : [rarest.value]
}

/** The mapping that makes a flag keep people out, for an example. */
function flagMapping(flag: PossibleFlag): string {
  const values = valuesOut(flag)
  const column = { path: flag.column, target: 'disabled', ...(values === null ? {} : { values }) }
  return JSON.stringify({ version: 1, columns: [column], fixedProvider: null })
}
