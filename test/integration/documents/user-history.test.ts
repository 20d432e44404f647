import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Output } from '../../../shared/ipc/contract.ts'
import { must } from '../../support/documents.ts'
import { engineHere, settled } from '../../support/engine-here.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const hash = madeUpBcrypt(7)
const records = [
  { user_id: 'auth0|1', email: 'ann@example.com', identities: [], user_metadata: { note: 'first' } },
  {
    user_id: 'auth0|2',
    email: 'bo@example.com',
    passwordHash: hash,
    user_metadata: '{"api_token":"made-up-token-of-bo","plan":"gold"}',
    attributes: [{ Name: 'password', Value: 'a made-up password' }],
  },
]

/** A migration of one file, and what is found when the second user's record is read again. */
async function sourceAfter(change: (path: string) => void, packed = false): Promise<Output<'users:source'>['records']> {
  const path = join(temporaryFolder(), 'users.ndjson')
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join('')
  writeFileSync(path, packed ? gzipSync(text) : text)
  const engine = engineHere()
  must(await engine.internal('internal:create', { path: join(temporaryFolder(), 'm.migration') }))
  must(await engine.internal('internal:add', { paths: [path], names: ['users.ndjson'] }))
  await settled(engine)
  const page = must(
    await engine.invoke('users:page', {
      filter: { search: 'bo@' },
      sort: { by: 'email', descending: true },
      from: 0,
      limit: 5,
    }),
  )
  change(path)
  return must(await engine.invoke('users:source', { id: page.rows[0]?.id ?? 0 })).records
}

describe('the source record of a user', () => {
  test.each([
    ['a plain file', false],
    ['a packed file', true],
  ])('is read again from %s, every field of it, and nothing that looks secret', async (_, packed) => {
    const [record] = await sourceAfter(() => undefined, packed)
    const fields = Object.fromEntries((record?.fields ?? []).map(({ path, value }) => [path, value]))
    expect([
      record?.place,
      record?.problem,
      fields['email'],
      fields['user_metadata.plan'],
      Object.keys(fields),
    ]).toEqual([
      'line 2',
      null,
      'bo@example.com',
      'gold',
      ['user_id', 'email', 'passwordHash', 'user_metadata.api_token', 'user_metadata.plan', 'attributes.password'],
    ])
    expect(JSON.stringify(record)).not.toMatch(/made-up-token|made-up password|\$2b\$10\$[./A-Za-z0-9]{6}/)
  })

  test('says so when the file is another one by now, or gone', async () => {
    const shorter = await sourceAfter((path) => writeFileSync(path, '{"user_id":"auth0|9"}\n'))
    const sameSize = await sourceAfter((path) => writeFileSync(path, readFileSync(path, 'utf8').replace('bo@', 'cy@')))
    const gone = await sourceAfter((path) => rmSync(path))
    const other = 'users.ndjson has changed since it was read'
    expect([shorter, sameSize, gone].map(([record]) => [record?.fields, record?.problem?.split('. ')[0]])).toEqual([
      [[], other],
      [[], other],
      [[], expect.stringMatching(/users\.ndjson|file/i)],
    ])
  })
})
