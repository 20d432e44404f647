import type { MappingTarget } from '../../../../shared/mapping/targets.ts'
import { fileTable, type SourceFile } from '../files.ts'
import type { Database } from '../sqlite.ts'
import { isOfFiles, pathIn } from './mapped-files.ts'
import { type LoginFile, mayHoldUsers } from './referring-files.ts'

/*
 * Rows that come again in another file of the same form, as on the pages of a list that grew while it was exported: the same ID, the same
 * contact, and the same in everything that is read. Known products have a join of their own (`same-provider.ts`).
 */
export function joinsOfSameRows(database: Database): readonly LoginFile[] {
  const files = fileTable
    .list(database)
    .filter((file) => file.complete && file.recognition?.provider === 'generic' && mayHoldUsers(file))
  return files.flatMap((file, at): readonly LoginFile[] => {
    const earlier = files.slice(0, at).filter((one) => haveOneForm(one, file))
    if (earlier.length === 0) return []
    const same = `a.source_id = b.source_id AND ${areAlike} AND ${isOfFiles(
      'a',
      earlier.map(({ id }) => id),
    )}`
    return [{ file, brings: 'details', by: 'id', key: 'ID', toAny: true, isSure: true, isSameRow: true, same }]
  })
}

/** Whether both have the IDs and the contacts of their users in columns of one name. */
function haveOneForm(one: SourceFile, other: SourceFile): boolean {
  const isSame = (target: MappingTarget) => pathIn(one, target) === pathIn(other, target)
  return one.format === other.format && isSame('source-id') && isSame('email')
}

const textOf = (user: 'a' | 'b') => `(SELECT t.source FROM user_text AS t WHERE t.user_id = ${user}.id)`
const areAlike = `(a.email IS NOT NULL OR a.phone IS NOT NULL) AND a.email IS b.email AND a.phone IS b.phone
  AND ${textOf('a')} = ${textOf('b')}`
