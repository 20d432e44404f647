import type { Dialect } from '../core-api/dialects.ts'
import { type Call, createsUser, tenantOf } from './call.ts'
import { callKey, partsOfKey } from './call-key.ts'
import type { Choices } from './choices.ts'
import { type BaselineCall, type ContactChanges, describeContactChange, findContactChanges } from './contact-changes.ts'
import type { Change } from './delta-groups.ts'
import type { FindingCode } from './findings.ts'
import { followUps, isProfileCall } from './follow-ups.ts'
import type { Finding, Plan } from './plan.ts'

/** The record of an earlier migration to the same core about one user of the export. */
export type BaselineUser = {
  /** The user is as it was: nothing of what the export says of it has changed. */
  readonly same: boolean
  /** Calls that were done, or may have been. Empty: this user is not in the core by that migration. */
  readonly calls: readonly BaselineCall[]
}

/** Another user who has a key at the core by an earlier migration: `gone` from this export, or still in it, as `another` user. */
export type KeyHolder = 'gone' | 'another'

const details: Readonly<Record<Change, string>> = {
  password:
    'The export has another password than the one imported earlier. The user may have set a newer one in the core since; an import would replace it.',
  contact: 'The export has another email or phone for this login than the one sent earlier.',
  moved:
    'The export has another email, phone, or provider user ID than the one sent earlier, and no call of this core’s interface changes it: sent as new, the core would get a second user. Change it in the core by hand and decide “Skip them” (Review, or --on-changed skip).',
  'other-id':
    'The earlier migration imported a password for this email under another ID. An import would replace that password, and so give this user the account of the other ID: right only if both are one person.',
  added:
    'A login method was added since the earlier migration; only that is sent, and it is not linked to the user that is in the core.',
  profile:
    'What completes this user (a verified email, an old ID, metadata, roles, TOTP secrets, linked login methods) changed since the earlier migration. It is not sent again: the core may know something newer.',
  waits: 'Sent by the earlier migration and changed since; waits for another decision.',
  gone: 'Sent by the earlier migration; no longer to be migrated. The core keeps this user.',
}

const lacksLogin =
  'The export lacks the password or the account at a provider that the earlier migration sent, as where a file of hashes is missing. A login by code in its place would be a second user of the core. Add what is missing, or decide “Skip them” (Review, or --on-changed skip).'

const ofAnother =
  'The core has this login for another user of the export, who had it in the earlier migration. Sent now, this user would get the account of the other one. Once that user has no such login in the core, send this export again behind this migration.'

type DeltaPlan = {
  readonly plan: Plan
  /** The user is in the core by the earlier migration, so what the plan claims there stays claimed. */
  readonly isThere: boolean
}

/**
 * Leaves of a plan only what an earlier migration to the same core has not done. Users that are as they were are
 * excluded; what could overwrite something newer waits for the operator. `holderOf`: who else has this key there.
 */
export function planDelta(
  plan: Plan,
  baseline: BaselineUser | null,
  holderOf: (key: string) => KeyHolder | null,
  choices: Pick<Choices, 'changed'>,
  dialect: Dialect,
): DeltaPlan {
  const isHeld = (calls: readonly Call[]) =>
    calls.some((call) => createsUser(call) && !isOwn(call, baseline) && holderOf(callKey(call)) === 'another')
  const held = (): Plan => decided(plan, plan.calls, 'other-id', withoutSend(choices), ofAnother)
  if (baseline === null || baseline.calls.length === 0) {
    if (plan.state === 'ready' && isHeld(plan.calls)) return { plan: held(), isThere: false }
    const takes =
      plan.state === 'ready' && plan.calls.some((call) => call.kind === 'import' && holderOf(callKey(call)) !== null)
    // A user is in one group of a later export: with the email of another one it has changed, whether it was known or not.
    if (takes) return { plan: decided(plan, plan.calls, 'other-id', choices), isThere: false }
    return { plan: baseline === null ? plan : noted(plan, 'open-since', '', notThere), isThere: false }
  }
  if (baseline.same) return unchanged(plan)
  if (plan.state === 'excluded') return { plan: changed(plan, 'gone'), isThere: true }
  if (plan.state === 'blocked') return { plan: changed(plan, 'waits'), isThere: true }
  const force = choices.changed['contact'] === 'send'
  const { handled, changes, isStuck } = findContactChanges(plan.calls, baseline.calls, dialect, force)
  if (isStuck) return { plan: decided(plan, plan.calls, 'moved', choices), isThere: true }
  const rest = restOf(plan.calls, baseline.calls, handled).filter((call, _, all) =>
    isForUserHere(call, [...changes, ...all]),
  )
  if (isHeld(rest)) return { plan: held(), isThere: true }
  if (rest.some((call) => standsIn(call, plan.calls, baseline.calls)))
    return { plan: decided(plan, plan.calls, 'moved', choices, lacksLogin), isThere: true }
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

/** Whether a login by code takes the place of a password or an account at a provider, which the core has and the export no longer. */
function standsIn(call: Call, today: readonly Call[], before: readonly BaselineCall[]): boolean {
  if (call.kind !== 'passwordless') return false
  const tenant = tenantOf(call)
  const others = today.filter((one) => createsUser(one) && one.kind !== call.kind && tenantOf(one) === tenant)
  const known = before.filter((one) => createsUser(one) && partsOfKey(one.key).tenant === tenant)
  return others.length === 0 && known.length > 0 && known.every(({ kind }) => kind !== call.kind)
}

function isOwn(call: Call, baseline: BaselineUser | null): boolean {
  return baseline?.calls.some(({ key }) => key === callKey(call)) === true
}

/** Choices that send nothing of a changed user, whatever the operator decided about others. */
function withoutSend({ changed }: Pick<Choices, 'changed'>): Pick<Choices, 'changed'> {
  return { changed: changed['other-id'] === 'skip' ? { 'other-id': 'skip' } : {} }
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
  return (followUps.creatingCallOf(wrapped, calls.indexOf(call)) ?? -1) >= 0
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
    if (isOpen && wanted.has(followUps.creatingCallOf(wrapped, index) ?? -1)) wanted.add(index)
    if (call.kind === 'link' && followUps.prerequisites(wrapped, index).every((before) => wanted.has(before)))
      wanted.add(index)
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
