import * as z from 'zod'
import { countShapes } from '../../../shared/follow/key-shape.ts'
import type { Recognition } from '../../../shared/mapping/export-format.ts'
import { shownName } from '../../../shared/mapping/shown/shown-name.ts'
import { count, counted } from '../../../shared/format.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { fileFact } from '../document/source-facts.ts'
import type { SourceFile } from '../document/files.ts'
import { countDocumentUsers, passStage, passResults } from '../document/passes.ts'
import { allIds, allRows, type Database, sql, transaction } from '../document/sqlite.ts'
import type { DraftBatch } from '../import-pipeline/draft-batch.ts'
import type { ReadDrafts, ReadResult } from '../import-pipeline/read-drafts.ts'
import type { Planning } from '../import-pipeline/plan-columns.ts'
import { compareUsers } from './compare-users.ts'
import { maxNamed, type UnusedRecords } from '../../../shared/follow/unused-records.ts'
import { placeText } from '../../../shared/places.ts'
import type { ListedFile } from './pass-source.ts'

type PassReading = {
  /** The users of this pass. */
  readonly files: readonly ListedFile[]
  /** The files are temporary, so no place in them is named. */
  readonly areFetched: boolean
  readonly planning: Planning
  readonly read: ReadDrafts
  readonly signal: AbortSignal
  /** The operator accepted that the source lost this many users, or has other IDs now. */
  readonly acceptsLoss: boolean
  /** The listing has every user of the source; users that it lacks are gone. */
  readonly isWhole: boolean
}

/** A listing of the source, compared with the users of the document. */
export type ReadPass = {
  readonly listed: number
  /** Records that could not be read, or of which it is not known who they are. */
  readonly unused: UnusedRecords
  /** Users of the document that the source no longer has; empty where the listing does not tell. */
  readonly gone: readonly number[]
  /** Users who were gone and are there again. */
  readonly returned: readonly number[]
}

/**
 * Reads a listing of the source and stages the users who are not as the document has them; nothing else is changed. A
 * listing that cannot be all of the source is a problem with a question: `follow-shrunk`, `follow-keys-changed`.
 */
export async function readPass(database: Database, reading: PassReading): Promise<Result<ReadPass>> {
  const { read, signal, planning, files, areFetched } = reading
  passStage.clear(database)
  const gone = new Set(passResults.listAbsent(database))
  const users = compareUsers(database, gone)
  let unread = 0
  const reasons: { reason: string; place: string }[] = []
  let placeOf: (where: Position) => string = () => ''

  for (const file of files) {
    let other: Result<never> | null = null
    const result = await read(
      { file: asFirstRead(file), planning, users: 'listed' },
      {
        signal,
        onDigest: () => undefined,
        onFacts: ({ recognition, places, format }) => {
          other = differsFrom(file.like.recognition, recognition)
          const name = files.length > 1 ? `${file.like.name}, ` : ''
          placeOf = (where) => (areFetched ? '' : `${name}${placeText(places, format, where)}`)
        },
        onBatches: (batches) => {
          for (const batch of batches) {
            unread += batch.unreadable.length + batch.parts.length
            for (const [line, byte, , reason] of [...batch.unreadable, ...batch.parts.map(withoutUser)])
              if (reasons.length < maxNamed) reasons.push({ reason, place: placeOf({ line, byte }) })
            transaction(database, () => users.take(batch))
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
  const present = countDocumentUsers(database) - gone.size
  const { listed, unclear, unclearKeys, shape, isListed, returned } = users.end()
  const missing = reading.isWhole ? missingFrom(database, isListed, gone) : []
  const guard = reading.acceptsLoss
    ? null
    : guardOf(database, { listed, unclear, present, missing: missing.length, shape })
  if (guard !== null) return guard
  const keys = unclearKeys.map(({ key, ...where }) => ({
    key: key.slice(0, maxKey),
    place: files.length > 1 ? '' : placeOf(where),
  }))
  const unused = { unclear, keys, unreadable: unread, reasons }
  return ok({ listed, unused, gone: unread + unclear > 0 ? [] : missing, returned })
}

/** Characters of a key that are kept. */
const maxKey = 300

type Position = { readonly line: number; readonly byte: number }

function withoutUser([line, byte]: DraftBatch['parts'][number]): DraftBatch['unreadable'][number] {
  return [line, byte, 'record', 'This record is a part of a user, and the user is not in this listing.']
}

const stopped = problem('follow-stopped', 'The pass was stopped while the source was read. Nothing was changed.')

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
  const before = fileFact(database, file, 'column-counts')
  if (before === null || columns.records === 0) return null
  const used = new Set(
    [...(fileFact(database, file, 'columns-read')?.columns ?? []), ...read.columns].map(({ column }) => column),
  )
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

const page = 10_000

/** Users of the document that the listing lacks. */
function missingFrom(
  database: Database,
  isListed: (id: number) => boolean,
  gone: ReadonlySet<number>,
): readonly number[] {
  const missing: number[] = []
  for (let after = 0; ;) {
    const ids = allIds(sql(database, `SELECT id FROM user WHERE id > ? ORDER BY id LIMIT ${page}`), after)
    const last = ids.at(-1)
    if (last === undefined) return missing
    for (const id of ids) if (!gone.has(id) && !isListed(id)) missing.push(id)
    after = last
  }
}

const sampleRow = z.object({ id: z.string().nullable() })

type Listing = {
  readonly listed: number
  readonly unclear: number
  readonly present: number
  readonly missing: number
  readonly shape: string | null
}

const accept = 'If that is right, accept it once (--accept-loss; on screen: Accept this listing).'

/** A listing that may be half of the source, or that has other IDs, asks before anything is changed. */
function guardOf(database: Database, { listed, unclear, present, missing, shape }: Listing): Result<never> | null {
  if (unclear * 10 > listed) {
    return problem(
      'follow-keys-changed',
      `${count(unclear)} of the ${counted(listed, 'user')} that the source listed have no ID, or that of another one, so it is not known which users they are. Nothing was changed. ${accept}`,
    )
  }
  const before = countShapes()
  for (const { id } of allRows(sampleRow, sql(database, 'SELECT source_id AS id FROM user ORDER BY id LIMIT 1000')))
    before.add(id)
  const usual = before.usual()
  if (listed > 0 && usual !== null && shape !== null && usual !== shape) {
    return problem(
      'follow-keys-changed',
      shape === 'none'
        ? `The source no longer gives the IDs of its users, so no user is recognized. Nothing was changed. ${accept}`
        : `The IDs of the source have another form than before (${shapeNames[shape] ?? shape}, before: ${shapeNames[usual] ?? usual}), so no user is recognized. Nothing was changed. ${accept}`,
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
