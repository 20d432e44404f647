import * as z from 'zod'
import {
  passwordCheckSchema,
  type FamilyPasswordCheck,
  type PasswordCheckView,
} from '../../../shared/ipc/views/password-check-views.ts'
import { facetCounts } from '../document/facets.ts'
import { placeNames } from '../document/file-places.ts'
import { listPasswordChecks } from '../document/password-checks.ts'
import { allRows, oneRow } from '../document/rows.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'
import { hashLabel } from './hash-text.ts'

/** How many known accounts of a family, or of another bucket of the preview, matched and did not match. */
export function countPasswordChecks(
  passwordChecks: readonly PasswordCheckView[],
  bucket: string,
): { readonly matched: number; readonly mismatched: number } {
  const own = passwordChecks.filter(({ family }) => family === bucket)
  const matched = own.filter(({ matched: isMatch }) => isMatch).length
  return { matched, mismatched: own.length - matched }
}

const familyRow = z.object({ family: passwordCheckSchema.shape.family, users: z.number() })

/** Every family whose hashes are imported, with its password checks; the most users first. */
export function familyPasswordChecks(database: Database): readonly FamilyPasswordCheck[] {
  const passwordChecks = listPasswordChecks(database)
  return allRows(
    familyRow,
    sql(
      database,
      `SELECT bucket AS family, sum(users) AS users FROM ${facetCounts} WHERE bucket IN ('bcrypt', 'argon2', 'firebase-scrypt')
       GROUP BY bucket ORDER BY users DESC`,
    ),
  ).map(({ family, users }) => ({
    family,
    users,
    label: hashLabel(family),
    ...countPasswordChecks(passwordChecks, family),
  }))
}

const placeRow = z.object({ fileId: z.number(), file: z.string(), line: z.number(), byte: z.number() })

/** The accounts that were tried, by their place in the export; the report's JSON names them. */
export function matchedAccounts(database: Database) {
  const places = placeNames(database)
  return listPasswordChecks(database).map(({ user, family, variant, at, matched }) => {
    const place = oneRow(
      placeRow,
      sql(
        database,
        'SELECT file.id AS fileId, file.name AS file, line, byte FROM user JOIN file ON file.id = user.file_id WHERE user.id = ?',
      ),
      user,
    )
    const found =
      place === undefined
        ? { file: '', line: 0, place: '' }
        : { file: place.file, line: place.line, place: places(place.fileId, place) }
    return { ...found, family, variant, at: new Date(at).toISOString(), matched }
  })
}
