import { emailOfClaim, importClaim, type UserClaims } from '../compute-claims.ts'
import { claimsIn, type DraftBatch, emailIn, positionIn, withPlans } from '../draft-batch.ts'
import { blockingCodeOf, mayBeKeptOut, passwordClaimOf, type Planned } from '../plan-columns.ts'
import type { ClaimIndex } from './claim-index.ts'

/** The line and byte of a user. */
type Position = { readonly line: number; readonly byte: number }

/**
 * Judges a user against those before it. `presumed`: the ID of the user that seems to hold a claim; `inBatch`: where it stands, if it is of
 * this batch and does hold it; undefined: it is in the document. Null: one of these does not hold it.
 */
export type JudgeRival = (
  source: string,
  presumed: (key: string) => number | null,
  inBatch: (key: string, id: number) => Position | null | undefined,
) => Planned | null

/** Finds users with a claim that an earlier user of the same reading holds. */
export type StreamingDedup = {
  /**
   * The batch with its users judged, before they are stored with IDs from `first` on. Null: all users are to be judged afterwards,
   * because there are too many, or a presumed holder is none.
   */
  readonly follow: (batch: DraftBatch, first: number) => DraftBatch | null
  /** IDs of users with the email of an earlier one, in another login method or kept out. */
  readonly sharingEmail: () => readonly number[]
}

export function createStreamingDedup(claims: ClaimIndex, judgeRival: JudgeRival): StreamingDedup {
  const sharing: number[] = []

  const presumed = (key: string) => claims.holderOf(indexed(key))

  const noteJudged = (id: number, email: string | null, userClaims: UserClaims): boolean => {
    let room = email === null || (userClaims.passwordClaim === 1 ? claims.hold(email, id) : claims.note(email))
    for (const { key, isOwner } of userClaims.claims) if (isOwner) room = claims.hold(indexed(key), id) && room
    return room
  }

  return {
    sharingEmail: () => sharing,
    follow: (batch, first) => {
      const { users, sources, facets } = batch
      const { of, values } = batch.claims
      const judged = new Map<number, Planned>()
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
          const inBatch = (key: string, holder: number) => {
            if (holder < first) return undefined
            return holder < id && holds(batch, judged, holder - first, key) ? positionIn(batch, holder - first) : null
          }
          const planned = judgeRival(sources[at] ?? '', presumed, inBatch)
          if (planned !== null && sharesEmail(planned, claims)) sharing.push(id)
          if (planned === null || !noteJudged(id, planned.columns.email, planned.userClaims)) return null
          judged.set(at, planned)
          continue
        }
        if (email !== null) {
          if (claims.isKnown(email)) sharing.push(id)
          if (!(isImport ? claims.hold(email, id) : claims.note(email))) return null
        }
        for (let index = begin; index < next; index += 1) if (!claims.hold(keyAt(index), id)) return null
      }
      return withPlans(batch, judged)
    },
  }
}

/** Whether a user of a batch holds a claim. */
function holds(batch: DraftBatch, judged: ReadonlyMap<number, Planned>, at: number, key: string): boolean {
  const planned = judged.get(at)
  const { passwordClaim, claims } = planned?.userClaims ?? claimsIn(batch, at)
  const email = planned === undefined ? emailIn(batch, at) : planned.columns.email
  if (passwordClaim === 1 && importClaim(email) === key) return true
  return claims.some((claim) => claim.isOwner && claim.key === key)
}

/**
 * A duplicate by its email is not sent with it, so the email matters only where this user may be kept out, or keeps another login: an earlier
 * user with the email may be kept out.
 */
function sharesEmail({ columns: { email, facet }, userClaims }: Planned, claims: ClaimIndex): boolean {
  if (email === null || !claims.isKnown(email)) return false
  const lost = userClaims.claims.some(({ key, isOwner }) => !isOwner && key.endsWith(email))
  const [state] = facet
  const keepsLogin = state !== 'excluded' && blockingCodeOf(facet) !== 'duplicate'
  return (userClaims.passwordClaim !== 2 && !lost) || mayBeKeptOut(facet) || keepsLogin
}

/** The form in which a claim is looked up. Nearly all are password imports of an email, which is there without a prefix. */
function indexed(key: string): string {
  return emailOfClaim(key) ?? key
}
