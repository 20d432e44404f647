import { describe, expect, it } from 'vitest'
import { readOne, readUser, userEntry } from '../support.ts'

const row = (fields: object) => ({
  id: 'user_1',
  primary_email_address: '',
  primary_phone_number: '',
  verified_email_addresses: '',
  unverified_email_addresses: '',
  verified_phone_numbers: '',
  unverified_phone_numbers: '',
  password_digest: '',
  password_hasher: '',
  ...fields,
})
const address = (id: string, email: string, status: string) => ({ id, email_address: email, verification: { status } })
const api = (fields: object) => ({
  id: 'user_1',
  email_addresses: [],
  external_accounts: [],
  password_enabled: false,
  ...fields,
})

describe('a Clerk user', () => {
  it('has the hasher beside the digest, which looks like any bcrypt', () => {
    const record = row({
      primary_email_address: 'Ann@acme.example',
      verified_email_addresses: 'ann@acme.example|a@acme.example',
      password_digest: '$2b$10$x',
      password_hasher: 'bcrypt_peppered',
    })
    expect(readOne(record)).toEqual(
      userEntry(
        {
          sourceId: 'user_1',
          email: 'Ann@acme.example',
          emailVerified: true,
          hasPassword: true,
          hash: { hash: '$2b$10$x', declared: 'bcrypt_peppered', provider: 'clerk' },
        },
        ['clerk:user_1'],
      ),
    )
  })

  it.each([
    ['ann@acme.example', true, { verified_email_addresses: 'ann@acme.example,a@acme.example' }],
    [
      'a@acme.example',
      true,
      { unverified_email_addresses: 'ann@acme.example', verified_email_addresses: 'a@acme.example' },
    ],
    ['ann@acme.example', false, { unverified_email_addresses: ' ann@acme.example | a@acme.example' }],
    [
      'ann@acme.example',
      null,
      { primary_email_address: 'ann@acme.example', verified_email_addresses: 'a@acme.example' },
    ],
    ['ann@acme.example', null, { email_addresses: '["ann@acme.example"]' }],
  ])('without a primary email has the best of its lists: %s, verified %s', (email, verified, fields) => {
    expect(readUser(row(fields))).toMatchObject({ email, emailVerified: verified })
  })

  it('of the API has accounts at third parties, and the email that is the primary one', () => {
    const record = api({
      primary_email_address_id: 'idn_2',
      email_addresses: [
        address('idn_1', 'a@acme.example', 'verified'),
        address('idn_2', 'ann@acme.example', 'unverified'),
      ],
      external_accounts: [{ provider: 'oauth_google', provider_user_id: '1098', email_address: 'ann@mail.example' }],
      saml_accounts: [{ provider: 'saml_okta', email_address: 'ann@acme.example' }],
      locked: true,
    })
    expect(readOne(record)).toEqual(
      userEntry(
        {
          sourceId: 'user_1',
          email: 'ann@acme.example',
          emailVerified: false,
          hasPassword: false,
          identities: [
            { provider: 'oauth_google', userId: '1098', email: 'ann@mail.example', emailVerified: null },
            { provider: 'saml_okta', userId: '', email: 'ann@acme.example', emailVerified: null },
          ],
          standing: 'disabled',
        },
        ['clerk:user_1'],
      ),
    )
  })
})
