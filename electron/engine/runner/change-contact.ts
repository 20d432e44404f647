import type { FoundUser } from '../../../shared/core-api/outcome.ts'
import type { Call } from '../../../shared/planning/call.ts'
import { changedContacts, describeContactChange } from '../../../shared/planning/contact-changes.ts'
import type { CallResult } from './call-result.ts'
import { failed, sendStep, type CallContext, type Step } from './step.ts'

type ChangeContact = Extract<Call, { kind: 'change-contact' }>
type Method = FoundUser['loginMethods'][number]

/** The status of a change that would undo a newer one: the core has neither the former contact nor the new one. */
const changedInCore = 'CONTACT_CHANGED_IN_CORE'

/**
 * Gives the login of a user who is there another email or phone. A core that can be asked is asked first, so that the change
 * is made once and only over the contact that the earlier migration sent: compare and set.
 */
export async function changeContact(call: ChangeContact, context: CallContext): Promise<CallResult> {
  const result = await compareAndSet(call, context)
  const isUnknown = result.kind === 'failed' && result.status === unknownUser
  return isUnknown && context.isRehearsal === true ? done(call, null, notTried) : result
}

const notTried = 'Not tried: a rehearsal core has no users of the earlier migration.'

async function compareAndSet(call: ChangeContact, context: CallContext): Promise<CallResult> {
  const { login } = call
  const idOf = (one: Method) => one.recipeUserId ?? coreUserIdOf(login)
  if (!context.canLookUp) return finished(call, await send(call, coreUserIdOf(login), context))
  const found = await find(call, context)
  const isGone = found.kind === 'failed' && found.status === unknownUser
  if (found.kind !== 'success' && !isGone) return finished(call, found)
  const users = found.kind === 'success' ? (found.value.users ?? []) : []
  const methods = users.flatMap(({ loginMethods }) => loginMethods).filter((one) => isOf(one, call))
  if (methods.length === 0) return failed(200, unknownUser, refusals[unknownUser] ?? '', { aboutUser: true })
  const there = methods.find((one) => changedContacts(one, call.to).length === 0)
  if (there !== undefined) return done(call, idOf(there), 'The core has it already.')
  const changed = changedContacts(call.from, call.to)
  const open = methods.find((one) => changed.every((name) => (one[name] ?? null) === call.from[name]))
  const method = open ?? (call.force && methods.length === 1 ? methods[0] : undefined)
  if (method === undefined) return failed(200, changedInCore, newerInCore, { aboutUser: true })
  return finished(call, await send(call, idOf(method), context), idOf(method))
}

const newerInCore =
  'The core has neither the former nor the new value, so it was changed there since, and is left. To replace it, decide “Send what changed” (Review, or --on-changed send), then retry; else nothing is to be done.'
const unknownUser = 'UNKNOWN_USER_ID_ERROR'

function coreUserIdOf(login: ChangeContact['login']): string {
  return login.recipe === 'thirdparty' ? '' : login.coreUserId
}

function find({ login, tenant }: ChangeContact, context: CallContext): Promise<Step> {
  if (login.recipe !== 'thirdparty') return sendStep('find-user', { userId: login.coreUserId }, context)
  const { thirdPartyId, thirdPartyUserId } = login
  return sendStep('look-up', { thirdPartyId, thirdPartyUserId, ...(tenant === undefined ? {} : { tenant }) }, context)
}

function isOf(method: Method, { login }: ChangeContact): boolean {
  if (method.recipeId !== login.recipe) return false
  if (login.recipe !== 'thirdparty') return true
  return method.thirdParty?.id === login.thirdPartyId && method.thirdParty.userId === login.thirdPartyUserId
}

function send(call: ChangeContact, recipeUserId: string, context: CallContext): Promise<Step> {
  const { login, from, to } = call
  const tenant = call.tenant === undefined ? {} : { tenant: call.tenant }
  const email = to.email ?? from.email ?? ''
  switch (login.recipe) {
    case 'thirdparty':
      return sendStep('third-party', { ...login, email, ...tenant }, context)
    case 'emailpassword':
      return sendStep('change-email', { recipeUserId, email }, context)
    default: {
      // Specification 4.3 takes both contacts; a contact that is left out stays as the core has it.
      const given = context.canLookUp === true ? changedContacts(from, to) : (['email', 'phoneNumber'] as const)
      const contacts = Object.fromEntries(given.map((name) => [name, to[name] ?? from[name] ?? undefined]))
      return sendStep('update-user', { userId: recipeUserId, recipeUserId, ...contacts, ...tenant }, context)
    }
  }
}

function finished(call: ChangeContact, step: Step, recipeUserId: string = coreUserIdOf(call.login)): CallResult {
  if (step.kind === 'restart') return failed(null, 'RESTART_FLOW_ERROR', 'The core asked to start over.')
  if (step.kind === 'failed') {
    const message = step.status === null ? undefined : refusals[step.status]
    return message === undefined ? step : failed(step.httpStatus, step.status, message, { aboutUser: true })
  }
  return step.kind === 'success' ? done(call, recipeUserId === '' ? null : recipeUserId, '', step.httpStatus) : step
}

function done(
  call: ChangeContact,
  recipeUserId: string | null,
  note: string,
  httpStatus: number | null = null,
): CallResult {
  const message = [describeContactChange(call), note].filter((text) => text !== '').join(' ')
  return { kind: 'done', coreUserId: recipeUserId, recipeUserId, created: null, existed: null, httpStatus, message }
}

/** Refusals of a change by real cores, in plain words. */
const refusals: Readonly<Record<string, string>> = {
  [unknownUser]: 'The core no longer has this user, so nothing was changed.',
  EMAIL_ALREADY_EXISTS_ERROR:
    'Another user of the core has the new email, so nothing was changed. Settle in the core whose it is, then retry.',
  PHONE_NUMBER_ALREADY_EXISTS_ERROR:
    'Another user of the core has the new phone number, so nothing was changed. Settle in the core whose it is, then retry.',
  EMAIL_CHANGE_NOT_ALLOWED_ERROR:
    'The new email belongs to another user of the core with linked login methods, so nothing was changed. Settle in the core whose it is, then retry.',
  PHONE_NUMBER_CHANGE_NOT_ALLOWED_ERROR:
    'The new phone number belongs to another user of the core with linked login methods, so nothing was changed. Settle in the core whose it is, then retry.',
}
