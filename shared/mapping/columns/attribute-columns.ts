import { take } from './beside-columns.ts'
import type { Sample } from '../export-format.ts'
import type { Candidate } from './judge-column.ts'
import type { ColumnProfile } from './profile-columns.ts'

/** Rows of one attribute have the user that they refer to and the hash, and nothing else that says something of the user. */
export function takePasswords(
  profiles: readonly ColumnProfile[],
  chosen: Map<string, Candidate>,
  passwords: Sample['passwords'],
  ownPath: (path: string) => string,
): void {
  if (passwords === undefined) return
  const { owner, value, reason: text } = passwords
  chosen.clear()
  for (const column of profiles) {
    const path = ownPath(column.path)
    const target = path === owner ? 'source-id' : path === value ? 'password-hash' : null
    if (target === null) continue
    take(chosen, column, target, text)
  }
}
