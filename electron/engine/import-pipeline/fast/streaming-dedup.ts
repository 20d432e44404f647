import { claimKeys, type Place } from '../../../../shared/planning/duplicates.ts'
import type { PlaceWord } from '../../../../shared/places.ts'
import type { Plan } from '../../../../shared/planning/plan.ts'
import type { User } from '../../../../shared/users/user.ts'
import type { ClaimIndex } from './claim-index.ts'
import { importKey, computeClaims, claimsOf, type UserClaims } from '../compute-claims.ts'
import { noOtherHolder, settlePlan, type Planning } from '../settle-plan.ts'

/** What a user was refused, and the user who is taken to hold it: 1-based ordinal in reading order. */
export type Refusal = readonly [holder: number, key: string]

export type JudgedUser = {
  readonly plan: Plan
  readonly laid: UserClaims
  readonly refused: readonly Refusal[]
  /** It has the email of an earlier user of the reading, in another login method: a duplicate is not sent with it. */
  readonly sharesEmail: boolean
}

/** Plans the users of one reading, each against those before it. */
export type Judge = {
  readonly settle: (user: User, line: number) => JudgedUser
  /** False: there are too many users. From then on they are drafted alone, and all are to be judged afterwards. */
  readonly judges: () => boolean
}

/** `file`: the name of what is read and the word for places in it, with what was claimed in it so far; null: users are drafted, each as if it were the only one. */
export function createJudge(
  planning: Planning,
  file: { readonly name: string; readonly word: PlaceWord; readonly claims: ClaimIndex } | null,
): Judge {
  let held = file?.claims ?? null
  let users = 0

  /** Plans a user who wants what somebody has. */
  const settleRival = (user: User, table: ClaimIndex): Omit<JudgedUser, 'sharesEmail'> => {
    const refused: Refusal[] = []
    const taken = (key: string): Place | null => {
      const holder = table.holderOf(key)
      if (holder === null || file === null) return null
      refused.push([holder.user, key])
      return { line: holder.line, word: file.word, file: file.name }
    }
    const { drafted, plan } = settlePlan(user, null, planning, taken)
    return { plan, laid: computeClaims({ drafted, plan }, new Set(refused.map(([, key]) => key))), refused }
  }

  /** Notes what a user holds from now on; answers whether somebody before has its email. */
  const noteClaims = (
    table: ClaimIndex,
    { passwordClaim: imports, claims: others }: UserClaims,
    own: string | null,
    line: number,
  ): boolean => {
    const shares = own !== null && table.isKnown(own)
    let room = own === null || (imports === 1 ? table.hold(own, users, line) : table.note(own))
    for (const { key, isOwner: holds } of others) if (holds) room = table.hold(key, users, line) && room
    if (!room) held = null
    return shares
  }

  return {
    judges: () => held !== null,
    settle: (user, line) => {
      users += 1
      const { drafted, plan } = settlePlan(user, null, planning, noOtherHolder)
      const wanted = claimKeys(drafted)
      const own = importKey(plan.email)
      if (held !== null) {
        for (const { key } of wanted) {
          if (held.holderOf(key) === null) continue
          const judged = settleRival(user, held)
          noteClaims(held, judged.laid, importKey(judged.plan.email), line)
          return { ...judged, sharesEmail: false }
        }
      }
      const laid = claimsOf(wanted, own)
      return { plan, laid, refused: none, sharesEmail: held !== null && noteClaims(held, laid, own, line) }
    },
  }
}

const none: readonly Refusal[] = []
