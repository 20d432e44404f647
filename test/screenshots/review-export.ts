import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { madeUpArgon2, madeUpBcrypt, madeUpCsv, type MadeUpUser } from '../support/made-up-csv.ts'

const firsts = [
  'juniper',
  'basil',
  'marlow',
  'wren',
  'cedar',
  'tamsin',
  'rowan',
  'hazel',
  'linden',
  'sorrel',
  'aster',
  'clover',
]
const lasts = [
  'field',
  'harbor',
  'winterbourne-ashcombe',
  'ashgrove',
  'quill',
  'oakhollow',
  'pike',
  'brightwater-lindenmeier',
]
const hosts = ['example.com', 'example.org', 'mail.example.org', 'example.net']
const pbkdf2 = 'pbkdf2_sha256$600000$madeupsalt$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='

/** One user of a usual mixture: most ready, some with a hash or a provider that needs a decision. */
function userOf(n: number): MadeUpUser {
  const at = `${firsts[n % 12]}.${lasts[(n * 5) % 8]}`
  const email = `${at}${n < 12 ? '' : n}@${hosts[n % 4]}`
  const id = `S-${String(10_001 + n)}`
  const user = { id, email, email_verified: n % 3 === 0 ? 'false' : 'true' }
  if (n === 3) return { ...user, email: 'wren.ashgrove@', password_hash: madeUpBcrypt(n) }
  if (n % 160 === 5) return { ...user, email: 'Juniper.Field@example.com', password_hash: madeUpBcrypt(n) }
  if (n % 30 === 7) return { ...user, password_hash: pbkdf2 }
  if (n % 600 === 13) return { ...user, password_hash: '5f4dcc3b5aa765d61d8327deb882cf99' }
  if (n % 400 === 17) return { ...user, disabled: 'true', password_hash: madeUpBcrypt(n) }
  if (n % 40 === 6) return { id, phone: `+1415555${String(1000 + (n % 9000))}`, phone_verified: 'true' }
  if (n % 11 === 8) return { ...user, provider: n % 5 === 0 ? 'github' : 'google-oauth2', provider_user_id: `p-${n}` }
  if (n % 520 === 19) return { ...user, provider: 'windowslive', provider_user_id: `p-${n}` }
  if (n % 900 === 22) return { ...user, provider: 'samlp', provider_user_id: `p-${n}` }
  if (n % 14 === 2) return { ...user, password_hash: madeUpArgon2(n % 251) }
  return { ...user, password_hash: madeUpBcrypt(n) }
}

/** A table of thousands of users with every kind of decision, as the drawings of Review show it. */
export async function writeReviewExport(folder: string, users = 5400): Promise<string> {
  const path = join(folder, 'acme-users.csv')
  await writeFile(path, madeUpCsv(Array.from({ length: users }, (_, n) => userOf(n))))
  return path
}
