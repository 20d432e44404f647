import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { accountsCsv, hashConfig, knownAccounts } from '../../support/data/known-accounts.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { usersOf } from '../../support/read-users.ts'
import { folderOf } from '../../support/temporary-folder.ts'
import { mappingOf } from '../../support/made-up-mapping.ts'

/** The counts of `inspect` for a file with a mapping. */
async function inspected(name: string, content: string, mapping: unknown) {
  const folder = folderOf({
    [name]: content,
    'mapping.json': typeof mapping === 'string' ? mapping : JSON.stringify(mapping),
  })
  return cli(['inspect', name, '--mapping', 'mapping.json', '--json'], { cwd: folder })
}

const lines = (records: readonly unknown[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('')

describe('a mapping file on the command line', () => {
  describe('on top of a known format', () => {
    const row = (at: number) => ({
      Id: `${at}`,
      UserName: `user${at}`,
      Email: `user${at}@acme.example`,
      EmailConfirmed: true,
      PasswordHash: madeUpBcrypt(at),
      SecurityStamp: 's',
      Mobile: `+4366412345${at}0`,
      WorkMail: at === 1 ? 'work1@acme.example' : null,
      Plan: 'gold',
      State: at === 2 ? 'X' : 'A',
    })
    const read = async (columns: Parameters<typeof mappingOf>[0]) => {
      const folder = folderOf({ 'mapping.json': JSON.stringify(mappingOf(columns)) })
      return usersOf({ 'users.ndjson': lines([1, 2, 3].map(row)) }, ['--mapping', join(folder, 'mapping.json')])
    }
    const hashes = [1, 2, 3].map((at) => ({ hash: madeUpBcrypt(at) }))

    test('adds what it maps to what the format reads', async () => {
      const found = await read({ Mobile: 'phone', Plan: 'metadata' })
      expect(found).toMatchObject(
        [1, 2, 3].map((at) => ({
          sourceId: `${at}`,
          email: `user${at}@acme.example`,
          emailVerified: true,
          phone: `+4366412345${at}0`,
          hash: hashes[at - 1],
          profile: { metadata: { Plan: 'gold' } },
        })),
      )
    })

    test('counts before the column of the format, whose address is verified and no other', async () => {
      expect(await read({ WorkMail: 'email' })).toMatchObject([
        { email: 'work1@acme.example', emailVerified: null, hash: hashes[0] },
        { email: 'user2@acme.example', emailVerified: true, hash: hashes[1] },
        { email: 'user3@acme.example', emailVerified: true, hash: hashes[2] },
      ])
    })

    test('keeps people out beside what else it maps', async () => {
      const cwd = folderOf({
        'users.ndjson': lines([1, 2, 3].map(row)),
        'mapping.json': JSON.stringify({
          version: 1,
          columns: [
            { path: 'State', target: 'disabled', values: ['X'] },
            { path: 'Plan', target: 'role' },
          ],
          fixedProvider: null,
        }),
      })
      const { json } = await cli(['inspect', 'users.ndjson', '--mapping', 'mapping.json', '--json'], { cwd })
      expect(json).toMatchObject({ users: 3, ready: 2, blocked: { disabled: 1 }, hashes: { bcrypt: 3 } })
      expect(json).toMatchObject({ files: [{ provider: 'aspnet-identity' }] })
    })

    test('is all that is read where it names no column of the file', async () => {
      const { json } = await inspected('users.ndjson', lines([1, 2].map(row)), mappingOf({ Kontakt: 'email' }))
      expect(json).toMatchObject({ files: [{ provider: 'generic' }], loginMethods: { emailPassword: 0 } })
    })
  })

  test('of one of several files leaves a known export beside it as it is', async () => {
    const known = {
      Id: '1',
      UserName: 'ann',
      Email: 'ann@acme.example',
      PasswordHash: madeUpBcrypt(1),
      SecurityStamp: 's',
    }
    const cwd = folderOf({
      'known.ndjson': lines([known]),
      'own.csv': `nr;kontakt\n7;ben@acme.example\n`,
      'own.json': JSON.stringify(mappingOf({ nr: 'source-id', kontakt: 'email' })),
    })
    const inspect = ['inspect', 'known.ndjson', 'own.csv', '--json', '--mapping']
    const { json } = await cli([...inspect, 'own.csv=own.json'], { cwd })
    expect(json).toMatchObject({ users: 2, hashes: { bcrypt: 1 }, files: [{ provider: 'aspnet-identity' }, {}] })
    const twice = await cli([...inspect, 'own.csv=own.json', '--mapping', 'own.csv=own.json'], { cwd })
    expect([twice.code, twice.err]).toEqual([2, expect.stringContaining('A file takes one mapping.')])
  })

  test('reads nested paths, second choices, and what is the same in every record', async () => {
    const records = [
      { key: 1, profile: { contact: { email: 'ann@acme.example' } }, auth: { secret: madeUpBcrypt(1) } },
      { key: 2, profile: { contact: { email: '', other: ['ben@acme.example'] } }, auth: { secret: 'a'.repeat(40) } },
      { key: 3, profile: {}, auth: { secret: madeUpBcrypt(3) } },
    ]
    const { json } = await inspected(
      'people.ndjson',
      lines(records),
      mappingOf(
        {
          key: 'source-id',
          'profile.contact.email': 'email',
          'profile.contact.other': 'email',
          'auth.secret': 'password-hash',
        },
        { constants: [{ target: 'hash-algorithm', value: 'bcrypt' }] },
      ),
    )
    expect(json).toMatchObject({
      users: 3,
      loginMethods: { emailPassword: 1 },
      hashes: { bcrypt: 2, malformed: 1 },
      blocked: { 'malformed-hash': 1, 'hash-without-contact': 1 },
    })
  })

  test('an algorithm that is the same in every record beats the look of the hashes', async () => {
    const { json } = await inspected(
      'people.csv',
      `mail,pw\nann@acme.example,${madeUpBcrypt(1)}\n`,
      mappingOf(
        { mail: 'email', pw: 'password-hash' },
        { constants: [{ target: 'hash-algorithm', value: 'bcrypt_peppered' }] },
      ),
    )
    expect(json).toMatchObject({ hashes: { bcrypt: 0, unsupported: { bcrypt_peppered: 1 } } })
  })

  test('reads JSON and lists in cells of a table, and takes one provider for the whole file', async () => {
    const table = [
      'nr;profile;mails',
      '1;"{""logins"":[{""uid"":""g-1""}]}";ann@acme.example|a@acme.example',
      '2;"{""logins"":[{""uid"":""g-2""}]}";"[""ben@acme.example""]"',
      '3;{};{cy@acme.example,c@acme.example}',
    ].join('\n')
    const { json } = await inspected(
      'people.csv',
      `${table}\n`,
      mappingOf(
        { nr: 'source-id', mails: 'email', 'profile.logins[0].uid': 'provider-user-id' },
        { constants: [{ target: 'email-verified', value: 'yes' }], fixedProvider: 'google' },
      ),
    )
    expect(json).toMatchObject({ users: 3, ready: 3, loginMethods: { thirdParty: 2, passwordless: 1 }, blocked: {} })
  })

  test.each([
    ['no JSON', 'mail,email', 'it is not JSON'],
    ['another version', '{"version":7}', 'newer version'],
    ['an unknown target', '{"version":1,"columns":[{"path":"a","target":"b"}],"fixedProvider":null}', 'entry 1'],
  ])('that is %s ends with one sentence', async (_, text, words) => {
    const { code, out, err } = await inspected('people.csv', 'mail\nann@acme.example\n', text)
    expect([code, out, err]).toEqual([2, '', expect.stringMatching(new RegExp(`^[A-Z].*${words}[^\n]*\n$`))])
  })
})

describe('without a password, Firebase scrypt', () => {
  const accounts = {
    whole: knownAccounts['scrypt-raw'] ?? { hash: '' },
    form: knownAccounts['scrypt-whole'] ?? { hash: '' },
  }

  test.each([
    ['as long as the signer key is plausible', undefined, accounts, { firebaseScrypt: 2, malformed: 0 }],
    [
      'shorter than the signer key is not',
      undefined,
      { cut: { ...accounts.whole, hash: accounts.whole.hash.slice(0, 60) }, ...accounts },
      { firebaseScrypt: 2, malformed: 1 },
    ],
    [
      'with a signer key of another length is not',
      Buffer.alloc(32, 7).toString('base64'),
      accounts,
      { firebaseScrypt: 0, malformed: 2 },
    ],
    ['is not measured without a signer key', null, accounts, { firebaseScrypt: 2, malformed: 0 }],
  ])('%s', async (_, key, users, hashes) => {
    const folder = folderOf({
      'users.csv': accountsCsv(users),
      'config.txt': hashConfig(key),
      'mapping.json': JSON.stringify(
        mappingOf(
          { email: 'email', password_hash: 'password-hash', salt: 'salt' },
          { constants: [{ target: 'hash-algorithm', value: 'firebase-scrypt' }] },
        ),
      ),
    })
    const inspect = ['inspect', 'users.csv', '--scrypt-parameters', 'config.txt', '--mapping', 'mapping.json', '--json']
    const { json } = await cli(inspect, { cwd: folder })
    expect(json).toMatchObject({ hashes })
  })
})
