import * as z from 'zod'
import { countShapes } from '../../../shared/follow/key-shape.ts'
import type { Recognition } from '../../../shared/mapping/export-format.ts'
import { shownName } from '../../../shared/mapping/shown-name.ts'
import { count, counted } from '../../../shared/format.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { columnsRead } from '../document/columns-read.ts'
import type { SourceFile } from '../document/files.ts'
import { clearStage, countUsers, listAbsent, stageUser } from '../document/passes.ts'
import { allRows, oneNumber } from '../document/rows.ts'
import { getSetting } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'
import { transaction } from '../document/transactions.ts'
import type { DraftBatch, PackedValue } from '../import-pipeline/draft-batch.ts'
import type { ReadDrafts, ReadResult } from '../import-pipeline/read-drafts.ts'
import type { Planning } from '../import-pipeline/settle-plan.ts'
import type { ListedFile } from './pass-source.ts'

export type PassReading = {
  /** The users of this pass. */
  readonly files: readonly ListedFile[]
  readonly planning: Planning
  readonly read: ReadDrafts
  readonly signal: AbortSignal
  /** The operator accepted that the source lost this many users, or has other IDs now. */
  readonly acceptsLoss: boolean
  /** Every user of the source is listed, so that it is known who is gone. */
  readonly isWhole: boolean
}

/** What a listing of the source is, compared with the users of the document. */
export type ReadPass = {
  readonly listed: number
  readonly unreadable: number
  /** Users of the document that the source no longer has; empty where the listing does not tell. */
  readonly gone: readonly number[]
  /** Users who were gone and are there again. */
  readonly returned: readonly number[]
}

/** What a user is known by in the source, over all passes: the ID, else the contact. */
function keyOf(sourceId: string | null, email: string | null, phone: string | null): string | null {
  if (sourceId !== null) return `id:${sourceId}`
  if (email !== null) return `email:${email}`
  return phone === null ? null : `phone:${phone}`
}

const knownRow = z.object({ id: z.number(), same: z.number() })

const known = (where: string) => `SELECT user.id, t.source = ?2 AS same FROM user
  CROSS JOIN user_text AS t ON t.user_id = user.id WHERE ${where} ORDER BY user.id`
const byId = known('user.source_id = ?1')
const byEmail = known('user.email = ?1 AND user.source_id IS NULL')
const byPhone = known('user.phone = ?1 AND user.source_id IS NULL AND user.email IS NULL')

/**
 * Reads a listing of the source and stages the users who are not as the document has them; nothing else is changed. A
 * listing that cannot be all of the source is a problem with a question: `follow-shrunk`, `follow-keys-changed`.
 */
export async function readPass(database: Database, reading: PassReading): Promise<Result<ReadPass>> {
  const { read, signal, planning, files } = reading
  clearStage(database)
  const gone = new Set(listAbsent(database))
  const returned = new Set<number>()
  const seen = new Uint8Array(oneNumber(sql(database, 'SELECT coalesce(max(id), 0) AS n FROM user')) + 1)
  const shapes = countShapes()
  let listed = 0
  let unreadable = 0

  const take = (values: readonly PackedValue[], source: string) => {
    const [line, byte, id, contact, number] = values
    const [sourceId, email, phone] = [textOf(id), textOf(contact), textOf(number)]
    listed += 1
    shapes.add(sourceId)
    const key = keyOf(sourceId, email, phone)
    if (key === null) {
      unreadable += 1
      return
    }
    const statement = sourceId !== null ? byId : email !== null ? byEmail : byPhone
    const rows = allRows(knownRow, sql(database, statement), sourceId ?? email ?? phone ?? '', source)
    const same = rows.find((row) => row.same === 1)
    for (const row of rows) {
      seen[row.id] = 1
      if (gone.has(row.id)) returned.add(row.id)
    }
    if (same !== undefined) return
    const [first] = rows
    // Of several users with one ID it is not known which one changed.
    if (rows.length > 1) unreadable += 1
    else
      stageUser(database, key, {
        user_id: first?.id ?? null,
        line: Number(line),
        byte: Number(byte),
        source_id: sourceId,
        email,
        phone,
        source,
      })
  }

  for (const file of files) {
    let other: Result<never> | null = null
    const result = await read(
      { file: asFirstRead(file), planning, first: false },
      {
        signal,
        onDigest: () => undefined,
        onFacts: ({ recognition }) => {
          other = differsFrom(file.like.recognition, recognition)
        },
        onBatches: (batches) => {
          for (const batch of batches) {
            unreadable += batch.unreadable.length + batch.parts.length
            transaction(database, () => eachUser(batch, take))
          }
        },
      },
    )
    if (other !== null) return other
    if (!result.ok) return result
    if (signal.aborted) return stopped
    if (result.value.truncation !== null)
      return problem(
        'follow-truncated',
        `The listing of the source is cut off. ${result.value.truncation} Nothing was changed.`,
      )
    const lost = reading.acceptsLoss ? null : lostColumns(database, file.like.id, result.value, reading.isWhole)
    if (lost !== null) return lost
  }
  const present = countUsers(database) - gone.size
  const missing = reading.isWhole ? missingFrom(database, seen, gone) : []
  const guard = reading.acceptsLoss
    ? null
    : guardOf(database, { listed, present, missing: missing.length, shape: shapes.usual() })
  if (guard !== null) return guard
  return ok({ listed, unreadable, gone: unreadable > 0 ? [] : missing, returned: [...returned] })
}

