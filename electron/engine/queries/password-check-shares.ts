import * as z from 'zod'
import { hashFamily } from '../../../shared/hashes/family-title.ts'
import {
  type FamilyPasswordCheck,
  passwordCheckSchema,
  type PasswordCheckView,
} from '../../../shared/ipc/views/user-views.ts'
import { facetCounts } from '../document/facets.ts'
import { passwordCheckTable } from '../document/password-checks.ts'
import { allRows, type Database, sql } from '../document/sqlite.ts'

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
  const passwordChecks = passwordCheckTable.list(database)
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

/** The buckets of the preview that are no family, in words. */
const labels: Readonly<Record<string, string>> = {
  malformed: 'Malformed',
  redacted: 'Redacted',
  none: 'None',
}

const fates: Readonly<Record<string, string>> = {
  bcrypt: 'imported; users keep their passwords',
  argon2: 'imported; users keep their passwords',
  'firebase-scrypt': 'imported once the core has the signer key; users keep their passwords',
  malformed: 'cannot be imported: the values are broken',
  redacted: 'cannot be imported: the exporter removed the values',
  none: 'no hash in the export: another login method, or passwordless',
}

export function hashLabel(bucket: string): string {
  return labels[bucket] ?? hashFamily.heading(hashFamily.of(bucket))
}

/** `isReached`: a user of the bucket has an email or a phone number. */
export function hashOutcome(bucket: string, isReached = true): string {
  if (!isReached) return 'not imported: no email or phone number is read from these users'
  return fates[bucket] ?? 'cannot be imported: the core has no way to check this kind of hash'
}
