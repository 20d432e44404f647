import { describe, expect, it } from 'vitest'
import { readOne, readUser, userEntry } from '../support.ts'

const identity = (fields: object) => ({
  id: 'K1',
  schema_id: 'default',
  state: 'active',
  traits: { email: 'ann@acme.example' },
  ...fields,
})
const third = (provider: string, userId: string) => ({ provider, userId, email: null, emailVerified: null })

describe('a Kratos identity', () => {
  it('has its hash, and a verified address', () => {
    const credentials = { password: { identifiers: ['ann@acme.example'], config: { hashed_password: '$2a$10$x' } } }
    const verifiable_addresses = [{ value: 'ann@acme.example', verified: true, via: 'email' }]
    expect(readOne(identity({ credentials, verifiable_addresses }))).toEqual(
      userEntry(
        {
          sourceId: 'K1',
          email: 'ann@acme.example',
          emailVerified: true,
          hasPassword: true,
          hash: { hash: '$2a$10$x', provider: 'kratos' },
        },
        ['kratos:K1'],
      ),
    )
  })

  it('has third parties from their settings, else from the identifiers', () => {
    const config = {
      providers: [
        { provider: 'google', subject: '1098' },
        { provider: 'acme', subject: 'a:1' },
      ],
    }
    const logins = [{ config, identifiers: ['github:1'] }, { identifiers: ['acme:a:1', 'broken'] }]
    expect(logins.map((oidc) => readUser(identity({ credentials: { oidc } })).identities)).toEqual([
      [third('google', '1098'), third('acme', 'a:1')],
      [third('acme', 'a:1')],
    ])
  })

  it('whose credentials are missing or in another file has no hash', () => {
    const hook = { password: { config: { use_password_migration_hook: true } } }
    const all = [undefined, {}, { password: {} }, hook].map((credentials) => readUser(identity({ credentials })))
    expect(all.map(({ hasPassword, hash }) => [hasPassword, hash])).toEqual([
      [null, null],
      [false, null],
      [true, null],
      [true, null],
    ])
  })

  it('says where codes are sent', () => {
    const code = { identifiers: ['ann@acme.example', '+14155552671'] }
    const traits = { email: 'ann@acme.example', phone: '+14155552671' }
    expect(readUser(identity({ traits, credentials: { code } }))).toMatchObject({
      emailIsLogin: true,
      phoneIsLogin: true,
    })
  })
})
