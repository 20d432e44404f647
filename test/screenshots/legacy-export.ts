import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const header =
  'customer_no,email,confirmed,phone,provider,provider_uid,user_pass_digest,mobile_2,first_name,last_name,newsletter,last_login,notes'

/** A made-up shape of bcrypt; nothing was hashed. */
const bcrypt = (n: number) => `$2b$10$abcdefghijklmnopqrstuv${String(n).padStart(31, 'A')}`

function rowOf(n: number): string {
  const social = n % 16 === 15
  return [
    `S-${10_001 + n}`,
    n % 27 === 0 ? `June.Hill${n}@Example.com` : `basil.harbor${n}@example.org`,
    n % 50 === 49 ? '' : n % 3 === 0 ? 'no' : 'yes',
    n % 5 < 3 ? `+1 415-555-${1000 + (n % 1300)}` : '',
    social ? (n % 5 === 0 ? 'ms-live' : 'google') : '',
    social ? `1082100000000000${String(n).padStart(5, '0')}` : '',
    bcrypt(n),
    n % 11 === 3 ? `+49 1512 34567${String(n % 100).padStart(2, '0')}` : '',
    'June',
    'Hill',
    n % 2,
    '2026-01-02',
    '',
  ].join(',')
}

/** Files as operators have them: a table of their own, the same table cut off, and a picture. */
export async function writeLegacyExport(
  folder: string,
): Promise<{ readonly whole: string; readonly others: string[] }> {
  const text = `${[header, ...Array.from({ length: 2142 }, (_, n) => rowOf(n))].join('\n')}\n`
  const [whole, cut, picture] = ['legacy-shop.csv', 'legacy-shop-cut.csv', 'brand-logo.png'].map((name) =>
    join(folder, name),
  )
  await writeFile(whole ?? '', text)
  await writeFile(cut ?? '', text.slice(0, 30_040))
  await writeFile(picture ?? '', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
  return { whole: whole ?? '', others: [cut ?? '', picture ?? ''] }
}
