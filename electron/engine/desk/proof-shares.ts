import * as z from 'zod'
import { proofSchema, type FamilyProof, type ProofView } from '../../../shared/bridge/proof-views.ts'
import { ofFacet } from '../document/facets.ts'
import { listProofs } from '../document/proofs.ts'
import { allRows, oneRow } from '../document/rows.ts'
import { sql, type Database } from '../document/sqlite.ts'
import { hashLabel } from './hash-words.ts'

/** How many known accounts of a family, or of another bucket of the preview, fitted and did not fit. */
export function countProofs(
  proofs: readonly ProofView[],
  bucket: string,
): { readonly proved: number; readonly refuted: number } {
  const own = proofs.filter(({ family }) => family === bucket)
  const proved = own.filter(({ fits }) => fits).length
  return { proved, refuted: own.length - proved }
}

const familyRow = z.object({ family: proofSchema.shape.family, users: z.number() })

/** Every family whose hashes are imported, with its proofs; the most users first. */
export function familyProofs(database: Database): readonly FamilyProof[] {
  const proofs = listProofs(database)
  return allRows(
    familyRow,
    sql(
      database,
      `SELECT bucket AS family, count(*) AS users FROM ${ofFacet} WHERE bucket IN ('bcrypt', 'argon2', 'partner-scrypt')
       GROUP BY bucket ORDER BY users DESC`,
    ),
  ).map(({ family, users }) => ({ family, users, label: hashLabel(family), ...countProofs(proofs, family) }))
}

const placeRow = z.object({ file: z.string(), line: z.number() })

/** The accounts that were tried, by their place in the export; the report's JSON names them. */
export function provedAccounts(database: Database) {
  return listProofs(database).map(({ user, family, variant, at, fits }) => {
    const place = oneRow(
      placeRow,
      sql(database, 'SELECT file.name AS file, line FROM user JOIN file ON file.id = user.file_id WHERE user.id = ?'),
      user,
    )
    return { file: place?.file ?? '', line: place?.line ?? 0, family, variant, at: new Date(at).toISOString(), fits }
  })
}
