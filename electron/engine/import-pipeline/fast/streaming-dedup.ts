import { claimKeys, type Place } from '../../../../shared/planning/duplicates.ts'
import { placeText, type Places } from '../../../../shared/places.ts'
import type { Plan } from '../../../../shared/planning/plan.ts'
import type { User } from '../../../../shared/users/user.ts'
import type { ClaimIndex } from './claim-index.ts'
import { importClaim, computeClaims, claimsOf, type UserClaims } from '../compute-claims.ts'
import { noOtherHolder, settlePlan, type Planning } from '../plan-columns.ts'

/** The key that a user was refused, and the presumed holder: 1-based ordinal in reading order. */
export type Refusal = readonly [holder: number, key: string]

type JudgedUser = {
  /** Null: the user is planned later. */
  readonly plan: Plan | null
  readonly userClaims: UserClaims
  readonly refused: readonly Refusal[]
  /** It has the email of an earlier user of the reading, in another login method: a duplicate is not sent with it. */
  readonly sharesEmail: boolean
}

/** Plans the users of one reading, each against those before it. */
export type Judge = {
  readonly settle: (user: User, line: number, byte: number) => JudgedUser
  /** False: there are too many users. From then on they are drafted alone, and all are to be judged afterwards. */
  readonly judges: () => boolean
}

/** The file being read, how its places are named, and the claims of its users so far. */
type JudgedFile = {
  readonly name: string
  readonly format: string | null
  readonly places: Places
  readonly claims: ClaimIndex
}

/** `file`: null: users are drafted, each as if it were the only one. */
export function createJudge(planning: Planning, file: JudgedFile | null): Judge {
  let held = file?.claims ?? null
  let users = 0
  let section: Places['sections'][number] | null = null

  /** Are all users so far of one sheet or table? Where another one begins, holders are named when all are read. */
  const isOneSection = (byte: number): boolean => {
    if (file === null || file.places.sections.length === 0) return true
    if (section !== null && section.after < byte && byte <= section.last) return true
    const found = file.places.sections.find(({ after, last }) => after < byte && byte <= last) ?? null
    const isFirst = users === 1
    section = found
    return isFirst
  }

  /** Plans a user whose claim an earlier user holds. */
  const settleRival = (
    user: User,
    table: ClaimIndex,
    byte: number,
  ): Omit<JudgedUser, 'sharesEmail' | 'plan'> & { readonly plan: Plan } => {
    const refused: Refusal[] = []
    const taken = (key: string): Place | null => {
      const holder = table.holderOf(key)
      if (holder === null || file === null) return null
      refused.push([holder.user, key])
      // Of one sheet or table as long as users are judged here, so that the byte of this user names that of the holder.
      return { file: file.name, place: placeText(file.places, file.format, { line: holder.line, byte }) }
    }
    const { drafted, plan } = settlePlan(user, null, planning, taken)
    return { plan, userClaims: computeClaims({ drafted, plan }, new Set(refused.map(([, key]) => key))), refused }
  }

  /** Records the claims of a user; true if an earlier user has its email. */
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
    settle: (user, line, byte) => {
      users += 1
      if (held !== null && !isOneSection(byte)) held = null
      const { drafted, plan } = settlePlan(user, null, planning, noOtherHolder)
      const wanted = claimKeys(drafted)
      const own = importClaim(plan.email)
      if (held !== null) {
        for (const { key } of wanted) {
          if (held.holderOf(key) === null) continue
          const judged = settleRival(user, held, byte)
          noteClaims(held, judged.userClaims, importClaim(judged.plan.email), line)
          return { ...judged, sharesEmail: false }
        }
      }
      const userClaims = claimsOf(wanted, own)
      return { plan, userClaims, refused: none, sharesEmail: held !== null && noteClaims(held, userClaims, own, line) }
    },
  }
}

const none: readonly Refusal[] = []

/** Leaves the users of a listing unplanned, as most are as before. Those without an ID are known by the contacts of their plans. */
export function createListingJudge(planning: Planning): Judge {
  const later: JudgedUser = { plan: null, userClaims: claimsOf([], null), refused: none, sharesEmail: false }
  return {
    judges: () => false,
    settle: (user) =>
      user.sourceId === null ? { ...later, plan: settlePlan(user, null, planning, noOtherHolder).plan } : later,
  }
}
