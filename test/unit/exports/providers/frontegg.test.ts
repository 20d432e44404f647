import { expect, test } from 'vitest'
import { readOne, readUser, statusesOf, userEntry } from '../support.ts'

test('a user belongs to the tenants that it names', () => {
  const user = { id: 'E1', email: 'ann@acme.example', verified: true, provider: 'local', activatedForTenant: true }
  const [two, objects, one] = [
    { tenantIds: ['T1', 'T2'], tenantId: 'T1' },
    { tenants: [{ tenantId: 'T1', roles: [] }, { tenantId: 'T2' }] },
    { tenantId: 'T1', tenantIds: [] },
  ].map((tenants) => readUser({ ...user, ...tenants }).tenants)
  expect([two, objects, one, readUser(user).tenants]).toEqual([['T1', 'T2'], ['T1', 'T2'], ['T1'], undefined])
})

test('a user has a password without a hash, or a third party without an id', () => {
  const user = { id: 'E1', email: 'ann@acme.example', verified: true, tenantIds: ['T'] }
  const known = { sourceId: 'E1', email: 'ann@acme.example', emailVerified: true, tenants: ['T'] }
  const google = { provider: 'google', userId: '', email: null, emailVerified: null }
  expect([
    readOne({ ...user, provider: 'local' }),
    readOne({ ...user, provider: 'google', isLocked: true, phoneNumber: '+14155552671' }),
  ]).toEqual([
    userEntry({ ...known, hasPassword: true }, ['frontegg:E1']),
    userEntry({ ...known, phone: '+14155552671', hasPassword: false, identities: [google], standing: 'disabled' }, [
      'frontegg:E1',
    ]),
  ])
})

test('whether a user may sign in is asked about where a tenant has it disabled or never activated', () => {
  const user = { id: 'E1', email: 'ann@acme.example', verified: true, provider: 'local', tenantIds: ['T1', 'T2'] }
  const asked = [
    { activatedForTenant: false },
    {
      tenants: [
        { tenantId: 'T1', activatedForTenant: true },
        { tenantId: 'T2', activatedForTenant: false },
      ],
    },
    { tenants: [{ tenantId: 'T1', isDisabled: true }] },
    { activatedForTenant: 'maybe' },
    { activatedForTenant: true, tenants: [{ tenantId: 'T1', isDisabled: false, activatedForTenant: true }] },
  ].map((more) => statusesOf({ ...user, ...more }))
  expect(asked).toEqual([
    ['activatedForTenant=false'],
    ['tenants[].activatedForTenant=false'],
    ['tenants[].isDisabled=true'],
    ['activatedForTenant=maybe'],
    [],
  ])
})

test('an id, an email or a phone number makes a user; without any of them a record cannot be read', () => {
  const record = { id: null, email: null, phoneNumber: null, verified: true, provider: 'local', tenantIds: ['T'] }
  const known = [{ id: 'E1' }, { email: 'ann@acme.example' }, { phoneNumber: '+14155552671' }, {}]
  expect(known.map((part) => readOne({ ...record, ...part }).kind)).toEqual(['user', 'user', 'user', 'unreadable'])
})
