import type { UnmappedValue, User, UserPart } from './user.ts'

/**
 * Turns a row that was read as a user into a part of a user in another file. `phoneField`: the column of the phone number; a number
 * other than the user's becomes an unmapped value. `bringsContact`: the user may have none yet.
 */
export function partOfUser(user: User, phoneField?: string, bringsContact = false): UserPart {
  const { email, phone, hash, identities, standing, emailVerified, phoneVerified, profile } = user
  const numbers: readonly UnmappedValue[] =
    phone === null || phoneField === undefined ? [] : [{ kind: 'phone', field: phoneField, value: phone, asks: false }]
  const unmapped = [...numbers, ...(user.unmapped ?? [])]
  return {
    ...(email === null || !bringsContact ? {} : { email }),
    ...(user.computedContacts === undefined || !bringsContact ? {} : { computedContacts: user.computedContacts }),
    ...(phone === null ? {} : { phone }),
    ...(hash === null ? {} : { hash }),
    ...(identities.length === 0
      ? {}
      : { identities: identities.map((one) => ({ ...one, email: one.email ?? email })) }),
    // A part can only say “disabled”; the operator decides about it.
    ...(standing === 'active' ? {} : { standing: 'disabled' as const }),
    ...(emailVerified === null ? {} : { emailVerified }),
    ...(phoneVerified === null ? {} : { phoneVerified }),
    ...(profile?.totp === undefined ? {} : { totp: profile.totp }),
    ...(profile?.roles === undefined ? {} : { roles: profile.roles }),
    ...(profile?.metadata === undefined ? {} : { metadata: profile.metadata }),
    ...(unmapped.length === 0 ? {} : { unmapped }),
  }
}
