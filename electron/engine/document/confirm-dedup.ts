import type { DraftBatch } from '../import-pipeline/draft-batch.ts'
import type { Refusal } from '../import-pipeline/fast/streaming-dedup.ts'
import { emailOf } from '../import-pipeline/compute-claims.ts'
import type { Database } from './sqlite.ts'
import { sql } from './statements.ts'

/** What need not be looked for among users who were all judged as they were read. */
export type ConfirmedDedup = {
  /** Ids of users: every email that several users can be sent with is that of one of them. */
  readonly sharingEmail: readonly number[]
}

/** Follows whether all users of the document are judged by the time they are read. */
export type DedupConfirmation = {
  /** The document has no user yet. */
  readonly begin: () => void
  /** A batch was stored, users of it with the ids that follow those before. */
  readonly add: (batch: DraftBatch) => void
  /** Null: a user was skipped, so all have to be judged. */
  readonly judged: () => ConfirmedDedup | null
}

/** More are looked for in the document, instead of being kept in memory. */
const maxSharing = 500_000

export function createDedupConfirmation(database: Database): DedupConfirmation {
  let sharingEmail: number[] = []
  /** Reading numbers users from 1, as the document does. */
  let read = 0
  let all = false
  return {
    begin: () => {
      sharingEmail = []
      read = 0
      all = true
    },
    add: ({ users, judged, refused, sharingEmail: sharing }) => {
      if (!all || users.of.length === 0) return
      for (const at of sharing) sharingEmail.push(read + at + 1)
      read += users.of.length
      all = judged && sharingEmail.length <= maxSharing && refused.every((one) => isHeld(database, one))
    },
    judged: () => (all ? { sharingEmail } : null),
  }
}

/** Is the holder the one it was taken for? Reading knows keys by a digest. */
function isHeld(database: Database, [holder, key]: Refusal): boolean {
  const email = emailOf(key)
  const found =
    email === null
      ? sql(database, 'SELECT 1 FROM identifier WHERE user_id = ? AND key = ? AND is_owner = 1').get(holder, key)
      : sql(database, 'SELECT 1 FROM user WHERE id = ? AND email = ? AND password_claim = 1').get(holder, email)
  return found !== undefined
}
