import { madeUpArgon2, madeUpBcrypt, madeUpCsv, madeUpScrypt, type MadeUpUser } from '../../support/made-up-csv.ts'

const providers = ['google-oauth2', 'github', 'facebook', 'windowslive', 'linkedin']
const words = ['ann', 'bo', 'cy', 'dee', 'eli', 'flo', 'gil', 'hal', 'ida', 'jo', 'kim', 'lou', 'max', 'nia', 'oz']

/** One user of a usual mixture: most with a password, some social, some with a phone only, some that are blocked. */
function madeUpUser(n: number): MadeUpUser {
  const id = `u-${((n * 2_654_435_761) % 4_294_967_296).toString(16).padStart(8, '0')}`
  const email = `${words[(n * 7) % words.length]}.${((n * 40_503) % 65_536).toString(36)}${n}@example.com`
  const kind = n % 100
  const verified = n % 3 === 0 ? 'false' : 'true'
  const hashed = (password_hash: string): MadeUpUser => ({ id, email, email_verified: verified, password_hash })
  if (kind < 56) return hashed(madeUpBcrypt(n))
  if (kind < 68) return hashed(madeUpArgon2(n % 251))
  if (kind < 76) return hashed(madeUpScrypt(n % 251))
  if (kind < 79) return hashed(`pbkdf2_sha256$600000$madeupsalt${n}$${Buffer.alloc(32, n % 251).toString('base64')}`)
  if (kind < 90) {
    const provider = providers[n % providers.length] ?? 'google-oauth2'
    return { id, email, email_verified: verified, provider, provider_user_id: `p-${n}` }
  }
  if (kind < 94) return { id, phone: `+4915${String(100_000_000 + n)}`, phone_verified: 'true' }
  if (kind < 98) return { id, email, email_verified: verified }
  if (kind === 98) return { ...hashed(madeUpBcrypt(n)), disabled: 'true' }
  return { ...hashed(madeUpBcrypt(n)), email: `same${n % 7}@example.com` }
}

/** A table of users with every kind of finding. */
export function madeUpExport(users: number): string {
  return madeUpCsv(Array.from({ length: users }, (_, n) => madeUpUser(n + 1)))
}
