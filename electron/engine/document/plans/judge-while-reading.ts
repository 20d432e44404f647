import { placeText, type Places } from '../../../../shared/places.ts'
import { computeClaims } from '../../import-pipeline/compute-claims.ts'
import type { DraftBatch } from '../../import-pipeline/draft-batch.ts'
import { createClaimIndex, type ClaimIndex } from '../../import-pipeline/fast/claim-index.ts'
import { isFast } from '../../import-pipeline/fast/fast-paths.ts'
import {
  createStreamingDedup,
  type JudgeRival,
  type StreamingDedup,
} from '../../import-pipeline/fast/streaming-dedup.ts'
import { planColumns, settlePlan } from '../../import-pipeline/plan-columns.ts'
import { readStoredUser } from '../../import-pipeline/stored-user.ts'
import type { Database } from '../sqlite.ts'
import { identifierTable } from './claim-holders.ts'
import type { DocumentPlanning } from './plan-row.ts'

/** Keys that need no search among users who were all judged as they were read. */
export type ConfirmedDedup = {
  /** IDs of users: every email that several users can be sent with is that of one of them. */
  readonly sharingEmail: readonly number[]
}

/** A file whose users are judged, as places in it are named. */
type JudgedFile = { readonly name: string; readonly format: string; readonly places: Places }

/** Judges users of a document that has no others before they are written: each against those before it. */
export type ReadingJudge = {
  /** Users of another file follow. `expected`: approximate number of the first users that the document has; null: it has some. */
  readonly begin: (planning: DocumentPlanning, expected: number | null, file: JudgedFile) => void
  /** The batch as it is to be stored, its users with IDs from `first` on. In the transaction that stores it. */
  readonly judge: (batch: DraftBatch, first: number) => DraftBatch
  /** Null: a user was skipped, so all have to be judged. */
  readonly judged: () => ConfirmedDedup | null
}

/** Most users sharing an email that are kept in memory; beyond, the document is searched. */
const maxSharing = 500_000

/** `indexOf`: makes the index of claims; null: users are judged afterwards. */
export function createReadingJudge(
  database: Database,
  indexOf: ((expected: number) => ClaimIndex) | null = isFast('streaming-dedup') ? createClaimIndex : null,
): ReadingJudge {
  let dedup: StreamingDedup | null = null
  let isFirst = false
  return {
    begin: (planning, expected, file) => {
      isFirst = expected !== null
      if (expected === null) return
      // Plans that follow an earlier migration are made when all users are read.
      const claims = planning.baseline === null ? (indexOf?.(expected) ?? null) : null
      dedup = claims === null ? null : createStreamingDedup(claims, rivalsOf(database, planning, file))
    },
    judge: (batch, first) => {
      if (dedup === null || batch.users.of.length === 0) return batch
      const judged = isFirst ? dedup.follow(batch, first) : null
      if (judged === null || dedup.sharingEmail().length > maxSharing) dedup = null
      return judged ?? batch
    },
    judged: () => (dedup === null ? null : { sharingEmail: dedup.sharingEmail() }),
  }
}

function rivalsOf(database: Database, planning: DocumentPlanning, { name, format, places }: JudgedFile): JudgeRival {
  return (source, presumed, inBatch) => {
    const user = readStoredUser(source)
    const taken = new Set<string>()
    let isSure = true
    const settled = settlePlan(user, null, planning, (key) => {
      const holder = presumed(key)
      if (holder === null) return null
      // The index knows keys by a digest.
      const near = inBatch(key, holder)
      const position = near === undefined ? identifierTable.positionOfOwner(database, key, holder) : near
      isSure &&= position !== null
      if (position === null) return null
      taken.add(key)
      return { file: name, place: placeText(places, format, position) }
    })
    if (!isSure) return null
    const userClaims = computeClaims(settled, taken)
    return { columns: planColumns(user, settled.plan, userClaims, planning.hasParts), userClaims }
  }
}
