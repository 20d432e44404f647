import * as z from 'zod'
import { maskContact } from '../../../shared/users/mask-contact.ts'
import { withFacet } from '../document/facets.ts'
import { effectiveState, withoutPassword } from '../queries/counts.ts'
import { hashOutcome, hashLabel } from '../queries/password-check-shares.ts'
import { allRows, type Database, sql } from '../document/sqlite.ts'
import { shownId } from './shown-id.ts'

/** One user of the list for the mail campaign. */
export type WithoutPassword = {
  readonly sourceId: string | null
  readonly coreUserId: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly methods: string
  readonly state: string
  readonly why: string
  readonly file: string
  readonly line: number
}

const userRow = z.object({
  id: z.number(),
  source_id: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  methods: z.string(),
  bucket: z.string(),
  state: z.string(),
  core_user_id: z.string().nullable(),
  file: z.string(),
  line: z.number(),
})

const pageSize = 1000

/** In pages, in the order of the export. */
export function* usersWithoutPassword(
  database: Database,
  targetId: number | null,
  masked: boolean,
): Generator<readonly WithoutPassword[]> {
  const target = targetId ?? 0
  const mask = (value: string | null, how: (text: string) => string) => (value === null || !masked ? value : how(value))
  for (let after = 0; ;) {
    const users = allRows(
      userRow,
      sql(
        database,
        `SELECT user.id, user.source_id, user.email, user.phone, facet.methods, facet.bucket, ${effectiveState} AS state,
           (SELECT core_user_id FROM call WHERE call.target_id = ? AND call.user_id = user.id AND core_user_id IS NOT NULL LIMIT 1) AS core_user_id,
           file.name AS file, user.line
         FROM user ${withFacet} JOIN file ON file.id = user.file_id
         LEFT JOIN progress p ON p.target_id = ? AND p.user_id = user.id
         WHERE user.id > ? AND ${withoutPassword} ORDER BY user.id LIMIT ${pageSize}`,
      ),
      target,
      target,
      after,
    )
    const last = users.at(-1)
    if (last === undefined) return
    yield users.map(({ bucket, source_id, core_user_id, email, phone, methods, state, file, line }) => ({
      sourceId: shownId(source_id, masked),
      coreUserId: core_user_id,
      email: mask(email, maskContact),
      phone: mask(phone, maskContact),
      methods,
      state,
      why: whyNone(bucket),
      file,
      line,
    }))
    after = last.id
  }
}

function whyNone(bucket: string): string {
  if (bucket === 'none') return 'had a password, which is not in the export'
  return `${hashLabel(bucket)}: ${hashOutcome(bucket).startsWith('imported') ? 'the hash is not imported' : hashOutcome(bucket)}`
}
