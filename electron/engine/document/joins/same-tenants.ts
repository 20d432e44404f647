import { lastName } from '../../../../shared/mapping/names/column-words.ts'
import type { SourceFile } from '../files.ts'
import { pathIn } from './mapped-files.ts'

/* Tenants that count their users each on its own: the user with an ID in one tenant is another one than that in the next. */

/** The other files that have the tenants of their users in a column of the same name. */
export function filesOfSameTenants(file: SourceFile, files: readonly SourceFile[]): readonly number[] {
  const column = pathIn(file, 'tenant')
  if (column === undefined) return []
  return files.flatMap((other) => {
    const theirs = pathIn(other, 'tenant')
    return other.id !== file.id && theirs !== undefined && lastName(theirs) === lastName(column) ? [other.id] : []
  })
}

const tenantOf = (user: 'a' | 'b') =>
  `(SELECT lower(json_extract(t.source, '$.tenants')) FROM user_text AS t WHERE t.user_id = ${user}.id)`

/** Of `a` and `b`: both are of one tenant, or one of them says none. */
export const haveOneTenant = `coalesce(${tenantOf('a')} = ${tenantOf('b')}, 1)`
