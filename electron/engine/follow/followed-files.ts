import { basename } from 'node:path'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { fileTable, type SourceFile } from '../document/files.ts'
import { getSetting } from '../document/settings.ts'
import { type Database, sql } from '../document/sqlite.ts'

/** The files that the migration was read from, which a listing of its source is read like. */
export type FollowedFiles = readonly [SourceFile, ...SourceFile[]]

export function followedFiles(database: Database): Result<FollowedFiles> {
  const own = getSetting(database, 'follow')?.file ?? null
  const [first, ...others] = fileTable.list(database).filter(({ id }) => id !== own)
  if (first === undefined) return problem('follow-nothing', 'This migration has no export yet. Run it first.')
  const hasParts = sql(database, 'SELECT 1 FROM partial_record LIMIT 1').get() !== undefined
  if (others.length > 0 && hasParts) {
    return problem(
      'follow-several-files',
      'Users of this migration were put together from several files, which no pass can compare. Migrate an export in which each user is whole to follow its source.',
    )
  }
  return ok([first, ...others])
}

/** The file itself: of a zip archive, all that were read of it are in one. */
export function fileName({ name, zip_member: member }: SourceFile): string {
  return member === null ? basename(name) : basename(name.slice(0, Math.max(0, name.length - member.length - 1)))
}
