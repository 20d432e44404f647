import { createsUser, tenantOf, type Call } from '../../../shared/planning/call.ts'
import { callKey } from '../../../shared/planning/call-key.ts'
import type { CoreCall } from '../document/passes.ts'

type ContactCall = Extract<Call, { kind: 'change-contact' }>

/**
 * The calls that a user is in the core by, after more of them were done. A changed contact changes the login that is there, so
 * that the next pass sees the user as the core has it. `renamed`: keys of logins before and after.
 */
export function foldDone(
  there: readonly CoreCall[],
  done: readonly CoreCall[],
): { readonly calls: readonly CoreCall[]; readonly renamed: ReadonlyMap<string, string> } {
  let calls = [...there]
  const renamed = new Map<string, string>()
  for (const one of done) {
    const key = callKey(one.call)
    if (one.call.kind === 'change-contact') {
      const changed = withContact(calls, one.call)
      calls = changed.calls
      if (changed.from !== null && changed.from !== changed.to) renamed.set(changed.from, changed.to)
      continue
    }
    const place = calls.findIndex(({ call }) => callKey(call) === key)
    const before = calls[place]
    // The call that created the login stays known: a password that is sent again creates nothing.
    if (before === undefined) calls.push(one)
    else calls[place] = createsUser(one.call) ? { ...before, call: one.call } : one
  }
  return { calls, renamed }
}

type Changed = { readonly calls: CoreCall[]; readonly from: string | null; readonly to: string }

function withContact(calls: readonly CoreCall[], change: ContactCall): Changed {
  const { login, to } = change
  const place = calls.findIndex(({ call, made }) => createsUser(call) && isLogin(call, made, login))
  const known = calls[place]
  if (known === undefined) return { calls: [...calls], from: null, to: '' }
  const call = renewed(known.call, to)
  const rest = calls.filter(({ call: other }, index) => index !== place && !isOfFormer(other, known.call, call))
  const now = { call, made: { ...known.made, key: callKey(call) } }
  const extra = contactsTogether(calls, known.call, change)
  return {
    calls: [now, ...rest, ...(extra === null ? [] : [{ call: extra, made: { ...known.made, key: callKey(extra) } }])],
    from: callKey(known.call),
    to: callKey(call),
  }
}

function isLogin(call: Call, made: CoreCall['made'], login: ContactCall['login']): boolean {
  if (login.recipe === 'thirdparty')
    return (
      call.kind === 'third-party' &&
      call.thirdPartyId === login.thirdPartyId &&
      call.thirdPartyUserId === login.thirdPartyUserId
    )
  const kind = login.recipe === 'emailpassword' ? 'import' : 'passwordless'
  return call.kind === kind && [made.coreUserId, made.recipeUserId].includes(login.coreUserId)
}

function renewed(call: Call, to: ContactCall['to']): Call {
  switch (call.kind) {
    case 'import':
      return { ...call, email: to.email ?? call.email }
    case 'third-party':
      return { ...call, email: to.email ?? call.email }
    case 'passwordless': {
      const { contact } = call
      if (contact.kind === 'email') return { ...call, contact: { kind: 'email', email: to.email ?? contact.email } }
      return { ...call, contact: { kind: 'phone', phoneNumber: to.phoneNumber ?? contact.phoneNumber } }
    }
    default:
      return call
  }
}

/** A mark or a pair of contacts that held for the former value. */
function isOfFormer(call: Call, before: Call, now: Call): boolean {
  if (tenantOf(call) !== tenantOf(before)) return false
  if (call.kind === 'update') return before.kind === 'passwordless'
  return (
    call.kind === 'verify-email' &&
    'email' in before &&
    call.email === before.email &&
    'email' in now &&
    now.email !== before.email
  )
}

/** The email and the phone of a passwordless login that has both; null: it has one. */
function contactsTogether(calls: readonly CoreCall[], before: Call, { to }: ContactCall): Call | null {
  if (before.kind !== 'passwordless') return null
  const update = calls.find(({ call }) => call.kind === 'update' && tenantOf(call) === tenantOf(before))?.call
  const former = update?.kind === 'update' ? update : null
  const { contact } = before
  const email = to.email ?? former?.email ?? (contact.kind === 'email' ? contact.email : null)
  const phoneNumber = to.phoneNumber ?? former?.phoneNumber ?? (contact.kind === 'phone' ? contact.phoneNumber : null)
  if (email === null || phoneNumber === null) return null
  const tenant = tenantOf(before)
  return { kind: 'update', email, phoneNumber, ...(tenant === null ? {} : { tenant }) }
}
