import { describe, expect, it, test } from 'vitest'
import { formatOf } from '../../../../shared/exports/index.ts'
import { recognise } from '../../../../shared/exports/recognise.ts'
import { readMadeUp, readOne, readUser, userEntry } from '../support.ts'

const database = 'Username-Password-Authentication'
const login = (id: string) => ({ user_id: id, provider: 'auth0', connection: database, isSocial: false })

describe('an Auth0 user', () => {
  it('of the database has a password and is found by id, then by connection and email', () => {
    const record = {
      user_id: 'auth0|6042',
      email: 'Ann@Acme.example',
      email_verified: true,
      identities: [login('6042')],
    }
    expect(readOne(record)).toEqual(
      userEntry({ sourceId: 'auth0|6042', email: 'Ann@Acme.example', emailVerified: true, hasPassword: true }, [
        'id:auth0|6042',
        `connection-email:${database}:ann@acme.example`,
      ]),
    )
  })

  it('keeps a linked login with the email that its provider knows, and numeric ids as text', () => {
    const record = {
      user_id: 'github|4815162',
      email: 'eve@acme.example',
      identities: [
        { provider: 'github', user_id: 4815162, connection: 'github', isSocial: true },
        { ...login('6043'), profileData: { email: 'Eve.Old@acme.example', email_verified: false } },
        {
          provider: 'google-oauth2',
          user_id: '1035',
          connection: 'google-oauth2',
          profileData: { email: 'eve@mail.example', email_verified: true },
        },
      ],
    }
    expect(readOne(record)).toEqual(
      userEntry(
        {
          sourceId: 'github|4815162',
          email: 'eve@acme.example',
          hasPassword: true,
          identities: [
            { provider: 'github', userId: '4815162', email: null, emailVerified: null },
            { provider: 'google-oauth2', userId: '1035', email: 'eve@mail.example', emailVerified: true },
          ],
        },
        ['id:github|4815162', 'id:auth0|6043', `connection-email:${database}:eve.old@acme.example`],
      ),
    )
  })

  it.each([
    ['sms|6044', { phoneIsLogin: true, phone: '+493012345678', phoneVerified: true }],
    ['email|6045', { emailIsLogin: true, phone: '+493012345678', phoneVerified: true }],
  ])('who logs in with a code says so: %s', (id, expected) => {
    const [provider, userId] = id.split('|')
    const record = {
      user_id: id,
      phone_number: '+493012345678',
      phone_verified: true,
      identities: [{ provider, user_id: userId, connection: provider }],
    }
    expect(readOne(record)).toEqual(userEntry({ sourceId: id, hasPassword: false, ...expected }, [`id:${id}`]))
  })

  it('has the phone number of a linked login by SMS', () => {
    const record = {
      user_id: 'google-oauth2|99',
      identities: [
        { provider: 'google-oauth2', user_id: '99', connection: 'google-oauth2' },
        {
          provider: 'sms',
          user_id: 's1',
          connection: 'sms',
          profileData: { phone_number: '+493012345678', phone_verified: true },
        },
      ],
    }
    expect(readUser(record)).toMatchObject({ phoneIsLogin: true, phone: '+493012345678', phoneVerified: true })
  })

  it('without identities has the login method that the user_id names, split at the first bar only', () => {
    const identity = { provider: 'samlp', userId: 'acme|ida@corp.example', email: null, emailVerified: null }
    expect([readOne({ user_id: 'samlp|acme|ida@corp.example' }), readOne({ user_id: 'auth0|6042' })]).toEqual([
      userEntry({ sourceId: 'samlp|acme|ida@corp.example', hasPassword: false, identities: [identity] }, [
        'id:samlp|acme|ida@corp.example',
      ]),
      userEntry({ sourceId: 'auth0|6042', hasPassword: true }, ['id:auth0|6042']),
    ])
  })

  it('who is blocked is disabled', () => {
    const entry = readOne({ user_id: 'auth0|6042', blocked: true })
    expect(entry.kind === 'user' && entry.user.standing).toBe('disabled')
  })

  it('imported with a hash and never logged in keeps it, with its algorithm', () => {
    const record = {
      user_id: 'auth0|6042',
      custom_password_hash: {
        algorithm: 'md5',
        hash: { value: 'abc', encoding: 'hex' },
        salt: { value: 'pepper', position: 'prefix' },
      },
    }
    expect(readOne(record)).toEqual(
      userEntry(
        {
          sourceId: 'auth0|6042',
          hasPassword: true,
          hash: { hash: 'abc', salt: 'pepper', declared: 'md5', provider: 'auth0' },
        },
        ['id:auth0|6042'],
      ),
    )
  })

  it('is read from the CSV form, where each field of an identity has its column', () => {
    const record = {
      user_id: 'auth0|6042',
      email: 'ann@acme.example',
      email_verified: 'true',
      'identities[0].provider': 'auth0',
      'identities[0].user_id': '6042',
      'identities[0].connection': database,
      'identities[1].provider': 'google-oauth2',
      'identities[1].user_id': '1035',
      'identities[1].profileData.email': 'ann@mail.example',
      'identities[2].provider': '',
      blocked: '',
    }
    expect(readOne(record)).toEqual(
      userEntry(
        {
          sourceId: 'auth0|6042',
          email: 'ann@acme.example',
          emailVerified: true,
          hasPassword: true,
          identities: [{ provider: 'google-oauth2', userId: '1035', email: 'ann@mail.example', emailVerified: null }],
        },
        ['id:auth0|6042', `connection-email:${database}:ann@acme.example`],
      ),
    )
  })

  it('is read from the export extension, which writes names in Title Case', () => {
    const record = { Id: 'google-oauth2|1035', 'Given Name': 'Ann', Email: 'ann@mail.example', 'Email Verified': true }
    const identity = { provider: 'google-oauth2', userId: '1035', email: null, emailVerified: null }
    expect(readOne(record)).toEqual(
      userEntry(
        {
          sourceId: 'google-oauth2|1035',
          email: 'ann@mail.example',
          emailVerified: true,
          hasPassword: false,
          identities: [identity],
        },
        ['id:google-oauth2|1035'],
      ),
    )
  })

  it('without anything to know the user by is named', () => {
    const recognition = recognise({ header: null, records: [{ user_id: 'auth0|1' }] })
    expect(readOne({ name: 'x' }, recognition).kind).toBe('unreadable')
  })
})

