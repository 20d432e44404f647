import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hash } from 'bcryptjs'

/** The password of every user with a hash. */
export const knownPassword = 'a made-up password'

const names = [
  'ann',
  'bo',
  'cy',
  'dee',
  'eli',
  'flo',
  'gil',
  'hal',
  'ida',
  'jo',
  'kim',
  'lou',
  'max',
  'ned',
  'oda',
  'pia',
]

/** A made-up table of a company's own with hundreds of users and something of everything: enough to fill a screen. */
export async function writeTourExport(folder: string, users = 640): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true })
  const bcrypt = await hash(knownPassword, 4)
  const rows = Array.from({ length: users }, (_, n) => {
    const name = `${names[n % names.length] ?? 'quin'}${n < names.length ? '' : n}`
    const kind = n % 16
    const email = kind === 15 && n > 200 ? 'ann@example.com' : `${name}@example.com`
    if (kind === 6 || kind === 7) return [n, email, '', '', 'google', `g-${n}`]
    if (kind === 8) return [n, email, '', '', n % 32 === 8 ? 'windowslive' : 'github', `h-${n}`]
    if (kind === 9) return [n, '', `+4917112${String(10_000 + n)}`, '', '', '']
    if (kind === 10) return [n, email, '', 'pbkdf2_sha256$390000$c2VhLXNhbHQ$WGg3bm90YXJlYWxoYXNoYXRhbGxidXQ', '', '']
    if (kind === 11) return [n, email, '', '', '', '']
    return [n, n % 40 === 5 ? `fay${n}@example.com` : email, '', bcrypt, '', '']
  })
  const table = join(folder, 'members.csv')
  const lines = [['member', 'mail', 'mobile', 'pw', 'provider', 'provider_id'], ...rows].map((row) => row.join(','))
  lines.splice(30, 0, 'ragged,line')
  await writeFile(table, `${lines.join('\r\n')}\r\n`)
  return [table]
}
