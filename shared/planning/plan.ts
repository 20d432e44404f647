import type { HashBucket } from '../hashes/verdict.ts'
import type { Call } from './call.ts'
import type { FindingCode } from './findings.ts'

/** Something wrong or of note about one user. */
export type Finding = {
  readonly code: FindingCode
  /** Forbids sending until it is decided or corrected. */
  readonly blocks: boolean
  /** Splits the code into groups with a choice each: a hash family, a provider name. Empty when there is one group. */
  readonly group: string
  /** One sentence about this user, without secrets. */
  readonly detail: string
}

/** What will be done for one user. `excluded`: the operator's choice, or deleted in the source. */
export type Plan = {
  readonly state: 'ready' | 'blocked' | 'excluded'
  /** In the order they are sent. Of blocked users: those that can be built. */
  readonly calls: readonly Call[]
  readonly findings: readonly Finding[]
  readonly bucket: HashBucket
  /** The contact shown for this user: normalised where possible. */
  readonly email: string | null
  readonly phone: string | null
}
