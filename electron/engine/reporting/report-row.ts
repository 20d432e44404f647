import type { ProfileOutcome } from './profile-outcome.ts'

/**
 * One line of the report: a call, a user without a call, a record without a user, entries of one kind, a truncated
 * file.
 */
export type ReportRow = {
  readonly kind: 'call' | 'user' | 'unreadable' | 'unmatched' | 'other' | 'truncated' | 'vanished'
  /** The number of the user in the migration, which all its lines share; null: the record belongs to no user. */
  readonly user: number | null
  readonly file: string
  readonly line: number
  /** Where in the file it is, in words: `line 5`, `sheet Staff, row 5`. */
  readonly place: string
  readonly sourceId: string | null
  /** Email, else phone; masked unless the operator asked for the whole. */
  readonly contact: string | null
  readonly loginMethod: string | null
  readonly operation: string | null
  /** The tenant of the core that it is sent to, several parted by spaces; null: that of the address, whose name is not known. */
  readonly tenant: string | null
  readonly state: string
  readonly userState: string | null
  /** The finding that holds back or excludes the user, as it is typed for `--decide`: a code, with its group. Null: none does. */
  readonly finding: string | null
  readonly httpCode: number | null
  readonly status: string | null
  readonly message: string
  /** The group of failures that it belongs to (`queries/failure-cause.ts`); null: it did not fail. */
  readonly cause: string | null
  readonly attempts: number
  readonly coreUserId: string | null
  /** The user was in the core before this migration sent it; null: the core did not say. */
  readonly existed: boolean | null
  /** The core said that this very call made a new user; null: it did not say. */
  readonly created: boolean | null
  /** On a line that made a user: what became of the rest of what the export has of it; null: it has none. */
  readonly profile: ProfileOutcome | null
  readonly sentAt: string | null
  readonly finishedAt: string | null
}

/** What a line has of a call that was never sent. */
export const nothingSent = {
  httpCode: null,
  status: null,
  cause: null,
  attempts: 0,
  coreUserId: null,
  existed: null,
  created: null,
  profile: null,
  sentAt: null,
  finishedAt: null,
} as const
