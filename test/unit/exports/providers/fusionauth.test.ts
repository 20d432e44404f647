import { describe, expect, it, test } from 'vitest'
import { judgeHash } from '../../../../shared/hashes/judge-hash.ts'
import { bcryptHash } from '../../hashes/made-hashes.ts'
import { countsOf } from '../counts.ts'
import { readOne, readUser, userEntry } from '../support.ts'

test.each([
  [
    'users.json',
    ['users.json'],
    {
      records: { users: 6 },
      calls: { emailPassword: 3, passwordless: 1 },
      hashes: { bcrypt: 3, none: 1, md5: 1, pbkdf2: 1 },
      ready: 3,
      blocked: { disabled: 1, 'unsupported-hash': 2 },
    },
  ],
  [
    'the API with its links',
    ['api-users.json', 'links.json'],
    {
      records: { users: 2, joined: 1, unmatched: 1 },
      calls: { thirdParty: 1, passwordless: 1 },
      hashes: { none: 2 },
      ready: 2,
    },
  ],
  [
    'the table of identities with the links',
    ['identities.csv', 'links.json'],
    {
      records: { users: 2, joined: 1, unmatched: 1 },
      calls: { emailPassword: 1, thirdParty: 1 },
      hashes: { bcrypt: 1, pbkdf2: 1 },
      ready: 1,
      blocked: { 'unsupported-hash': 1 },
    },
  ],
])('the records of %s are all accounted for', async (_, names, counts) => {
  expect(await countsOf(...names.map((name) => `fusionauth/${name}`))).toEqual({ providers: 'fusionauth', ...counts })
})

const user = (fields: object) => ({ id: 'F1', email: 'ann@acme.example', verified: true, active: true, ...fields })
const hashOf = (fields: object) => {
  const { hasPassword, hash } = readUser(user({ encryptionScheme: 'bcrypt', ...fields }))
  return [hasPassword, hash]
}

describe('a FusionAuth user', () => {
  it('has bcrypt in three fields, which make the hash that was split', () => {
    const record = user({
      password: bcryptHash.slice(29),
      salt: bcryptHash.slice(7, 29),
      factor: 4,
      encryptionScheme: 'bcrypt',
    })
    const entry = readOne(record)
    const hash = {
      hash: bcryptHash.slice(29),
      salt: bcryptHash.slice(7, 29),
      factor: 4,
      declared: 'bcrypt',
      provider: 'fusionauth',
    }
    expect(entry).toEqual(
      userEntry({ sourceId: 'F1', email: 'ann@acme.example', emailVerified: true, hasPassword: true, hash }, [
        'fusionauth:F1',
      ]),
    )
    expect(judgeHash(hash, null, 'documented')).toMatchObject({ kind: 'rewrite', send: `$2b$${bcryptHash.slice(4)}` })
  })

  it('of a social login has an empty salt and no password', () => {
    expect([
      hashOf({ password: 'x'.repeat(31), salt: '', factor: 10 }),
      hashOf({ password: null, salt: null }),
    ]).toEqual([
      [false, null],
      [false, null],
    ])
  })

  it('with a whole hash has it, and with a plain password not', () => {
    expect([
      hashOf({ password: '$2b$10$x', salt: '' }),
      hashOf({ encryptionScheme: undefined, password: 'not-to-be-seen' }),
    ]).toEqual([
      [true, { hash: '$2b$10$x', declared: 'bcrypt', provider: 'fusionauth' }],
      [true, null],
    ])
  })

  it('has identifiers in a list, alone in an object of the API', () => {
    const identities = [
      { type: 'phoneNumber', value: '+14155552671' },
      { type: 'email', value: 'ann@acme.example' },
    ]
    const inside = { id: 'F1', tenantId: 'T', insertInstant: 0, registrations: [], active: false, identities }
    expect(readOne({ user: inside })).toEqual(
      userEntry({ sourceId: 'F1', email: 'ann@acme.example', phone: '+14155552671', standing: 'disabled' }, [
        'fusionauth:F1',
      ]),
    )
  })
})
