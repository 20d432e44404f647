import type { DraftBatch } from '../../import-pipeline/draft-batch.ts'
import { createClaimIndex, type ClaimIndex } from '../../import-pipeline/fast/claim-index.ts'
import { isFast } from '../../import-pipeline/fast/fast-paths.ts'
import {
  createStreamingDedup,
  type JudgeRival,
  type StreamingDedup,
} from '../../import-pipeline/fast/streaming-dedup.ts'
import type { Database } from '../sqlite.ts'
import { placeOfOwner } from './claim-holders.ts'
import { type DocumentPlanning, planRow } from './plan-row.ts'
import { readStoredPlan } from './stored-plan.ts'

/** Keys that need no search among users who were all judged as they were read. */
export type ConfirmedDedup = {
  /** IDs of users: every email that several users can be sent with is that of one of them. */
  readonly sharingEmail: readonly number[]
}

/** Judges users of a document that has no others while they are written: each against those before it. */
export type ReadingJudge = {
  /** Users of another file follow. `expected`: approximate number of the first users that the document has; null: it has some. */
  readonly begin: (planning: DocumentPlanning, expected: number | null) => void
  /** A batch was stored, its users with IDs from `first` on. In the transaction that stored it. */
  readonly judge: (batch: DraftBatch, first: number) => void
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
    begin: (planning, expected) => {
      isFirst = expected !== null
      if (expected === null) return
      // Plans that follow an earlier migration are made when all users are read.
      const claims = planning.baseline === null ? (indexOf?.(expected) ?? null) : null
      dedup = claims === null ? null : createStreamingDedup(claims, rivalsOf(database, planning))
    },
    judge: (batch, first) => {
      if (dedup === null || batch.users.of.length === 0) return
      const isWhole = isFirst && dedup.follow(batch, first) && dedup.sharingEmail().length <= maxSharing
      if (!isWhole) dedup = null
    },
    judged: () => (dedup === null ? null : { sharingEmail: dedup.sharingEmail() }),
  }
}

function rivalsOf(database: Database, planning: DocumentPlanning): JudgeRival {
  return (id, source, presumed) => {
    let isSure = true
    const holder = (key: string) => {
      const other = presumed(key)
      if (other === null) return null
      // The index knows keys by a digest.
      const place = other < id ? placeOfOwner(database, key, other) : null
      isSure &&= place !== null
      return place
    }
    const row = { id, source, correction: null }
    const claimed = planRow(database, row, planning, holder, readStoredPlan(database, id))
    return isSure ? claimed : null
  }
}
