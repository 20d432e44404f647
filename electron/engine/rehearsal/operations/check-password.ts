import { verifyPassword } from '../../password-check/verify-password.ts'
import type { CoreContext } from '../context.ts'
import { normaliseEmail } from '../store/normalise-email.ts'
import { publicTenant, type StoredUser } from '../store/stored-user.ts'
import { inTenant } from '../store/users.ts'

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
