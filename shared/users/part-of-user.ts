import { type ContactField, contactFields, type UnmappedValue, type User, type UserPart } from './user.ts'

type ContactFields = { readonly [K in ContactField]?: string | undefined }

/**
 * Turns a row that was read as a user into a part of a user in another file. `fields`: the columns of its address and phone number; others
 * than the user's become unmapped values. `bringsContact`: the user may have none yet.
 */
export function partOfUser(user: User, fields: ContactFields = {}, bringsContact = false): UserPart {
  const { email, phone, hash, identities, standing, emailVerified, phoneVerified, profile } = user
  const contacts = contactFields.flatMap((kind): readonly UnmappedValue[] => {
    const [field, value] = [fields[kind], user[kind]]
    return value === null || field === undefined ? [] : [{ kind, field, value, asks: false }]
  })
  const unmapped = [...contacts, ...(user.unmapped ?? [])]
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
    ...(emailVerified === null ? {} : { emailVerified, ...(email === null ? {} : { verifiedAddress: email }) }),
    ...(phoneVerified === null ? {} : { phoneVerified }),
    ...(profile?.totp === undefined ? {} : { totp: profile.totp }),
    ...(profile?.roles === undefined ? {} : { roles: profile.roles }),
    ...(profile?.joined === undefined ? {} : { joined: profile.joined }),
    ...(user.tenants === undefined ? {} : { tenants: user.tenants }),
    ...(user.hasPassword === true && hash === null ? { hasPassword: true } : {}),
    ...(user.phoneIsLogin ? { phoneIsLogin: true } : {}),
    ...(user.emailIsLogin ? { emailIsLogin: true } : {}),
    ...(profile?.metadata === undefined ? {} : { metadata: profile.metadata }),
    ...(unmapped.length === 0 ? {} : { unmapped }),
  }
}
