import { describe, expect, test } from 'vitest'
import { fileTable } from '../../../../electron/engine/document/files.ts'
import { joinLoginFiles } from '../../../../electron/engine/document/joins/login-files.ts'
import { createReadingJudge } from '../../../../electron/engine/document/plans/judge-while-reading.ts'
import { possibleOwners } from '../../../../electron/engine/document/joins/possible-owners.ts'
import { collectSeveral } from '../../../../electron/engine/document/joins/several-owners.ts'
import { loginsOf } from '../../../../electron/engine/document/joins/referring-files.ts'
import { signInNames } from '../../../../electron/engine/document/joins/sign-in-names.ts'
import { usersWithSameContacts } from '../../../../electron/engine/document/joins/same-contacts.ts'
import { joinsOfSameRows } from '../../../../electron/engine/document/joins/same-rows.ts'
import { joinsOfTwoPasswords, usersWithSameEmails } from '../../../../electron/engine/document/joins/same-emails.ts'
import { readFile } from '../../../../electron/engine/document/read-file.ts'
import { lateIndexing } from '../../../../electron/engine/document/schema.ts'
import { sql } from '../../../../electron/engine/document/sqlite.ts'
import { targetTable } from '../../../../electron/engine/document/targets.ts'
import { emptyDocument, must } from '../../../support/documents.ts'
import { offTotp } from '../../../../shared/users/totp-secret.ts'
import { madeUpBcrypt } from '../../../support/made-up-csv.ts'
import { liveTarget } from '../../../support/rounds.ts'
import { fileIn, temporaryFolder } from '../../../support/temporary-folder.ts'

const ten = Array.from({ length: 10 }, (_, at) => at + 1)
const id = (at: number) => 100 + at
const mail = (at: number) => `user${at}@acme.example`
const lines = (header: string, row: (at: number) => string, some = ten) => `${[header, ...some.map(row)].join('\n')}\n`

const users = lines('user_id,full_name,email', (at) => `${id(at)},User ${at},${mail(at)}`)
const withHashes = lines('user_id,email,password', (at) => `${id(at)},${mail(at)},${madeUpBcrypt(at)}`)
const hashes = lines('user_id,hash', (at) => `${id(at)},${madeUpBcrypt(at)}`)

const accounts = lines('id,login,hash,blocked', (at) => `${id(at)},u${at},${madeUpBcrypt(at)},${at === 3}`)
const plusTen = (at: number) => at + 10
const code = (at: number) => `5f0c0ffe-1234-4abc-8def-${String(at).padStart(12, '0')}`

/** A document that these files were read into, in this order. */
async function readInto(...texts: readonly string[]) {
  const document = emptyDocument()
  const { database } = document
  const files: number[] = []
  for (const text of texts) {
    const name = `${files.length + 1}.csv`
    const file = fileTable.add(database, fileIn(temporaryFolder(), name, text), name, text.length)
    const judging = createReadingJudge(database)
    must(await readFile(document, file, { signal: new AbortController().signal, judging, onProgress: () => undefined }))
    expect(fileTable.get(database, file)?.complete).toBe(true)
    files.push(file)
  }
  const parts = () => sql(database, 'SELECT user_id, keys, part FROM partial_record ORDER BY id').all()
  const people = () => sql(database, 'SELECT id, file_id FROM user ORDER BY id').all()
  const rolesOf = () => files.map((file) => fileTable.get(database, file)?.recognition?.role)
  return { document, database, parts, people, rolesOf }
}

/** How many rows were joined of how many files. */
async function joined(...texts: readonly string[]) {
  const { database, parts, people } = await readInto(...texts)
  const isJoined = await joinLoginFiles(database)
  expect(isJoined).toBe(parts().length > 0)
  return { parts: parts().length, users: people().length }
}

const apart = { parts: 0, users: 20 }
const together = { parts: 10, users: 10 }

