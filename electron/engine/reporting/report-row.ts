import { type Call, type CallState, createsUser } from '../../../shared/planning/call.ts'
import { groupsOfPart, type ProfilePart, profilePartNames } from '../../../shared/users/user.ts'
import { ownStatus } from '../document/stored-calls.ts'
import { callKey } from '../../../shared/planning/call-key.ts'
import { profileCallKinds } from '../queries/profile-groups.ts'

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
  /** The group of failures that it belongs to (`queries/failures.ts`); null: it did not fail. */
  readonly cause: string | null
  readonly attempts: number
  readonly coreUserId: string | null
  /** The user was in the core before this migration sent it; null: the core did not say. */
  readonly existed: boolean | null
  /** The core said that this very call made a new user; null: it did not say. */
  readonly created: boolean | null
  /** On a line that created a user: the fate of its profile; null: the export has none. */
  readonly profile: ProfileOutcome | null
  readonly sentAt: string | null
  readonly finishedAt: string | null
}

/** The cells of a call that was never sent. */
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

/** The fate of a part of a user that the export has. */
type PartOutcome = 'yes' | 'left behind' | 'not finished'

/** Absent: the export says nothing of the part. */
type ProfileOutcome = Readonly<Partial<Record<ProfilePart, PartOutcome>>>

type Happened = { readonly key: string; readonly kind: string; readonly state: string; readonly status: string | null }

/** The fate of the profile of a user: `parts` as the export has them, with commas between. Never a value of it. */
export function profileOutcome(
  parts: string,
  calls: readonly Call[],
  happened: readonly Happened[],
  keepsTimeJoined: boolean,
): ProfileOutcome | null {
  if (parts === '') return null
  const outcome: Partial<Record<ProfilePart, PartOutcome>> = {}
  const groups: readonly string[] = parts.split(',')
  for (const part of profilePartNames.filter((one) => groupsOfPart(one).some((group) => groups.includes(group)))) {
    outcome[part] =
      part === 'joined'
        ? keepsTimeJoined
          ? 'yes'
          : 'left behind'
        : callsOutcome(profileCallKinds[part], calls, happened)
  }
  return outcome
}

/** Whether the user that this call created has the person's profile: of users that were not linked, only the first. */
export function hasProfile(call: Call, calls: readonly Call[], happened: readonly Happened[]): boolean {
  if (calls.find(createsUser) === call) return true
  const link = calls.find((other) => other.kind === 'link' && other.method === callKey(call))
  return happened.some(
    ({ key, state, status }) =>
      link !== undefined && key === callKey(link) && state === 'done' && status !== ownStatus.noOp,
  )
}

/** The fate of the profile for a user of another login method that was not linked, which has none of it. */
export function nothingOf(outcome: ProfileOutcome | null): ProfileOutcome | null {
  return outcome === null
    ? null
    : Object.fromEntries(Object.keys(outcome).map((part) => [part, 'left behind'] as const))
}

const open: ReadonlySet<string> = new Set<CallState>(['todo', 'sending', 'in-doubt'])

function callsOutcome(kind: Call['kind'], calls: readonly Call[], happened: readonly Happened[]): PartOutcome {
  const own = happened.filter((call) => call.kind === kind)
  if (own.some(({ state, status }) => state === 'done' && status !== ownStatus.noOp)) return 'yes'
  const isOpen = calls.some((call) => {
    if (call.kind !== kind) return false
    return open.has(own.find(({ key }) => key === callKey(call))?.state ?? 'todo')
  })
  return isOpen ? 'not finished' : 'left behind'
}
