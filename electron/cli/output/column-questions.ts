import type { SourceFile } from '../../engine/document/files.ts'
import { fileFact } from '../../engine/document/source-facts.ts'
import type { Database } from '../../engine/document/sqlite.ts'
import { userCounts } from '../../engine/queries/counts.ts'
import { type MappingReport, recordsWith } from '../../engine/queries/mapping-report.ts'
import { passkeyColumn, unsureColumns } from '../../../shared/mapping/shown/column-report.ts'
import { targetOf } from '../../../shared/mapping/shown/target-titles.ts'
import { possibleFlagTitle, shownFlags } from '../../../shared/mapping/columns/flags/flag-text.ts'
import type { PossibleFlag } from '../../../shared/mapping/columns/flags/possible-flag.ts'
import { valuesOut } from '../../../shared/mapping/columns/values-out.ts'

/* Questions about columns that only a mapping answers, as Map columns asks them. No user waits for an answer. */

const mapColumn = 'Map it in that file or in Map columns; else its values stay behind.'

/** The questions about whole columns, each with the number of users with a value in it, then those about flags, with all users of the file. */
export function columnQuestions(
  database: Database,
  files: readonly SourceFile[],
  mappings: ReadonlyMap<number, MappingReport>,
) {
  const reports = files.flatMap(({ id, name }) => {
    const report = mappings.get(id)
    const users = report === undefined ? 0 : userCounts.ofFile(database, id)
    return report === undefined || users === 0 ? [] : [{ id, report, users, of: files.length > 1 ? ` (${name})` : '' }]
  })
  const having = (id: number, column: string, users: number) =>
    Math.min(users, recordsWith(database, id, column) ?? users)
  const unsure = reports.flatMap(({ id, report, users, of }) =>
    unsureColumns(report.unused).map(({ code, column, title }) => ({
      code,
      group: column,
      title: `${title}: ${column}${of}`,
      next: mapColumn,
      users: having(id, column, users),
    })),
  )
  const others = files.flatMap((file) => otherIdsOf(database, file, mappings.get(file.id)))
  const flags = reports.flatMap(({ report, users, of }) =>
    shownFlags(report.possibleFlags).first.map((flag) => ({
      code: 'may-keep-out',
      group: flag.column,
      title: `${possibleFlagTitle(flag)}${of}`,
      next: nextOf(flag),
      users,
    })),
  )
  const passkeys = reports.flatMap(({ id, report, users, of }) => {
    const column = passkeyColumn(report.unused)
    const left = column === null ? 0 : having(id, column, users)
    return column === null || left === 0
      ? []
      : [{ ...leftPasskeys, group: column, title: `Passkeys: ${column}${of}`, users: left }]
  })
  const asked = [...unsure, ...flags].map((question) => ({
    ...question,
    meaning: 'Nothing reads this column, and it holds no user back.',
    option: '--mapping FILE',
  }))
  return [...asked, ...others, ...passkeys].map((question) => ({
    ...question,
    blocks: false,
    chosen: null,
    decide: null,
  }))
}

/** The IDs in a file whose rows were joined by a name or a contact with users of another file: these have their own ID there, or none. */
function otherIdsOf(database: Database, { id, name }: SourceFile, report: MappingReport | undefined) {
  const users = fileFact(database, id, 'other-ids') ?? 0
  const own = report?.columns.find(({ becomes }) => targetOf(becomes) === 'source-id')
  if (users === 0 || own === undefined) return []
  const { column } = own
  return unsureColumns([{ column, reason: own.reason, mayBe: 'source-id' }]).map(({ code, title }) => ({
    code,
    group: column,
    title: `${title}: ${column} (${name})`,
    users,
    meaning:
      'Its rows were joined with users of another file by name, email or phone number. The ID in that file, if it has one, is their source ID; those here stay behind, and no user is held back.',
    next: 'If other systems know the users by these IDs, keep this file: the core stores one ID of each user.',
    option: null,
  }))
}

const leftPasskeys = {
  code: 'passkeys-left',
  meaning: 'A passkey works only with the site and the server that it was made for, so it cannot be migrated.',
  next: 'Users of passkeys sign in by another way in the core, and can add a passkey there.',
  option: null,
}

/** How users are kept out by a flag: by its mapping with the values that say so, or with a place for the value that only the operator knows. */
function nextOf(flag: PossibleFlag): string {
  const values = valuesOut(flag) ?? (flag.times > 0 ? 'any-time' : [anyValue])
  const column = { path: flag.column, target: 'disabled', ...(values === 'any-time' ? {} : { values }) }
  const mapping = JSON.stringify({ version: 1, columns: [column], fixedProvider: null })
  const isOpen = values.includes(anyValue)
  return `To keep them out, map it as disabled in Map columns, or with ${mapping} in that file${isOpen ? `, with the value that keeps people out for ${anyValue}` : ''}.`
}

const anyValue = 'VALUE'