describe('a table of users in MongoDB', () => {
  it('is no hash file of Auth0, however its ids are written', () => {
    const user = { email: 'ann@acme.example', passwordHash: '$2b$10$x', name: 'Ann' }
    const samples = [
      { _id: { $oid: '6042' } },
      { _id: '6042' },
      { '_id.$oid': '6042' },
      { _id: '6042', tenant: 'acme' },
    ]
    expect(samples.map((id) => recognise({ header: null, records: [{ ...id, ...user }] })?.provider)).not.toContain(
      'auth0',
    )
  })
})

describe('an Auth0 hash record', () => {
  const hash = '$2b$04$x'
  const part = (more: object) => ({ passwordHash: hash, connection: 'db', ...more })

  it.each([
    ['_id', { _id: { $oid: '6042' } }, ['id:auth0|6042']],
    ['_ID with the prefix', { _ID: { $oid: 'auth0|6042' } }, ['id:auth0|6042']],
    ['alt_id before _id', { _id: { $oid: '6042' }, alt_id: 'euclid' }, ['id:auth0|euclid']],
    ['an id as text', { _id: '6042' }, ['id:auth0|6042']],
    ['connection and email', { email: 'Ann@Acme.example' }, ['connection-email:db:ann@acme.example']],
  ])('finds its user by %s', (_, record, keys) => {
    const entry = readOne(part(record))
    expect(entry.kind === 'part' && entry.keys).toEqual(keys)
  })

  it('takes the email from identifiers when it has none of its own', () => {
    const record = part({
      _id: { $oid: '6042' },
      identifiers: [
        { type: 'phone', value: '+49' },
        { type: 'email', value: 'ann@acme.example', verified: true },
      ],
    })
    expect(readOne(record)).toEqual({
      kind: 'part',
      part: { email: 'ann@acme.example', emailVerified: true, hash: { hash, provider: 'auth0' } },
      keys: ['id:auth0|6042', 'connection-email:db:ann@acme.example'],
    })
  })

  it('is never found by email alone', () => {
    const recognition = recognise({ header: null, records: [part({})] })
    expect(readOne({ passwordHash: hash, email: 'ann@acme.example' }, recognition).kind).toBe('unreadable')
  })
})