const stopped = problem('follow-stopped', 'The pass was stopped while the source was read. Nothing was changed.')

const usersWidth = 8
const textsWidth = 3

function eachUser({ users, texts }: DraftBatch, take: (values: readonly PackedValue[], source: string) => void): void {
  for (const index of users.of.keys()) {
    const source = texts.values[index * textsWidth]
    take(users.values.slice(index * usersWidth, (index + 1) * usersWidth), textOf(source) ?? '')
  }
}

function textOf(value: PackedValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}

function asFirstRead({ like, path, size }: ListedFile): SourceFile {
  return { ...like, path, size, digest: null, complete: false, problem: null }
}

/** The source is another one than before; null: it is the same. */
function differsFrom(before: Recognition | null, now: Recognition): Result<never> | null {
  if (before === null || (before.provider === now.provider && before.shape === now.shape)) return null
  return problem(
    'follow-other-source',
    `The source was recognized as ${now.provider}, and the migration was read from ${before.provider}. Nothing was changed. Follow the source that the migration was read from.`,
  )
}

/**
 * A column that users were read from has no values any more: another table, or a query that lost it. Null: none. Of some users
 * alone, only a column that nearly all had is missed.
 */
function lostColumns(
  database: Database,
  file: number,
  { columns, columnsRead: read }: ReadResult,
  isWhole: boolean,
): Result<never> | null {
  const before = getSetting(database, 'column-counts')?.find((one) => one.file === file)?.counts
  if (before === undefined || columns.records === 0) return null
  const used = new Set([...(columnsRead(database, file)?.columns ?? []), ...read.columns].map(({ column }) => column))
  const filled = new Set(columns.columns.filter((one) => one.filled > 0).map(({ path }) => path))
  const lost = before.columns
    .filter(
      (one) =>
        one.filled * 10 >= before.records * (isWhole ? 1 : 9) &&
        one.filled > 0 &&
        used.has(one.path) &&
        !filled.has(one.path),
    )
    .map(({ path }) => shownName(path))
  if (lost.length === 0) return null
  return problem(
    'follow-other-source',
    `The source no longer has values in ${lost.join(', ')}, which the users of this migration were read from. Nothing was changed. Follow the table or query that it was read from. ${accept}`,
  )
}

const idRow = z.object({ id: z.number() })
const page = 10_000

/** Users of the document that the listing lacks. */
function missingFrom(database: Database, seen: Uint8Array, gone: ReadonlySet<number>): readonly number[] {
  const missing: number[] = []
  for (let after = 0; ;) {
    const rows = allRows(idRow, sql(database, `SELECT id FROM user WHERE id > ? ORDER BY id LIMIT ${page}`), after)
    const last = rows.at(-1)
    if (last === undefined) return missing
    for (const { id } of rows) if (seen[id] !== 1 && !gone.has(id)) missing.push(id)
    after = last.id
  }
}

const sampleRow = z.object({ id: z.string().nullable() })

type Listing = {
  readonly listed: number
  readonly present: number
  readonly missing: number
  readonly shape: string | null
}

const accept = 'If that is right, accept it once (--accept-loss; on screen: Accept this listing).'

/** A listing that may be half of the source, or that has other IDs, asks before anything is changed. */
function guardOf(database: Database, { listed, present, missing, shape }: Listing): Result<never> | null {
  const before = countShapes()
  for (const { id } of allRows(sampleRow, sql(database, 'SELECT source_id AS id FROM user ORDER BY id LIMIT 1000')))
    before.add(id)
  const usual = before.usual()
  if (listed > 0 && usual !== null && shape !== null && usual !== shape) {
    return problem(
      'follow-keys-changed',
      shape === 'none'
        ? `The source no longer gives the IDs of its users, so nobody is recognized. Nothing was changed. ${accept}`
        : `The IDs of the source have another form than before (${shapeNames[shape] ?? shape}, before: ${shapeNames[usual] ?? usual}), so nobody is recognized. Nothing was changed. ${accept}`,
    )
  }
  if (missing * 10 <= present) return null
  return problem(
    'follow-shrunk',
    `The source listed ${counted(listed, 'user')}, and ${count(missing)} of the ${count(present)} known ones are missing. The listing may be incomplete. Nothing was changed. ${accept}`,
  )
}

const shapeNames: Readonly<Record<string, string>> = {
  none: 'none',
  number: 'numbers',
  uuid: 'UUIDs',
  hex: 'hexadecimal',
  email: 'emails',
  text: 'text',
}
