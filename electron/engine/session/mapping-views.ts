import * as z from 'zod'
import type { MappingView, RecordView } from '../../../shared/ipc/views.ts'
import { formatOf } from '../../../shared/exports/index.ts'
import { maskHash } from '../../../shared/hashes/mask-hash.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { getFile } from '../document/files.ts'
import { interpretFile } from '../import-pipeline/interpret-file.ts'
import { loadUser } from '../document/load-user.ts'
import { oneNumber, oneRow } from '../document/rows.ts'
import { sql, type Database } from '../document/sqlite.ts'
import { openExport } from '../reading/open-export.ts'
import { sameFile } from '../reading/same-file.ts'
import { unconfirmedFile } from '../trust/unconfirmed-files.ts'

/** The columns of a file with samples and suggestions; its first records are read again for it. */
export async function mappingView(
  database: Database,
  fileId: number,
  mayRead: (path: string) => boolean,
): Promise<Result<MappingView>> {
  const file = getFile(database, fileId)
  if (file === undefined) return problem('file-unknown', 'This file is no longer part of the migration.')
  // A migration may come from somebody else and name any file of this machine: only what was chosen here is shown.
  if (!mayRead(file.path)) return unconfirmedFile(file.name)
  const same = file.digest === null ? ok('') : await sameFile(file)
  if (!same.ok) return same
  const opened = await openExport(file.path)
  if (!opened.ok) return opened
  const interpreted = interpretFile(file, opened.value)
  if (!interpreted.ok) return interpreted
  const suggested = suggestMapping(interpreted.value.sample)
  const provider = file.recognition?.provider ?? 'generic'
  const format = formatOf(provider)
  const editable = format === undefined || provider === 'generic'
  const fields = new Map((format?.fields ?? []).map((field) => [field.path, field.becomes]))
  return ok({
    fileId,
    editable,
    columns: suggested.columns.map((column) => ({
      path: column.path,
      samples: [...column.samples],
      suggestion: editable && column.suggestion !== null ? { ...column.suggestion } : null,
      becomes: fields.get(column.path) ?? null,
    })),
    mapping: editable ? (file.mapping ?? suggested.mapping) : null,
  })
}

const userRow = z.object({
  id: z.number(),
  source: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  methods: z.string(),
  line: z.number(),
  note: z.string(),
})

/** One record as it would be migrated. Parts have no record of their own here. */
export function recordView(database: Database, fileId: number, index: number): Result<RecordView> {
  const file = getFile(database, fileId)
  if (file === undefined) return problem('file-unknown', 'This file is no longer part of the migration.')
  const total = oneNumber(sql(database, 'SELECT count(*) AS n FROM user WHERE file_id = ?'), fileId)
  const row = oneRow(
    userRow,
    sql(
      database,
      `SELECT user.id, source, email, phone, facet.methods, line, note FROM
         (SELECT id AS wanted FROM user WHERE file_id = ? ORDER BY id LIMIT 1 OFFSET ?) JOIN user ON user.id = wanted
         JOIN user_text ON user_id = user.id JOIN facet ON facet.id = facet_id`,
    ),
    fileId,
    index,
  )
  if (row === undefined) return ok({ index, total, source: file.name, fields: [] })
  const user = loadUser(database, row)
  const fields = [
    { label: 'Source id', value: user.sourceId ?? '' },
    { label: 'Email', value: verified(row.email ?? user.email, user.emailVerified) },
    { label: 'Phone', value: verified(row.phone ?? user.phone, user.phoneVerified) },
    {
      label: 'Login',
      value: [...new Set([...row.methods.split(','), ...user.identities.map((one) => one.provider)])]
        .filter((one) => one !== '')
        .join(' · '),
    },
    { label: 'Hash', value: user.hash === null ? '' : maskHash(user.hash.hash) },
    { label: 'Standing', value: user.standing === 'active' ? '' : user.standing },
    { label: 'Note', value: row.note },
  ]
  return ok({
    index,
    total,
    source: `${file.name}, line ${row.line}`,
    fields: fields.filter((field) => field.value !== ''),
  })
}

function verified(contact: string | null, isVerified: boolean | null): string {
  if (contact === null || contact === '') return ''
  return isVerified === null ? contact : `${contact} (${isVerified ? 'verified' : 'not verified'})`
}
