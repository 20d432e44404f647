import type { CoreContext } from '../context.ts'
import { closeDevicesOf } from '../store/codes.ts'
import { ownId } from '../store/user-ids.ts'
import { changeUser, inTenant } from '../store/users.ts'

/** Absent: keep it. A text: set it (already normalised). Null: remove it. */
export type ContactEdit = { readonly email?: string | null; readonly phoneNumber?: string | null }

export type ContactsUpdated = 'ok' | 'unknown-user' | 'email-taken' | 'phone-taken' | 'nothing-left'

/** Changes the contacts of a passwordless user (specification 4.3). Users of other login methods count as unknown. */
export function updateContacts(context: CoreContext, userId: string, edit: ContactEdit): ContactsUpdated {
  const { users, codes } = context
  const user = users.byId.get(ownId(context.userIds, userId))
  if (user === undefined || user.recipe !== 'passwordless') return 'unknown-user'
  const email = edit.email === undefined ? user.email : edit.email
  const phoneNumber = edit.phoneNumber === undefined ? user.phoneNumber : edit.phoneNumber
  if (email === null && phoneNumber === null) return 'nothing-left'
  const isTaken = (index: ReadonlyMap<string, unknown>, key: string): boolean =>
    user.tenantIds.some((tenant) => index.has(inTenant(tenant, key)))
  if (email !== null && email !== user.email && isTaken(users.passwordlessByEmail, email)) return 'email-taken'
  if (phoneNumber !== null && phoneNumber !== user.phoneNumber && isTaken(users.passwordlessByPhone, phoneNumber)) {
    return 'phone-taken'
  }
  if (email === user.email && phoneNumber === user.phoneNumber) return 'ok'
  for (const one of [user.email, email]) if (one !== null) closeDevicesOf(codes, { email: one, phoneNumber: null })
  for (const one of [user.phoneNumber, phoneNumber]) {
    if (one !== null) closeDevicesOf(codes, { email: null, phoneNumber: one })
  }
  changeUser(users, user, { email, phoneNumber })
  return 'ok'
}
