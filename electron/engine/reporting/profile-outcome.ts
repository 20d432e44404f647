import { createsUser, type Call, type CallState } from '../../../shared/planning/call.ts'
import { isProfilePart, type ProfilePart } from '../../../shared/users/profile-parts.ts'
import { callKey, noOp } from '../document/stored-calls.ts'
import { profileCallKinds } from '../queries/profile-groups.ts'

/** What became of a part of a user that the export has. */
export type PartOutcome = 'yes' | 'left behind' | 'not finished'

/** Absent: the export says nothing of the part. */
export type ProfileOutcome = Readonly<Partial<Record<ProfilePart, PartOutcome>>>

type Happened = { readonly key: string; readonly kind: string; readonly state: string; readonly status: string | null }

/** What became of the profile of a user: `parts` as the export has them, with commas between. Never a value of it. */
export function profileOutcome(
  parts: string,
  calls: readonly Call[],
  happened: readonly Happened[],
  keepsTimeJoined: boolean,
): ProfileOutcome | null {
  if (parts === '') return null
  const outcome: Partial<Record<ProfilePart, PartOutcome>> = {}
  for (const part of parts.split(',').filter(isProfilePart)) {
    outcome[part] =
      part === 'joined'
        ? keepsTimeJoined
          ? 'yes'
          : 'left behind'
        : callsOutcome(profileCallKinds[part], calls, happened)
  }
  return outcome
}

/** Does the user that this call created have what belongs to the person? Of users that were not linked, only the first. */
export function hasProfile(call: Call, calls: readonly Call[], happened: readonly Happened[]): boolean {
  if (calls.find(createsUser) === call) return true
  const link = calls.find((other) => other.kind === 'link' && other.method === callKey(call))
  return happened.some(
    ({ key, state, status }) => link !== undefined && key === callKey(link) && state === 'done' && status !== noOp,
  )
}

/** What became of the profile for a user of another login method that was not linked: nothing of it is there. */
export function nothingOf(outcome: ProfileOutcome | null): ProfileOutcome | null {
  return outcome === null
    ? null
    : Object.fromEntries(Object.keys(outcome).map((part) => [part, 'left behind'] as const))
}

const open: ReadonlySet<string> = new Set<CallState>(['todo', 'sending', 'in-doubt'])

function callsOutcome(kind: Call['kind'], calls: readonly Call[], happened: readonly Happened[]): PartOutcome {
  const own = happened.filter((call) => call.kind === kind)
  if (own.some(({ state, status }) => state === 'done' && status !== noOp)) return 'yes'
  const isOpen = calls.some((call) => {
    if (call.kind !== kind) return false
    return open.has(own.find(({ key }) => key === callKey(call))?.state ?? 'todo')
  })
  return isOpen ? 'not finished' : 'left behind'
}
