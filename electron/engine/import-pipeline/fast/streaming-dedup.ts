import { emailOfClaim, type UserClaims } from '../compute-claims.ts'
import { type DraftBatch, emailIn } from '../draft-batch.ts'
import { passwordClaimOf } from '../plan-columns.ts'
import type { ClaimIndex } from './claim-index.ts'

/** The email that a user is planned with, and its claims. */
export type Claimed = { readonly email: string | null; readonly userClaims: UserClaims }

/**
 * Judges a user against those before it, which are in the document as it is. `presumed`: the ID of the user that seems to hold a
 * claim. Null: one of these does not hold it.
 */
export type JudgeRival = (id: number, source: string, presumed: (key: string) => number | null) => Claimed | null

/** Finds users with a claim that an earlier user of the same reading holds. */
export type StreamingDedup = {
  /**
   * Follows the users of a batch that was stored with IDs from `first` on. False: all users are to be judged afterwards, because there
   * are too many, or a presumed holder is none.
   */
  readonly follow: (batch: DraftBatch, first: number) => boolean
  /** IDs of users with the email of an earlier one, in another login method: a duplicate is not sent with it. */
  readonly sharingEmail: () => readonly number[]
}

export function createStreamingDedup(claims: ClaimIndex, judgeRival: JudgeRival): StreamingDedup {
  const sharing: number[] = []

  const presumed = (key: string) => claims.holderOf(indexed(key))

  const noteJudged = (id: number, { email, userClaims }: Claimed): boolean => {
    let room = email === null || (userClaims.passwordClaim === 1 ? claims.hold(email, id) : claims.note(email))
    for (const { key, isOwner } of userClaims.claims) if (isOwner) room = claims.hold(indexed(key), id) && room
    return room
  }

  return {
    sharingEmail: () => sharing,
    follow: (batch, first) => {
      const { users, sources, facets } = batch
      const { of, values } = batch.claims
      let next = 0
      for (let at = 0; at < users.of.length; at += 1) {
        const id = first + at
        const email = emailIn(batch, at)
        const isImport = passwordClaimOf(facets[users.of[at] ?? 0]) === 1
        const begin = next
        while (of[next] === at) next += 1
        // Rows of claims are a key each, and whether it is held: as if there were no other user.
        const keyAt = (index: number) => indexed(String(values[2 * index]))
        let isRival = isImport && email !== null && claims.holderOf(email) !== null
        for (let index = begin; index < next && !isRival; index += 1) isRival = claims.holderOf(keyAt(index)) !== null
        if (isRival) {
          const judged = judgeRival(id, sources[at] ?? '', presumed)
          if (judged === null || !noteJudged(id, judged)) return false
          continue
        }
        if (email !== null) {
          if (claims.isKnown(email)) sharing.push(id)
          if (!(isImport ? claims.hold(email, id) : claims.note(email))) return false
        }
        for (let index = begin; index < next; index += 1) if (!claims.hold(keyAt(index), id)) return false
      }
      return true
    },
  }
}

/** The form in which a claim is looked up. Nearly all are password imports of an email, which is there without a prefix. */
function indexed(key: string): string {
  return emailOfClaim(key) ?? key
}
