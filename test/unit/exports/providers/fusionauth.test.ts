import { describe, expect, it } from 'vitest'
import { clearPassword } from '../../../../shared/hashes/mask-hash.ts'
import { judgeHash } from '../../../../shared/hashes/judge-hash.ts'
import { bcryptHash } from '../../hashes/made-hashes.ts'
import { readOne, readUser, userEntry } from '../support.ts'

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
      [true, clearPassword('not-to-be-seen', 'fusionauth')],
    ])
  })

  it('has identifiers in a list, alone in an object of the API', () => {
    const identities = [
      { type: 'phoneNumber', value: '+14155552671' },
      { type: 'email', value: 'ann@acme.example' },
    ]
    const inside = { id: 'F1', tenantId: 'T', insertInstant: 0, registrations: [], active: false, identities }
    expect(readOne({ user: inside })).toEqual(
      userEntry(
        { sourceId: 'F1', email: 'ann@acme.example', phone: '+14155552671', standing: 'disabled', tenants: ['T'] },
        ['fusionauth:F1'],
      ),
    )
  })
})

it.each([
  ['of the API has a password whose hash the API omits', { passwordLastUpdateInstant: 1600000000000 }, true],
  ['inside an object of the API has one as well', { passwordLastUpdateInstant: '1600000000000' }, true],
  ['who never set a password has none that is missing', { passwordLastUpdateInstant: null }, null],
  ['of whom the API says nothing has none that is missing', {}, null],
  [
    'who comes from a third party has a random password, which nobody misses',
    {
      passwordLastUpdateInstant: 1600000000000,
      identityProviderLinks: [{ identityProviderName: 'Google', identityProviderUserId: 'g1' }],
    },
    null,
  ],
  ['without a hash in a table that has hashes has no password', { passwordLastUpdateInstant: 1, password: '' }, false],
])('a FusionAuth user %s', (name, fields, hasPassword) => {
  const found = user({ insertInstant: 0, registrations: [], ...fields })
  expect(readUser(name.startsWith('inside') ? { user: found } : found).hasPassword).toBe(hasPassword)
})

it('a FusionAuth user belongs to its tenant, by its name in the API and in the tables', () => {
  const ofTable = { tenants_id: 'T2', users_id: 'F1', encryption_scheme: 'bcrypt', password: 'x', salt: 'y' }
  const ofApi = { insertInstant: 0, registrations: [] }
  const tenants = [{ ...ofApi, tenantId: 'T1' }, ofTable, ofApi].map((fields) => readUser(user(fields)).tenants)
  expect(tenants).toEqual([['T1'], ['T2'], undefined])
})

it('a row of the identities of FusionAuth has the verified state of its address, and none of a name', () => {
  const part = (type: string, value: string) =>
    readOne(
      { id: 1, users_id: 'F1', tenants_id: 'T', type, value, is_primary: 't', verified: type === '0' },
      { provider: 'fusionauth', shape: 'table of identities', reason: '', role: 'parts' },
    )
  expect(part('0', 'ann@acme.example')).toMatchObject({
    kind: 'part',
    part: { email: 'ann@acme.example', emailVerified: true, verifiedAddress: 'ann@acme.example' },
  })
  expect(part('1', 'ANN')).toEqual({ kind: 'part', part: { tenants: ['T'] }, keys: ['fusionauth:F1'] })
})
