import type { Dialect } from '../core-api/dialects.ts'
import { tenantOf, type Call } from './call.ts'
import { callKey } from './call-key.ts'
import type { Change } from './delta-groups.ts'
import type { Choices } from './choices.ts'
import { describeContactChange, withContactChanges, type BaselineCall, type ContactChanges } from './contact-change.ts'
import type { FindingCode } from './findings.ts'
import { creatingCallOf, isProfileCall, prerequisites } from './follow-ups.ts'
import type { Finding, Plan } from './plan.ts'

/** The record of an earlier migration to the same core about one user of the export. */
export type BaselineUser = {
  /** The user is as it was: nothing of what the export says of it has changed. */
  readonly same: boolean
  /** Calls that were done, or may have been. Empty: this user is not in the core by that migration. */
  readonly calls: readonly BaselineCall[]
}

const details: Readonly<Record<Change, string>> = {
  password:
    'The export has another password than the one imported earlier. The user may have set a newer one in the core since; an import would replace it.',
  contact: 'The export has another email or phone for this login than the one sent earlier.',
  moved:
    'The export has another email, phone, or provider user ID than the one sent earlier, and no call of this core’s interface changes it: sent as new, the core would get a second user. Change it in the core by hand and decide “Skip them” (Review, or --on-changed skip).',
  'other-id':
    'The earlier migration imported a password for this email under another ID. An import would replace the password in the core.',
  added:
    'A login method was added since the earlier migration; only that is sent, and it is not linked to the user that is in the core.',
  profile:
    'What completes this user (a verified email, an old ID, metadata, roles, TOTP secrets, linked login methods) changed since the earlier migration. It is not sent again: the core may know something newer.',
  waits: 'Sent by the earlier migration and changed since; waits for another decision.',
  gone: 'Sent by the earlier migration; no longer to be migrated. The core keeps this user.',
}

type DeltaPlan = {
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
  dialect: Dialect,
): DeltaPlan {
  if (baseline === null || baseline.calls.length === 0) {
    const takes =
      plan.state === 'ready' && plan.calls.some((call) => call.kind === 'import' && takenBefore(callKey(call)))
    // A user is in one group of a later export: with the email of another one it has changed, whether it was known or not.
    if (takes) return { plan: decided(plan, plan.calls, 'other-id', choices), isThere: false }
    return { plan: baseline === null ? plan : noted(plan, 'open-since', '', notThere), isThere: false }
  }
  if (baseline.same) return unchanged(plan)
  if (plan.state === 'excluded') return { plan: changed(plan, 'gone'), isThere: true }
  if (plan.state === 'blocked') return { plan: changed(plan, 'waits'), isThere: true }
  const force = choices.changed['contact'] === 'send'
  const { handled, changes, isStuck } = withContactChanges(plan.calls, baseline.calls, dialect, force)
  if (isStuck) return { plan: decided(plan, plan.calls, 'moved', choices), isThere: true }
  const rest = restOf(plan.calls, baseline.calls, handled).filter((call, _, all) =>
    isForUserHere(call, [...changes, ...all]),
  )
  if (changes.length > 0)
    return { plan: contactsChanged(plan, changes, rest, baseline.calls, dialect, choices), isThere: true }
  if (rest.length === 0) {
    if (plan.calls.every((call) => baseline.calls.some((before) => before.is(call)))) return unchanged(plan)
    return { plan: changed({ ...plan, state: 'excluded', calls: [] }, 'profile'), isThere: true }
  }
  const change = changeOf(rest, baseline.calls)
  if (change === 'added') return { plan: changed({ ...plan, calls: rest }, 'added'), isThere: true }
  return { plan: decided(plan, rest, change, choices), isThere: true }
}

/**
 * A new email or phone goes to the login that is there. A core that can be asked is asked before each change, so that nothing
 * newer is replaced; at any other the operator decides.
 */
