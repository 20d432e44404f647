import { describe, expect, test } from 'vitest'
import { cli } from '../support/cli.ts'
import {
  madeUpArgon2,
  madeUpBcrypt,
  madeUpCsv,
  usersOfProvider,
  usersWithHashes,
  usersWithoutHash,
  type MadeUpUser,
} from '../support/made-up-csv.ts'
import { startCore, usersIn } from '../support/rehearsal.ts'
import { fileIn, temporaryFolder } from '../support/temporary-folder.ts'

/** One of every kind that a table can hold. */
const mixed: readonly MadeUpUser[] = [
  ...usersWithHashes(3),
  { id: 'a1', email: 'argon@example.com', password_hash: madeUpArgon2(1) },
  ...usersOfProvider(2),
  ...usersWithoutHash(2),
  { id: 'both', email: 'both@example.com', email_verified: 'true', phone: '+491711234567' },
  { id: 'call', phone: '+491711234568' },
  { id: 'gone', email: 'gone@example.com', deleted: 'true' },
  { id: 'late', email: 'USER1@example.com', password_hash: madeUpBcrypt(99) },
  {
    id: 'old',
    email: 'old@example.com',
    password_hash: 'pbkdf2_sha256$390000$seasalt$8xBlGd3jVgvJ+92hWPxi5ww0uuAuAnKgC45eudxro7c=',
  },
]

const mixedInCore = [
  'emailpassword argon@example.com',
  ...[1, 2, 3].map((n) => `emailpassword user${n}@example.com`),
  'passwordless +491711234568',
  'passwordless both@example.com +491711234567',
  ...[1, 2].map((n) => `passwordless plain${n}@example.com`),
  ...[1, 2].map((n) => `thirdparty google social${n}@example.com`),
]

describe.each(['documented', 'supertokens'] as const)('running a table of users to a %s core', (dialect) => {
  test('leaves exactly the expected users there, and the totals add up', async () => {
    const folder = temporaryFolder()
    fileIn(folder, 'users.csv', madeUpCsv(mixed))
    const core = await startCore({ dialect, apiKey: 'made-up-key-made-up' })
    const env = { USER_MIGRATION_API_KEY: 'made-up-key-made-up' }
    const { code, json, err } = await cli(['run', 'users.csv', '--core', core.baseUrl, '--yes', '--json'], {
      cwd: folder,
      env,
    })
    expect([err, code, json, usersIn(core)]).toEqual([
      expect.any(String),
      0,
      {
        records: 13,
        users: 13,
        ready: 0,
        migrated: 10,
        failed: 0,
        blocked: 2,
        excluded: 1,
        present: 0,
        unknown: 0,
        calls: 11,
        retries: 0,
        sendingSeconds: expect.any(Number),
        stopped: null,
      },
      mixedInCore,
    ])
  })
})
