import { describe, expect, test } from 'vitest'
import type { RehearsalCore } from '../../../electron/engine/rehearsal/rehearsal-core.ts'
import { cli } from '../../support/cli.ts'
import { madeUpBcrypt, madeUpCsv, usersWithHashes, type MadeUpUser } from '../../support/made-up-csv.ts'
import { startCore, usersIn } from '../../support/rehearsal.ts'
import { fileIn, folderOf, temporaryFolder } from '../../support/temporary-folder.ts'
import { zipOfFiles } from '../../support/data/workbook-of.ts'

const first = usersWithHashes(30)

type Followed = {
  readonly core: RehearsalCore
  readonly folder: string
  /** One pass over a source. */
  readonly pass: (source: string, more?: readonly string[]) => Promise<{ readonly code: number; readonly text: string }>
}

/** A migration of files that lie in a folder, with every user in the core. */
async function migrated(files: readonly string[], folder: string, more: readonly string[] = []): Promise<Followed> {
  const core = await startCore({ dialect: 'supertokens' })
  const run = ['run', ...files, '--core', core.baseUrl, '--yes', '--json', '--document', 'm.migration', ...more]
  const made = await cli(run, { cwd: folder })
  expect([made.code, made.json?.['failed']]).toEqual([0, 0])
  const pass: Followed['pass'] = async (source, options = []) => {
    const args = ['follow', 'm.migration', '--source', source, '--once', ...options]
    const told = await cli(args, { cwd: folder })
    return { code: told.code, text: told.out + told.err }
  }
  return { core, folder, pass }
}

function table(users: readonly MadeUpUser[]): string {
  return madeUpCsv(users)
}

/** A migration of `users.csv`. */
function ofTable(users: readonly MadeUpUser[] = first): Promise<Followed> {
  const folder = folderOf({ 'users.csv': table(users) })
  return migrated(['users.csv'], folder)
}

const renamed = (users: readonly MadeUpUser[]) => [
  ...users.slice(1),
  { ...users[0], email: 'renamed@example.com' },
  { id: 'n1', email: 'new@example.com', password_hash: madeUpBcrypt(99) },
]

describe('a migration of several files', () => {
  test('is followed in the folder where they are replaced, each under its name', async () => {
    const folder = temporaryFolder()
    const [one, two] = [first.slice(0, 15), first.slice(15)]
    fileIn(folder, 'one.csv', table(one))
    fileIn(folder, 'two.csv', table(two))
    const { core, pass } = await migrated(['one.csv', 'two.csv'], folder)
    const still = await pass('.')
    fileIn(folder, 'two.csv', table(renamed(two).slice(1)))
    const changed = await pass('.')
    expect([still.code, still.text, changed.code, changed.text, core.count()]).toEqual([
      0,
      expect.stringContaining('Pass 1: nothing new (all 30 users read'),
      0,
      expect.stringContaining('1 new user, 1 changed email or phone, 1 no longer in the source'),
      31,
    ])
    // The pass says how users who left the source are removed.
    expect(changed.text).toContain('1 user is no longer in the source. The core keeps them. To remove those')
    expect([still.text.includes('--remove-gone'), changed.text.includes('add --remove-gone')]).toEqual([false, true])
    const alone = await pass('one.csv')
    expect([alone.code, alone.text]).toEqual([4, expect.stringContaining('Follow the folder')])
    const nothing = folderOf({ 'one.csv': table(one) })
    const missing = await pass(nothing)
    expect([missing.code, missing.text]).toEqual([4, expect.stringContaining('does not have every file')])
  })

  test('and of files in a zip archive, in a newer archive', async () => {
    const folder = temporaryFolder()
    const [one, two] = [first.slice(0, 15), first.slice(15)]
    const zip = (name: string, users: readonly MadeUpUser[]) =>
      fileIn(folder, name, zipOfFiles({ 'a/one.csv': table(one), 'a/two.csv': table(users), 'readme.txt': 'hello' }))
    zip('export.zip', two)
    const parts = ['--file-in-zip', 'a/one.csv', '--file-in-zip', 'a/two.csv']
    const { core, pass } = await migrated(['export.zip'], folder, parts)
    zip('newer.zip', renamed(two))
    const changed = await pass('newer.zip')
    expect([changed.code, changed.text, core.count()]).toEqual([
      0,
      expect.stringContaining('1 new user, 1 changed email or phone (all 31 users read'),
      31,
    ])
    expect(usersIn(core)).toContain('emailpassword renamed@example.com')
  })

  test('is not followed where users were put together from them', async () => {
    const folder = temporaryFolder()
    const lines = (line: (id: string, email: string, n: number) => string) =>
      usersWithHashes(5)
        .map((user, n) => line(`65a5f0c2e4b0a1b2c3d4e00${n}`, user.email ?? '', n))
        .join('\n')
    const database = '"connection":"Username-Password-Authentication","provider":"auth0","isSocial":false'
    const users = lines(
      (id, email) => `{"user_id":"auth0|${id}","email":"${email}","identities":[{"user_id":"${id}",${database}}]}`,
    )
    const hashes = lines(
      (id, email, n) =>
        `{"_id":{"$oid":"${id}"},"email":"${email}","email_verified":true,"passwordHash":"${madeUpBcrypt(n)}"}`,
    )
    fileIn(folder, 'users.json', users)
    fileIn(folder, 'hashes.json', hashes)
    const { pass } = await migrated(['users.json', 'hashes.json'], folder)
    const refused = await pass('.')
    expect([refused.code, refused.text]).toEqual([2, expect.stringContaining('put together from several files')])
  })
})

