import { createsUser, type Call, type CallKind } from './call.ts'
import { callKey } from './call-key.ts'
import type { Choices } from './choices.ts'
import type { FindingCode } from './findings.ts'
import { followed, isProfileCall, prerequisites } from './follow-ups.ts'
import type { Finding, Plan } from './plan.ts'

/** What an earlier migration to the same core knows of one user of the export. */
export type BaselineUser = {
  /** The user is as it was: nothing of what the export says of it has changed. */
  readonly same: boolean
  /** Calls that were done, or may have been. Empty: this user is not in the core by that migration. */
  readonly calls: readonly BaselineCall[]
}

export type BaselineCall = {
  readonly key: string
  readonly kind: CallKind
  /** This very call, with every value, is in the plan of today as well. */
  readonly same: boolean
}

/** How a changed user differs from what is in the core: the group of its finding. */
const changes = ['password', 'contact', 'moved', 'other-id', 'added', 'profile', 'waits', 'gone'] as const
export type Change = (typeof changes)[number]

/** Those that could overwrite something newer in the core, or leave a user there twice: held for a choice. */
export const heldChanges: ReadonlySet<string> = new Set<Change>(['password', 'contact', 'moved', 'other-id'])

const details: Readonly<Record<Change, string>> = {
  password:
    'The export has another password than the one imported earlier. The user may have set a newer one in the core since; an import would replace it.',
  contact:
    'The export has another email or phone for this login than the one sent earlier. The core may know a newer one.',
  moved:
    'The export has another email, phone, or provider user ID than the one sent earlier. The core would get a second user; the first one stays.',
  'other-id':
    'The earlier migration imported a password for this email under another ID. An import would replace the password in the core.',
  added:
    'A login method was added since the earlier migration; only that is sent, and it is not linked to the user that is in the core.',
  profile:
    'What completes this user (metadata, roles, TOTP secrets, linked login methods) changed since the earlier migration. It is not sent again: the core may know something newer.',
  waits: 'Sent by the earlier migration and changed since; waits for another decision.',
  gone: 'Sent by the earlier migration; no longer to be migrated. The core keeps this user.',
}

export type DeltaPlan = {
  readonly plan: Plan
  /** The user is in the core by the earlier migration, so what the plan claims there stays claimed. */
  readonly isThere: boolean
}

/**
 * Leaves of a plan only what an earlier migration to the same core has not done. Users that are as they were are
 * excluded; what could overwrite something newer waits for the operator. `takenBefore`: another user of the earlier
 * migration has this key there.
 */
export function planDelta(
  plan: Plan,
  baseline: BaselineUser | null,
  takenBefore: (key: string) => boolean,
  choices: Pick<Choices, 'changed'>,
): DeltaPlan {
  if (baseline === null || baseline.calls.length === 0) {
    const known = baseline === null ? plan : noted(plan, 'open-since', '', notThere)
    const takes =
      plan.state === 'ready' && plan.calls.some((call) => call.kind === 'import' && takenBefore(callKey(call)))
    return { plan: takes ? decided(known, plan.calls, 'other-id', choices) : known, isThere: false }
  }
  if (baseline.same) return unchanged(plan)
  if (plan.state === 'excluded') return { plan: changed(plan, 'gone'), isThere: true }
  if (plan.state === 'blocked') return { plan: changed(plan, 'waits'), isThere: true }
  const rest = restOf(plan.calls, baseline.calls)
  if (rest.length === 0) {
    const known = new Set(baseline.calls.filter(({ same }) => same).map(({ key }) => key))
    if (plan.calls.every((call) => known.has(callKey(call)))) return unchanged(plan)
    return { plan: changed({ ...plan, state: 'excluded', calls: [] }, 'profile'), isThere: true }
  }
  const change = changeOf(rest, plan.calls, baseline.calls)
  if (change === 'added') return { plan: changed({ ...plan, calls: rest }, 'added'), isThere: true }
  return { plan: decided(plan, rest, change, choices), isThere: true }
}

const notThere = 'Not sent by the earlier migration.'

function unchanged(plan: Plan): DeltaPlan {
  const calm = plan.findings.map((finding): Finding => ({ ...finding, blocks: false }))
  const excluded: Plan = { ...plan, state: 'excluded', calls: [], findings: calm }
  return {
    plan: noted(excluded, 'unchanged-since', '', 'Unchanged since the earlier migration; not sent again.'),
    isThere: true,
  }
}

/** The calls that are not done, with the call before them that makes their user. */
function restOf(calls: readonly Call[], done: readonly BaselineCall[]): readonly Call[] {
  const same = new Set(done.filter((call) => call.same).map(({ key }) => key))
  const wrapped = calls.map((call) => ({ call }))
  const wanted = new Set<number>()
  for (const [index, call] of calls.entries()) {
    // Only users that this migration creates can be completed: it does not know the others by their id in the core.
    if (call.kind === 'make-primary' || call.kind === 'link' || isProfileCall(call)) continue
    if (same.has(callKey(call))) continue
    wanted.add(index)
    const before = followed(wrapped, index)
    if (before !== null && before >= 0) wanted.add(before)
  }
  for (const [index, call] of calls.entries()) {
    const completes = call.kind === 'make-primary' || isProfileCall(call)
    if (completes && wanted.has(followed(wrapped, index) ?? -1)) wanted.add(index)
    if (call.kind === 'link' && prerequisites(wrapped, index).every((before) => wanted.has(before))) wanted.add(index)
  }
  const rest = calls.filter((_, index) => wanted.has(index))
  return rest.some(({ kind }) => kind === 'link') ? rest : rest.filter(({ kind }) => kind !== 'make-primary')
}

function changeOf(rest: readonly Call[], all: readonly Call[], done: readonly BaselineCall[]): Change {
  const known = new Set(done.map(({ key }) => key))
  const still = new Set(all.map(callKey))
  const makers = rest.filter(createsUser)
  const left = new Set(done.filter(({ key }) => !still.has(key)).map(({ kind }) => kind))
  if (makers.some((call) => !known.has(callKey(call)) && left.has(call.kind))) return 'moved'
  const repeated = makers.filter((call) => known.has(callKey(call)))
  if (repeated.some(({ kind }) => kind === 'import')) return 'password'
  return repeated.length > 0 ? 'contact' : 'added'
}

function decided(plan: Plan, calls: readonly Call[], change: Change, choices: Pick<Choices, 'changed'>): Plan {
  const choice = choices.changed[change]
  if (choice === 'send') return changed({ ...plan, calls }, change)
  if (choice === 'skip') {
    return noted(
      { ...plan, state: 'excluded', calls: [] },
      'changed-since',
      change,
      'Changed; left as it is in the core.',
    )
  }
  return noted({ ...plan, state: 'blocked', calls }, 'changed-since', change, details[change], true)
}

function changed(plan: Plan, change: Change): Plan {
  return noted(plan, 'changed-since', change, details[change])
}

function noted(plan: Plan, code: FindingCode, group: string, detail: string, blocks = false): Plan {
  return { ...plan, findings: [...plan.findings, { code, group, detail, blocks }] }
}
