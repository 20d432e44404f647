import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hash } from 'bcryptjs'

/** The password of `ann@example.com` in the sample export. */
export const annsPassword = 'a made-up password'

/**
 * A made-up pair of Auth0 files and a custom table: nine records, among them an uncheckable hash, a provider without a
 * default, an unreadable record, and a user that the scripted core refuses once.
 */
export async function writeExport(folder: string): Promise<readonly string[]> {
  const bcrypt = await hash(annsPassword, 4)
  const users = [
    {
      user_id: 'auth0|a1',
      email: 'ann@example.com',
      email_verified: true,
      identities: [{ provider: 'auth0', user_id: 'a1', connection: 'db' }],
    },
    {
      user_id: 'google-oauth2|77',
      email: 'bo@example.com',
      email_verified: true,
      identities: [{ provider: 'google-oauth2', user_id: '77', isSocial: true }],
    },
    {
      user_id: 'windowslive|88',
      email: 'cy@example.com',
      email_verified: true,
      identities: [{ provider: 'windowslive', user_id: '88', isSocial: true }],
    },
  ]
  const hashes = [
    { _id: { $oid: 'a1' }, email: 'ann@example.com', connection: 'db', passwordHash: bcrypt },
    { _id: { $oid: 'zz' }, email: 'nobody@example.com', connection: 'db', passwordHash: bcrypt },
  ]
  const table = [
    'member,mail,pw',
    `m1,dee@example.com,${bcrypt}`,
    'm2,eli@example.com,pbkdf2_sha256$390000$c2VhLXNhbHQ$WGg3bm90YXJlYWxoYXNoYXRhbGxidXRsb25nZW5vdWdo',
    'm3,ragged@example.com',
    `m4,fay@example.com,${bcrypt}`,
  ]
  const files = [
    ['auth0-users.ndjson', lines(users)],
    ['auth0-hashes.ndjson', lines(hashes)],
    ['members.csv', `${table.join('\r\n')}\r\n`],
  ] as const
  return Promise.all(
    files.map(async ([name, text]) => {
      const path = join(folder, name)
      await writeFile(path, text)
      return path
    }),
  )
}

function lines(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}