describe('a source that is not what it was', () => {
  test('another table than before, with the same columns, is asked about', async () => {
    const { core, pass, folder } = await ofTable()
    fileIn(folder, 'other.csv', table(usersWithHashes(30, 500)))
    const held = await pass('other.csv')
    expect([held.code, held.text, core.count()]).toEqual([4, expect.stringContaining('30 of the 30 known'), 30])
  })

  test('another table than before, with other columns, is refused', async () => {
    const { pass, folder } = await ofTable()
    fileIn(folder, 'other.csv', 'id,mail\nu1,user1@example.com\nu2,user2@example.com\n')
    const refused = await pass('other.csv')
    expect([refused.code, refused.text]).toEqual([4, expect.stringContaining('no longer has values in')])
  })

  test('a source that lost its key changes nobody', async () => {
    const { core, pass, folder } = await ofTable()
    const before = usersIn(core)
    fileIn(
      folder,
      'now.csv',
      table(first.map(({ email, password_hash = '' }) => ({ email: `x${email}`, password_hash }))),
    )
    const held = await pass('now.csv')
    expect([held.code, held.text, usersIn(core)]).toEqual([4, expect.stringContaining('Nothing was changed'), before])
  })

  test('a key that became the same for many users changes nobody', async () => {
    const { core, pass, folder } = await ofTable()
    const before = usersIn(core)
    fileIn(folder, 'now.csv', table(first.map((user) => ({ ...user, id: 'u1' }))))
    const held = await pass('now.csv')
    expect([held.code, held.text, usersIn(core)]).toEqual([
      4,
      expect.stringContaining('or that of another one'),
      before,
    ])
  })

  test('two records with one key change nobody, in whatever order they come, and are counted', async () => {
    const { core, pass, folder } = await ofTable()
    const before = usersIn(core)
    const twice = { ...first[2], email: 'twice@example.com' }
    for (const users of [
      [...first, twice],
      [twice, ...first],
      [...first, { ...first[2], email: 'thrice@example.com' }, twice, twice],
      [...first, { id: 'n1', email: 'a@example.com' }, { id: 'n1', email: 'b@example.com' }],
    ]) {
      fileIn(folder, 'now.csv', table(users))
      const made = await pass('now.csv')
      expect([made.code, made.text, usersIn(core)]).toEqual([
        3,
        expect.stringMatching(
          /nothing new .*\n {2}\d records? shares? (?:its|their) ID with another one and differs? from it/,
        ),
        before,
      ])
    }
    fileIn(folder, 'now.csv', table([...first, ...first.slice(0, 3)]))
    expect((await pass('now.csv')).text).toContain('nothing new (all 33 users read')
  })

  test('a source that shrinks by more than a tenth is asked about, by a tenth it is not', async () => {
    const { pass, folder } = await ofTable()
    fileIn(folder, 'now.csv', table(first.slice(4)))
    const held = await pass('now.csv')
    fileIn(folder, 'now.csv', table(first.slice(3)))
    const tenth = await pass('now.csv')
    expect([held.code, held.text, tenth.code, tenth.text]).toEqual([
      4,
      expect.stringContaining('4 of the 30 known ones are missing'),
      0,
      expect.stringContaining('3 no longer in the source'),
    ])
  })

  test.each([
    ['numbers', (n: number) => String(n + 1000)],
    ['UUIDs', (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`],
    ['emails', (n: number) => `user${n}@example.com`],
  ])('keys that change their form to %s are asked about', async (form, id) => {
    const { pass, folder } = await ofTable()
    fileIn(folder, 'now.csv', table(first.map((user, n) => ({ ...user, id: id(n) }))))
    const held = await pass('now.csv')
    expect([held.code, held.text]).toEqual([4, expect.stringContaining(`another form than before (${form}`)])
  })

  test('a listing that is cut off changes nobody: in a quoted value it stops, in a hash that user is held', async () => {
    const { core, pass, folder } = await ofTable()
    const before = usersIn(core)
    fileIn(folder, 'now.csv', table(first).replace(/u30,[^]*$/, 'u30,"user30@ex'))
    const quoted = await pass('now.csv')
    fileIn(folder, 'now.csv', table(first).slice(0, -40))
    const hash = await pass('now.csv')
    expect([quoted.code, quoted.text, hash.code, hash.text, usersIn(core)]).toEqual([
      4,
      expect.stringContaining('The listing of the source is cut off.'),
      3,
      expect.stringMatching(
        /1 waiting for something else \(held\)[^]*Changes that are not in the core:\n {2}u30, waits, held: /,
      ),
      before,
    ])
  })
})
