import { verifyPassword } from '../../password-check/verify-password.ts'
import type { CoreContext } from '../context.ts'
import { normaliseEmail } from '../store/normalise-email.ts'
import { onlyPublic, publicTenant, type StoredUser } from '../store/stored-user.ts'
import { inTenant } from '../store/users.ts'

/**
 * Keeps a password hash for an email, both already checked and normalised (specification 4.5).
 * As in real cores, a second import silently replaces the password of the user who is there.
 */
export function importPassword(
  context: CoreContext,
  email: string,
  passwordHash: string,
  tenant: string,
): { readonly didUserAlreadyExist: boolean; readonly user: StoredUser } {
  const { users, random, clock } = context
  const user = users.passwordByEmail.get(inTenant(tenant, email))
  if (user === undefined) {
    const tenantIds = tenant === publicTenant ? onlyPublic : [tenant]
    const fields = { recipe: 'emailpassword', email, passwordHash, tenantIds } as const
    return { didUserAlreadyExist: false, user: users.create(random, clock(), fields) }
  }
  users.change(user, { passwordHash })
  return { didUserAlreadyExist: true, user }
}

export type PasswordChecked =
  | { readonly kind: 'ok'; readonly user: StoredUser }
  | { readonly kind: 'wrong-password' }
  /** No user with this email signs in with a password. */
  | { readonly kind: 'unknown-email' }
  /** Firebase scrypt was imported, and the signer key is not configured any more. */
  | { readonly kind: 'no-signer-key' }

/** Signs in with a password as far as knowing who it is. */
export async function checkPassword(
  context: CoreContext,
  email: string,
  password: string,
  tenant = publicTenant,
): Promise<PasswordChecked> {
  const user = context.users.passwordByEmail.get(inTenant(tenant, normaliseEmail(email)))
  if (user === undefined || user.passwordHash === null) return { kind: 'unknown-email' }
  if (context.signerKey === null && user.passwordHash.startsWith('$f_scrypt$')) return { kind: 'no-signer-key' }
  const fits = await verifyPassword(user.passwordHash, password, context.signerKey)
  return fits ? { kind: 'ok', user } : { kind: 'wrong-password' }
}
