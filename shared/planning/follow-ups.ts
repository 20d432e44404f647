import type { User } from '../users/user.ts'
import { isRoundedNumber } from '../users/rounded-number.ts'
import { isWiderThan } from '../users/width.ts'
import { createsUser, tenantOf, type Call } from './call.ts'
import { callKey } from './call-key.ts'
import type { Choices } from './choices.ts'
import type { Finding, Plan } from './plan.ts'

/** The core keeps external ids of this many characters (core interface, user-id mapping). */
const widestExternalId = 128

/** Which calls of a user complete others, by their positions. */
export const followUps = {
  /** The position of the call that creates the user which a call completes; null: it stands on its own. */
  creatingCallOf: (calls: readonly { readonly call: Call }[], index: number): number | null => {
    const own = calls[index]?.call
    if (own === undefined) return null
    const inSameTenant = (kind: Call['kind']) =>
      calls.findIndex(({ call }) => call.kind === kind && tenantOf(call) === tenantOf(own))
    switch (own.kind) {
      case 'update':
        return inSameTenant('passwordless')
      case 'verify-email': {
        const places = [inSameTenant('import'), inSameTenant('change-contact'), inSameTenant('third-party')]
        return places.find((place) => place >= 0) ?? -1
      }
      case 'map-id':
      case 'make-primary':
      case 'metadata':
      case 'role':
      case 'totp':
        return calls.findIndex(({ call }) => createsUser(call))
      case 'link':
        return creatorOf(calls, index)
      default:
        return null
    }
  },
  /** The position of the call that makes the primary user; -1: the user has none. */
  primaryOf: (calls: readonly { readonly call: Call }[]): number =>
    calls.findIndex(({ call }) => call.kind === 'make-primary'),
  /** The positions of the calls that have to be done before this one. All of them come before it in the plan. */
  prerequisites: (calls: readonly { readonly call: Call }[], index: number): readonly number[] => {
    const { call } = calls[index] ?? {}
    if (call?.kind === 'import') return emailChangeBefore(calls, call)
    const before = followUps.creatingCallOf(calls, index)
    if (before === null) return []
    if (call?.kind === 'link') return [before, followUps.primaryOf(calls)]
    return call !== undefined && followUps.needsOldId(calls, index) ? [before, followUps.oldIdOf(calls)] : [before]
  },
  /** The core keeps data of a user, verified emails included, under the id by which it shows the user. */
  needsOldId: (calls: readonly { readonly call: Call }[], index: number): boolean => {
    const call = calls[index]?.call
    const oldId = followUps.oldIdOf(calls)
    if (call === undefined || oldId < 0) return false
    return (
      isProfileCall(call) ||
      (call.kind === 'verify-email' &&
        followUps.creatingCallOf(calls, index) === followUps.creatingCallOf(calls, oldId))
    )
  },
  /** The position of the call that keeps the old id; -1: there is none. */
  oldIdOf: (calls: readonly { readonly call: Call }[]): number => calls.findIndex(({ call }) => call.kind === 'map-id'),
}

/** The position of the call that creates the login method which a call links. */
function creatorOf(calls: readonly { readonly call: Call }[], index: number): number {
  const link = calls[index]?.call
  return calls.findIndex(({ call }) => createsUser(call) && link?.kind === 'link' && callKey(call) === link.method)
}

/** A password goes to the new email of its user: before that has it, it could go to another user of the core. */
function emailChangeBefore(calls: readonly { readonly call: Call }[], own: Call): readonly number[] {
  const place = calls.findIndex(
    ({ call }) =>
      call.kind === 'change-contact' && call.login.recipe === 'emailpassword' && tenantOf(call) === tenantOf(own),
  )
  return place < 0 ? [] : [place]
}

/** Whether this call carries data of a user besides its login methods. */
export function isProfileCall({ kind }: Pick<Call, 'kind'>): boolean {
  return kind === 'metadata' || kind === 'role' || kind === 'totp'
}

/**
 * Adds steps that only a real core offers, where the operator wants them: keeps the old id, and then marks an imported
 * user whose email is verified in the export. If one export user becomes several users, the first one keeps the id,
 * because an id can belong to one user only. `emailCorrected`: the export's verification of the old email does not hold
 * for the new one.
 */
export function withFollowUps(
  plan: Plan,
  user: Pick<User, 'sourceId' | 'emailVerified'>,
  emailCorrected: boolean,
  choices: Pick<Choices, 'keepUserIds' | 'verifyEmails'>,
): Plan {
  const first = plan.calls.find(createsUser)
  if (first === undefined) return plan
  const verified = choices.verifyEmails && user.emailVerified === true && !emailCorrected
  const verifications = verified ? plan.calls.flatMap(verificationOf) : []
  const externalUserId = choices.keepUserIds ? (user.sourceId ?? '').trim() : ''
  // Two users may have the same rounded id.
  if (externalUserId === '' || isRoundedNumber(externalUserId))
    return { ...plan, calls: [...plan.calls, ...verifications] }
  if (isWiderThan(externalUserId, widestExternalId))
    return { ...plan, calls: [...plan.calls, ...verifications], findings: [...plan.findings, tooWide] }
  const others =
    followUps.primaryOf(plan.calls.map((call) => ({ call }))) >= 0 ? 0 : plan.calls.filter(createsUser).length - 1
  const findings = others === 0 ? plan.findings : [...plan.findings, keptOnce(others)]
  // A real core loses a connection to its database with each verified user whose ID is mapped: the email is verified afterwards.
  const late = first.kind === 'third-party' && first.isVerified && !plan.calls.some(({ kind }) => kind === 'import')
  const creating = late
    ? plan.calls.map((call) => (call === first ? { ...first, isVerified: false } : call))
    : plan.calls
  const verifying = late ? [verificationFor(first), ...verifications] : verifications
  return { ...plan, calls: [...creating, { kind: 'map-id', externalUserId }, ...verifying], findings }
}

function verificationOf(call: Call): readonly Call[] {
  return call.kind === 'import' ? [verificationFor(call)] : []
}

function verificationFor({ email, tenant }: Extract<Call, { kind: 'import' | 'third-party' }>): Call {
  return { kind: 'verify-email', email, ...(tenant === undefined ? {} : { tenant }) }
}

/** Of the users that one user becomes, the first keeps the id. */
function keptOnce(others: number): Finding {
  const rest = others === 1 ? 'The other one gets a new ID' : `The other ${others} get new IDs`
  const detail = `${others + 1} login methods: without account linking they become ${others + 1} users in the core, and only the first keeps the old ID. ${rest}.`
  return { code: 'id-not-kept', blocks: false, group: 'several-methods', detail }
}

const tooWide: Finding = {
  code: 'id-not-kept',
  blocks: false,
  group: '',
  detail: `The old ID has more than ${widestExternalId} characters, so the core cannot keep it; the user gets a new one.`,
}