describe('the made-up Auth0 export', () => {
  it('is recognised with its hash file, and nearly every hash finds one user', async () => {
    const users = await readMadeUp('auth0-users.ndjson')
    const hashes = await readMadeUp('auth0-hashes.ndjson')
    expect([users.recognition?.role, users.entries.length, hashes.recognition?.role, hashes.entries.length]).toEqual([
      'users',
      15,
      'parts',
      9,
    ])
    const carriers = (key: string) => users.entries.filter((entry) => entry.kind === 'user' && entry.keys.includes(key))
    const found = hashes.entries.map((entry) => {
      const key = entry.kind === 'part' ? entry.keys.find((one) => carriers(one).length === 1) : undefined
      const user = key === undefined ? undefined : carriers(key)[0]
      return user?.kind === 'user' ? user.user.email : null
    })
    const emails = 'ann.lee ben.okafor cleo jon kim mia ned ned'.split(' ').map((name) => `${name}@acme.example`)
    expect(found.map((email) => email?.toLowerCase())).toEqual([...emails, undefined])
  })

  it('is not recognised in the records of others', () => {
    const records = [{ id: '1', email: 'ann@acme.example', passwordHash: 'x' }]
    expect([
      recognise({ header: null, records }),
      recognise({ header: null, records: [] }),
      formatOf('auth0')?.title,
    ]).toEqual([null, null, 'Auth0'])
  })
})

it('a table of an app that keeps ids of Auth0 beside columns of its own is not taken for an export of Auth0', () => {
  const ids = ['auth0|6042', 'google-oauth2|1035']
  const own = ids.map((id) => ({ id, mail: 'ann@acme.example', pw: 'x' }))
  const theirs = ids.map((id) => ({ Id: id, Email: 'ann@acme.example', 'Email Verified': 'true' }))
  expect(
    [own, theirs].map((records) => recognise({ header: Object.keys(records[0] ?? {}), records })?.provider),
  ).toEqual([undefined, 'auth0'])
})

test('a user belongs to the organizations that the export names', () => {
  const user = { user_id: 'auth0|1', email: 'ann@acme.example' }
  const tenants = [
    {
      organizations: [
        { id: 'org_1', name: 'acme' },
        { id: 'org_2', name: 'branch' },
      ],
    },
    { organizations: '["org_1"]' },
    { org_id: 'org_2' },
    {},
  ].map((fields) => readUser({ ...user, ...fields }).tenants)
  expect(tenants).toEqual([['org_1', 'org_2'], ['org_1'], ['org_2'], undefined])
})

it('a table of an app with an ID of its own beside a hash and a connection is no hash file of Auth0', () => {
  const row = { email: 'ann@acme.example', password_hash: '$2b$10$x', connection: database }
  const of = (record: Readonly<Record<string, unknown>>) =>
    recognise({ header: Object.keys(record), records: [record] })?.provider ?? null
  expect([of(row), of({ id: '1', ...row })]).toEqual(['auth0', null])
})