function contactsChanged(
  plan: Plan,
  changes: ContactChanges['changes'],
  rest: readonly Call[],
  done: readonly BaselineCall[],
  dialect: Dialect,
  choices: Pick<Choices, 'changed'>,
): Plan {
  const changeText = changes.map(describeContactChange).join(' ')
  const calls = [...changes, ...rest]
  const detail = `${details.contact} ${changeText}`
  const replacesPassword =
    changeOf(rest, done) === 'password' ||
    rest.some(
      (call) =>
        call.kind === 'import' &&
        changes.some((one) => one.login.recipe === 'emailpassword' && tenantOf(one) === tenantOf(call)),
    )
  if (replacesPassword) return decided(noted(plan, 'changed-since', 'contact', detail), calls, 'password', choices)
  const isSafe = dialect === 'supertokens' && choices.changed['contact'] === undefined
  if (!isSafe) return decided(plan, calls, 'contact', choices, `${detail} The core may know a newer one.`)
  return noted(
    { ...plan, calls },
    'changed-since',
    'contact',
    `${detail} The core is asked first, and a newer value there stays.`,
  )
}

const notThere = 'Not sent by the earlier migration.'

function unchanged(plan: Plan): DeltaPlan {
  const nonBlocking = plan.findings.map((finding): Finding => ({ ...finding, blocks: false }))
  const excluded: Plan = { ...plan, state: 'excluded', calls: [], findings: nonBlocking }
  return {
    plan: noted(excluded, 'unchanged-since', '', 'Unchanged since the earlier migration; not sent again.'),
    isThere: true,
  }
}

/** A verification names the user that a call before it creates or changes: of users who are as they were it knows no ID. */
function isForUserHere(call: Call, calls: readonly Call[]): boolean {
  if (call.kind !== 'verify-email') return true
  const wrapped = calls.map((one) => ({ call: one }))
  return (creatingCallOf(wrapped, calls.indexOf(call)) ?? -1) >= 0
}

/** The calls that are not done, and what completes the users that they create: others are not known by their ID in the core. */
function restOf(calls: readonly Call[], done: readonly BaselineCall[], handled: ReadonlySet<Call>): readonly Call[] {
  const wrapped = calls.map((call) => ({ call }))
  const isDone = (call: Call) => handled.has(call) || done.some((before) => before.is(call))
  const wanted = new Set<number>()
  for (const [index, call] of calls.entries()) {
    if (!completes(call) && call.kind !== 'link' && !isDone(call)) wanted.add(index)
  }
  for (const [index, call] of calls.entries()) {
    const isOpen = call.kind === 'map-id' ? !isDone(call) : completes(call)
    if (isOpen && wanted.has(creatingCallOf(wrapped, index) ?? -1)) wanted.add(index)
    if (call.kind === 'link' && prerequisites(wrapped, index).every((before) => wanted.has(before))) wanted.add(index)
  }
  const rest = calls.filter((_, index) => wanted.has(index))
  return rest.some(({ kind }) => kind === 'link') ? rest : rest.filter(({ kind }) => kind !== 'make-primary')
}

function completes(call: Call): boolean {
  return call.kind === 'make-primary' || call.kind === 'map-id' || isProfileCall(call)
}

function changeOf(rest: readonly Call[], done: readonly BaselineCall[]): Change {
  const known = new Set(done.map(({ key }) => key))
  return rest.some((call) => call.kind === 'import' && known.has(callKey(call))) ? 'password' : 'added'
}

function decided(
  plan: Plan,
  calls: readonly Call[],
  change: Change,
  choices: Pick<Choices, 'changed'>,
  detail = details[change],
): Plan {
  const choice = choices.changed[change]
  // Nothing can be sent of a login that the core cannot change: it would be a second user.
  if (choice === 'send' && change !== 'moved') return noted({ ...plan, calls }, 'changed-since', change, detail)
  if (choice === 'skip') {
    return noted(
      { ...plan, state: 'excluded', calls: [] },
      'changed-since',
      change,
      'Changed; left as it is in the core.',
    )
  }
  return noted({ ...plan, state: 'blocked', calls }, 'changed-since', change, detail, true)
}

function changed(plan: Plan, change: Change): Plan {
  return noted(plan, 'changed-since', change, details[change])
}

function noted(plan: Plan, code: FindingCode, group: string, detail: string, blocks = false): Plan {
  return { ...plan, findings: [...plan.findings, { code, group, detail, blocks }] }
}
