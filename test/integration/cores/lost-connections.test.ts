import { expect, test } from 'vitest'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { startCore } from '../../support/rehearsal.ts'
import { numbersOf, runUsers } from '../../support/run-users.ts'

/** Real cores keep ten connections to their database. */
const connections = 10

test('a run that keeps IDs and verified emails leaves a core whole that loses a connection with each verified user it maps', async () => {
  const core = await startCore({ dialect: 'supertokens', faults: { connections } })
  const social = Array.from({ length: 15 }, (_, n) => ({
    id: `t${n}`,
    email: `social${n}@example.com`,
    email_verified: 'true',
    provider: 'google',
    provider_user_id: `g-${n}`,
  }))
  const passwords = Array.from({ length: 15 }, (_, n) => ({
    id: `u${n}`,
    email: `user${n}@example.com`,
    email_verified: 'true',
    password_hash: madeUpBcrypt(n),
  }))
  const sent = await runUsers([...social, ...passwords], core.baseUrl, ['--keep-user-ids', '--verify-emails'])
  const { rows } = core.users({ from: 0, limit: 50 })
  expect([core.lostConnections(), numbersOf(sent)['migrated']]).toEqual([0, 30])
  expect(rows.filter(({ verified }) => verified)).toHaveLength(30)
  expect(rows.map(({ id }) => id).toSorted()).toEqual([...social, ...passwords].map(({ id }) => id).toSorted())
})
