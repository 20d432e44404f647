import { describe, expect, test } from 'vitest'
import {
  madeUpCsv,
  type MadeUpUser,
  usersOfProvider,
  usersWithHashes,
  usersWithoutHash,
} from '../../support/made-up-csv.ts'
import { usersIn } from '../../support/rehearsal.ts'
import { numbersOf, runAtCore } from '../../support/run-users.ts'
import { fileIn } from '../../support/temporary-folder.ts'

const withoutLogins = ({ id = '', email = '' }: MadeUpUser): MadeUpUser => ({ id, email, email_verified: 'true' })

describe.each(['documented', 'supertokens'] as const)(
  'a later export without logins of the earlier one, at a %s core',
  (dialect) => {
    test.each([
      ['password hashes', usersWithHashes(3)],
      ['accounts at providers', usersOfProvider(3)],
    ])('which were %s, makes no second users with a code', async (_, users) => {
      const { core, run } = await runAtCore(users, { dialect })
      const before = usersIn(core)
      fileIn(run.folder, 'later.csv', madeUpCsv([...users.map(withoutLogins), ...usersWithoutHash(1)]))
      const send = async (document: string, ...more: readonly string[]) => {
        const args = ['run', 'later.csv', '--core', core.baseUrl, '--delta-of', 'm.migration', '--document', document]
        return numbersOf(await run.next([...args, '--yes', '--json', ...more]))
      }
      expect(await send('2.migration')).toMatchObject({ migrated: 1, blocked: 3 })
      expect(await send('3.migration', '--on-changed', 'send')).toMatchObject({ blocked: 3 })
      expect(await send('4.migration', '--on-changed', 'skip')).toMatchObject({ excluded: 3 })
      expect(usersIn(core)).toEqual([...before, 'passwordless plain1@example.com'].toSorted())
    })
  },
)