describe('a file of logins', () => {
  test('becomes parts of the users of another file, and says why', async () => {
    const { database, parts, people, rolesOf } = await readInto(users, hashes)
    expect(await joinLoginFiles(database)).toBe(true)
    expect(people()).toEqual(ten.map((at) => ({ id: at, file_id: 1 })))
    expect(parts()).toMatchObject(ten.map((at) => ({ user_id: at, keys: JSON.stringify([`id:${id(at)}`]) })))
    expect([rolesOf(), fileTable.get(database, 2)?.recognition?.reason]).toEqual([
      ['users', 'parts'],
      expect.stringMatching(/; its rows add logins to the users of another file, which have the same user_id$/),
    ])
    expect(await joinLoginFiles(database)).toBe(false)
  })

  test('may hold second factors, of which no state is one of the user', async () => {
    const secret = (at: number) => `KRSXG5CTMVRXEZLUKN2XAZ${'ABCDEFGHIJ'[at - 1]}2`
    const factors = [
      [2, lines('user_id,type,secret,confirmed', (at) => `${id(at)},totp,${secret(at)},${at > 2}`)],
      [2, lines('id,user_id,method,secret,enabled', (at) => `${at},${id(at)},TOTP,${secret(at)},${at > 2}`)],
      [0, lines('account_id,kind,shared_key,status', (at) => `${id(at)},authenticator,${secret(at)},active`)],
    ] as const
    for (const [off, file] of factors) {
      const { database, parts } = await readInto(withHashes, file)
      expect(await joinLoginFiles(database)).toBe(true)
      const totp = (at: number) => [at > off ? secret(at) : offTotp]
      expect(parts()).toMatchObject(ten.map((at) => ({ part: JSON.stringify({ totp: totp(at) }) })))
    }
  })

  test.each([
    [
      'hashes beside the address alone',
      users,
      lines('email,hash', (at) => `${mail(at)},${madeUpBcrypt(at)}`),
      together,
    ],
    [
      'hashes beside the ID and the address',
      users,
      lines('user_id,email,hash', (at) => `${id(at)},${mail(at)},${madeUpBcrypt(at)}`),
      together,
    ],
    [
      'hashes beside the ID and another address',
      users,
      lines('user_id,email,hash', (at) => `${id(at)},x${mail(at)},${madeUpBcrypt(at)}`),
      apart,
    ],
    [
      'hashes of users that have one',
      withHashes,
      lines('user_id,hash', (at) => `${id(at)},${madeUpBcrypt(20 + at)}`),
      apart,
    ],
    [
      'users with hashes beside the same users with other hashes',
      withHashes,
      lines('user_id,email,password', (at) => `${id(at)},${mail(at)},${madeUpBcrypt(20 + at)}`),
      together,
    ],
    [
      'users with hashes beside users with the same emails and other IDs',
      withHashes,
      lines('user_id,email,password', (at) => `${code(at)},${mail(at)},${madeUpBcrypt(20 + at)}`),
      together,
    ],
    [
      'hashes beside a number that is their own',
      lines('id,email', (at) => `${at},${mail(at)}`),
      lines('id,login,hash', (at) => `${at},u${11 - at},${madeUpBcrypt(at)}`),
      apart,
    ],
    [
      'hashes beside a number, and a time of each row',
      lines('id,email', (at) => `${at},${mail(at)}`),
      lines('id,hash,created_at', (at) => `${at},${madeUpBcrypt(at)},2024-01-${10 + at}`),
      together,
    ],
    [
      'identities beside a reference',
      users,
      lines('user_id,provider,provider_uid', (at) => `${id(at)},google,g${at}00000000`),
      together,
    ],
    [
      'identities with addresses beside a number that is no reference',
      lines('id,email', (at) => `${at},${mail(at)}`),
      lines('id,email,provider,provider_uid', (at) => `${at},${mail(11 - at)},google,g${at}00000000`),
      apart,
    ],
    [
      'hashes beside a reference, and a name of their own',
      users,
      lines('user_id,login,hash', (at) => `${id(at)},u${11 - at},${madeUpBcrypt(at)}`),
      together,
    ],
    [
      'hashes beside a number and the same address, and a name of their own',
      lines('id,email', (at) => `${at},${mail(at)}`),
      lines('id,email,login,hash', (at) => `${at},${mail(at)},u${11 - at},${madeUpBcrypt(at)}`),
      together,
    ],
    [
      'hashes beside a number, and a name that nine of ten rows have for themselves',
      lines('id,email', (at) => `${at},${mail(at)}`),
      lines('id,login,hash', (at) => `${at},u${at === 10 ? 9 : at},${madeUpBcrypt(at)}`),
      apart,
    ],
    [
      'hashes beside a number, and a note that no row has',
      lines('id,email', (at) => `${at},${mail(at)}`),
      lines('id,hash,note', (at) => `${at},${madeUpBcrypt(at)},`),
      together,
    ],
    [
      'identities and addresses beside a reference to users with hashes',
      withHashes,
      lines('user_id,email,provider,provider_uid', (at) => `${id(at)},${mail(at)},google,g${at}00000000`),
      together,
    ],
    [
      'one hash beside the address',
      users,
      lines('email,hash', (at) => `${mail(at)},${madeUpBcrypt(at)}`, [3]),
      { parts: 1, users: 10 },
    ],
    [
      'hashes of which nine of eleven have a user, who are nine of ten',
      users,
      lines('user_id,hash', (at) => `${at >= 10 ? 900 + at : id(at)},${madeUpBcrypt(at)}`, [...ten, 11]),
      { parts: 9, users: 12 },
    ],
    [
      'hashes of all users and as many others',
      users,
      lines('user_id,hash', (at) => `${at > 10 ? 900 + at : id(at)},${madeUpBcrypt(at)}`, [
        ...ten,
        ...ten.map(plusTen),
      ]),
      { parts: 10, users: 20 },
    ],
    [
      'hashes of all users and many others, beside a number that may be their own',
      lines('id,email', (at) => `${at},${mail(at)}`),
      lines('id,hash', (at) => `${at},${madeUpBcrypt(at)}`, [...ten, ...ten.map(plusTen), 21]),
      { parts: 0, users: 31 },
    ],
    [
      'hashes of all users and a few others, beside a number that may be their own',
      lines('id,email', (at) => `${at},${mail(at)}`),
      lines('id,hash', (at) => `${at},${madeUpBcrypt(at)}`, [...ten, 11, 12]),
      { parts: 10, users: 12 },
    ],
    [
      'hashes of a few users by IDs that a program made',
      lines('id,email', (at) => `${code(at)},${mail(at)}`),
      lines('user_id,hash', (at) => `${code(at > 3 ? 900 + at : at)},${madeUpBcrypt(at)}`),
      { parts: 3, users: 17 },
    ],
    [
      'addresses beside a reference to users without any',
      accounts,
      lines('user_id,email', (at) => `${id(at)},${mail(at)}`),
      together,
    ],
    [
      'numbers beside a reference to users without any',
      accounts,
      lines('user_id,phone', (at) => `${id(at)},+4915112345${at + 10}0`),
      together,
    ],
    [
      'addresses of some users without any, and of others',
      accounts,
      lines('user_id,email', (at) => `${id(at)},${mail(at)}`, [...ten.slice(1), 11]),
      { parts: 9, users: 11 },
    ],
    [
      'addresses beside a number, and users with a name of their own',
      lines('id,login,hash', (at) => `${at},u${at},${madeUpBcrypt(at)}`),
      lines('id,email', (at) => `${at},${mail(11 - at)}`),
      apart,
    ],
    [
      'addresses beside IDs that a program made, and users with a name of their own',
      lines('id,login,hash', (at) => `${code(at)},u${at},${madeUpBcrypt(at)}`),
      lines('id,email', (at) => `${code(at)},${mail(at)}`),
      together,
    ],
    ['other addresses of users who have one', users, lines('user_id,email', (at) => `${id(at)},x${mail(at)}`), apart],
    ['the same users', users, lines('user_id,email,city', (at) => `${id(at)},${mail(at)},Ulm`), together],
    ['other users', users, lines('user_id,email,city', (at) => `${id(at)},${mail(11 - at)},Ulm`), apart],
    [
      'hashes of which nine of ten have a user, and the tenth stays one',
      users,
      lines('user_id,hash', (at) => `${at === 10 ? 900 : id(at)},${madeUpBcrypt(at)}`),
      { parts: 9, users: 11 },
    ],
    [
      'hashes of which eight of ten have a user',
      users,
      lines('user_id,hash', (at) => `${at >= 9 ? 900 + at : id(at)},${madeUpBcrypt(at)}`),
      apart,
    ],
    [
      'two hashes of one user',
      users,
      lines('user_id,hash', (at) => `${at === 10 ? id(9) : id(at)},${madeUpBcrypt(at)}`),
      apart,
    ],
  ])('that has %s', async (_, one, other, wanted) => {
    expect([await joined(one, other), await joined(other, one)]).toEqual([wanted, wanted])
  })

  test('gives its user all that a row may bring, and nothing that it does not say', async () => {
    const { database, parts } = await readInto(users, hashes)
    const google = { provider: 'google', userId: 'g1', emailVerified: null }
    const brought = {
      hash: { hash: madeUpBcrypt(30) },
      emailVerified: true,
      phoneVerified: false,
      unmapped: [{ kind: 'phone', field: 'old', value: '+1', asks: false }],
    }
    const profile = { totp: ['JBSWY3DPEHPK3PXP'], roles: ['admin'], metadata: { plan: 'free' } }
    const identities = [
      { ...google, email: null },
      { ...google, email: 'own@acme.example' },
    ]
    const row = { ...brought, sourceId: '110', email: 'row@acme.example', standing: 'deleted', identities, profile }
    sql(database, 'UPDATE user_text SET source = ? WHERE user_id = 20').run(JSON.stringify(row))
    sql(database, 'UPDATE user_text SET source = ? WHERE user_id = 19').run('{"sourceId":null}')
    expect(await joinLoginFiles(database)).toBe(true)
    const read = parts().map((part) => JSON.parse(String(Object.values(part ?? {})[2])))
    expect(read).toEqual([
      ...ten.slice(0, 8).map((at) => ({ hash: { hash: madeUpBcrypt(at) } })),
      {},
      {
        ...brought,
        ...profile,
        verifiedAddress: 'row@acme.example',
        standing: 'disabled',
        identities: [
          { ...google, email: 'row@acme.example' },
          { ...google, email: 'own@acme.example' },
        ],
      },
    ])
    expect(parts()[8]).toMatchObject({ user_id: 9, keys: '[]' })
  })

  test('finds users of whom it lacked none before, among those of a file that comes later', async () => {
    const some = lines('user_id,email', (at) => `${id(at)},${mail(at)}`, ten.slice(0, 9))
    const { document, database, parts, people } = await readInto(some, hashes)
    expect([await joinLoginFiles(database), people().length]).toEqual([true, 10])
    const text = lines('user_id,email', (at) => `${id(at)},${mail(at)}`, [10])
    const file = fileTable.add(database, fileIn(temporaryFolder(), '3.csv', text), '3.csv', text.length)
    const judging = createReadingJudge(database)
    must(await readFile(document, file, { signal: new AbortController().signal, judging, onProgress: () => undefined }))
    expect([await joinLoginFiles(database), parts().length, people().length]).toEqual([true, 10, 10])
  })

  test('of which some rows or users have no other half says how many have', async () => {
    const { database } = await readInto(
      accounts,
      lines('user_id,email', (at) => `${id(at)},${mail(at)}`, ten.slice(1)),
    )
    await joinLoginFiles(database)
    expect(fileTable.get(database, 2)?.recognition?.reason).toMatch(/the same user_id \(9 of 9 rows, 9 of 10 users\)$/)
  })

  test('without rows joins nothing', async () => {
    const empty = await readInto(users, hashes)
    sql(empty.database, 'DELETE FROM user WHERE file_id = 2').run()
    expect([await joinLoginFiles(empty.database), empty.rolesOf()]).toEqual([false, ['users', 'users']])
  })

  test('is compared along the indexes, and lets others have a turn when its rows were moved', async () => {
    const { database } = await readInto(users, hashes)
    lateIndexing.drop(database)
    await lateIndexing.create(database)
    let turns = 0
    setImmediate(() => (turns += 1))
    await joinLoginFiles(database)
    expect(turns).toBe(1)
    const again = await readInto(users, hashes)
    lateIndexing.drop(again.database)
    await joinLoginFiles(again.database)
    const index = sql(again.database, "SELECT name FROM sqlite_schema WHERE name = 'user_by_source_id'").get()
    expect(index).toEqual({ name: 'user_by_source_id' })
  })

  test('never goes through another file for each of its rows', async () => {
    const { database } = await readInto(withHashes, withHashes, withHashes)
    await lateIndexing.create(database)
    const logins = [...joinsOfSameRows(database), ...joinsOfTwoPasswords(database)]
    expect(logins.length).toBeGreaterThan(3)
    for (const login of logins) {
      const plan = sql(
        database,
        `EXPLAIN QUERY PLAN SELECT (SELECT count(*) ${possibleOwners(database, login)}) FROM user AS b`,
      ).all()
      expect(JSON.stringify(plan)).toMatch(/SEARCH a USING INDEX user_by_(?:source_id|email)/)
      expect(JSON.stringify(plan)).not.toContain('SEARCH a USING INDEX user_by_file')
    }
  })

  test('is compared by the ID before the address, which many rows may share', async () => {
    const { database } = await readInto(users, withHashes)
    await lateIndexing.create(database)
    signInNames(database).collect()
    const files = fileTable.list(database)
    const logins = files.flatMap((file) => loginsOf(database, file, files)).filter(({ by }) => by === 'id')
    expect(logins.map(({ brings }) => brings)).toEqual(['details', 'hash'])
    for (const login of logins) {
      const plan = sql(
        database,
        `EXPLAIN QUERY PLAN SELECT (SELECT 1 ${possibleOwners(database, login)}) FROM user AS b`,
      )
      expect(JSON.stringify(plan.all())).toMatch(/SEARCH a USING INDEX user_by_source_id/)
    }
  })

  test('whose rows share one address is not compared with all users who have it', async () => {
    const shared = (header: string) => lines(header, (at) => `${id(at)},info@acme.example,Ann`, many)
    const many = Array.from({ length: 100 }, (_, at) => at + 1)
    const { database } = await readInto(...['id,email,city', 'id,email,name', 'id,email,note'].map(shared))
    await lateIndexing.create(database)
    database.exec('CREATE TEMP TABLE login_owner (id INTEGER PRIMARY KEY, owner INTEGER NOT NULL)')
    const [file] = fileTable.list(database)
    if (file === undefined) throw new Error('No file was read')
    const login = { file, brings: 'details', by: 'email', key: 'email', same: 'a.email = b.email' } as const
    const changes = () => Number(Object.values(sql(database, 'SELECT total_changes()').get() ?? {})[0])
    const before = changes()
    collectSeveral(database, login, possibleOwners(database, login))
    expect(changes() - before).toBeGreaterThan(many.length)
    expect(changes() - before).toBeLessThan(many.length * 10)
    expect(sql(database, 'SELECT 1 FROM login_owner').get()).toBeUndefined()
  })

  test('whose rows share one address or number lists each user once', async () => {
    const many = Array.from({ length: 100 }, (_, at) => at + 1)
    const rows = (header: string, row: (at: number) => string) => lines(header, row, many)
    const hashed = rows('id,email,password', (at) => `${id(at)},info@acme.example,${madeUpBcrypt(at)}`)
    const unknown = rows('id,email,password', (at) => `${id(at)},info@acme.example,$2b$10$${'*'.repeat(53)}`)
    const numbers = rows('id,phone,password', (at) => `${id(at)},+491701234567,${madeUpBcrypt(at)}`)
    const others = rows('id,email,phone,name', (at) => `${id(at)},info@acme.example,+491701234567,Ann`)
    const { database } = await readInto(hashed, unknown, numbers, others)
    await lateIndexing.create(database)
    const changes = () => Number(Object.values(sql(database, 'SELECT total_changes()').get() ?? {})[0])
    const before = changes()
    const found = [...usersWithSameContacts(database), ...usersWithSameEmails(database)]
    expect(found.length).toBeGreaterThan(many.length)
    expect(changes() - before).toBeLessThan(many.length * 20)
  })

  test('takes along the parts that had joined its rows, and leaves nothing else of them', async () => {
    const { database, parts, people } = await readInto(users, hashes)
    const row = "INSERT INTO partial_record (file_id, line, byte, keys, part, user_id) VALUES (3, 1, 0, '[]', '{}', 13)"
    database.exec(`${row}; INSERT INTO identifier VALUES (13, 'k', 1)`)
    await joinLoginFiles(database)
    const left = ['identifier', 'user_text'].map((table) =>
      sql(database, `SELECT user_id FROM ${table} WHERE user_id > 10`).all(),
    )
    expect([parts()[0], people().length, left]).toEqual([{ user_id: 3, keys: '[]', part: '{}' }, 10, [[], []]])
  })

  test('of a known provider is none, and users beside it say more of its own; of users of one, it is read all the same', async () => {
    const known = "UPDATE file SET recognition = json_set(recognition, '$.provider', 'auth0')"
    const withAddress = lines('user_id,email,hash', (at) => `${id(at)},${mail(at)},${madeUpBcrypt(at)}`)
    const [one, other] = [await readInto(users, withAddress), await readInto(users, withAddress)]
    sql(one.database, `${known} WHERE id = 2`).run()
    sql(other.database, `${known}, mapping = NULL WHERE id = 1`).run()
    expect([await joinLoginFiles(one.database), await joinLoginFiles(other.database)]).toEqual([true, true])
    expect([one.rolesOf(), other.rolesOf()]).toEqual([
      ['parts', 'users'],
      ['users', 'parts'],
    ])
  })

  test('is left alone once one of its rows was sent as a user', async () => {
    const { database, parts } = await readInto(users, hashes)
    const { id: target } = targetTable.use(database, liveTarget)
    sql(database, "INSERT INTO progress (target_id, user_id, state, changed_at) VALUES (?, 20, 'failed', 1)").run(
      target,
    )
    expect([await joinLoginFiles(database), parts()]).toEqual([false, []])
  })

  test('is not joined with users of its own, nor before it was read to its end', async () => {
    expect(await joined(users)).toEqual({ parts: 0, users: 10 })
    const { database } = await readInto(users, hashes)
    sql(database, 'UPDATE file SET complete = 0 WHERE id = 2').run()
    expect(await joinLoginFiles(database)).toBe(false)
  })
})
