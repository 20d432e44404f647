import { expect, test } from 'vitest'
import type { Mapping } from '../../../../shared/mapping/mapping.ts'
import { previewRecord } from '../../../../shared/mapping/shown/preview-record.ts'

const choices = { country: null, providerName: (name: string) => (name === 'google' ? 'google' : null) }
const mapping = (columns: Mapping['columns']): Mapping => ({ version: 1, columns, fixedProvider: null })
const bcrypt = `$2b$10$${'a'.repeat(53)}`

test('a mapping is shown column by column: the value, what it becomes, and the value as it would be sent', () => {
  const record = {
    id: 'S-1',
    mail: ' June.Hill@Example.com ',
    ok: 'ja',
    tel: '+1 415-555-2671',
    via: 'google',
    pw: bcrypt,
    note: 'x',
    empty: '',
  }
  const columns = previewRecord(
    record,
    mapping([
      { path: 'id', target: 'source-id' },
      { path: 'mail', target: 'email' },
      { path: 'ok', target: 'email-verified' },
      { path: 'tel', target: 'phone' },
      { path: 'via', target: 'provider' },
      { path: 'pw', target: 'password-hash' },
      { path: 'gone', target: 'salt' },
    ]),
    choices,
  )
  expect(columns.map(({ path, value, becomes, result }) => [path, value, becomes, result])).toEqual([
    ['id', 'S-1', 'Source ID', 'S-1'],
    ['mail', ' June.Hill@Example.com ', 'Email', 'june.hill@example.com'],
    ['ok', 'ja', 'Email verified', 'Yes'],
    ['tel', '+1 415-555-2671', 'Phone number', '+14155552671'],
    ['via', 'google', 'Provider', 'google'],
    ['pw', '$2b$10$••••', 'Password hash', '$2b$10$••••'],
    ['note', 'x', null, null],
    ['empty', null, null, null],
    ['gone', null, 'Salt', null],
  ])
  expect(JSON.stringify(columns)).not.toContain('aaaaaa')
})

test('what cannot be sent as it is says why', () => {
  const problemOf = (value: string, target: Mapping['columns'][number]['target']) =>
    previewRecord({ a: value }, mapping([{ path: 'a', target }]), choices)[0]?.problem
  expect([
    problemOf('nobody', 'email'),
    problemOf('0171 123', 'phone'),
    problemOf('ms-live', 'provider'),
    problemOf('no', 'password-hash'),
  ]).toEqual([
    'The email has no @ with text on both sides.',
    'The phone number has no country code: choose the country of such numbers.',
    'Choose the provider that this name stands for.',
    'This does not look like a password hash.',
  ])
})

test('a second choice is used only where the first is empty', () => {
  const both = mapping([
    { path: 'phone', target: 'phone' },
    { path: 'mobile', target: 'phone' },
  ])
  const result = (record: Record<string, string>) =>
    previewRecord(record, both, choices).map(({ result: sent, problem }) => sent ?? problem)
  expect(result({ phone: '+14155552671', mobile: '+14155552672' })).toEqual([
    '+14155552671',
    '“phone” already has a value.',
  ])
  expect(result({ phone: '', mobile: '+14155552672' })).toEqual(['', '+14155552672'])
})

test('of several columns that keep people out, or say that a contact is verified, each says what it does', () => {
  const several = mapping([
    { path: 'state', target: 'disabled' },
    { path: 'plan', target: 'disabled', values: ['trial'] },
    { path: 'left', target: 'deleted' },
    { path: 'gone', target: 'deleted' },
    { path: 'confirmed', target: 'email-verified' },
    { path: 'optin', target: 'email-verified' },
  ])
  const record = { state: 'active', plan: 'trial', left: 'no', gone: 'yes', confirmed: 'no', optin: 'yes' }
  expect(previewRecord(record, several, choices).map(({ result, problem }) => result ?? problem)).toEqual([
    'Not disabled',
    'Disabled',
    'Not deleted',
    'Deleted',
    'No',
    'Yes',
  ])
})

test('an empty column may be what keeps a user out', () => {
  const named = mapping([{ path: 'until', target: 'disabled', values: [''] }])
  const shown = (until: string) =>
    previewRecord({ until }, named, choices).map(({ result, problem }) => [result, problem])
  expect([shown(''), shown('2030')]).toEqual([[['Disabled', '']], [['Not disabled', '']]])
})

test('a plain password is never shown, whatever its column is called, once it is mapped as one', () => {
  const [column] = previewRecord(
    { Kennwort: 'hunter2 hunter2' },
    mapping([{ path: 'Kennwort', target: 'password-hash' }]),
    choices,
  )
  expect(JSON.stringify(column)).not.toContain('hunter2')
})

test('metadata is shown as the JSON that is added, roles as a list, and a TOTP secret not at all', () => {
  const record = { plan: 'gold', 'address.city': 'Ulm', api_token: 'made-up-secret', groups: 'a;b', app: 'ABCD EFGH' }
  const columns = [
    { path: 'plan', target: 'metadata' },
    { path: 'address.city', target: 'metadata' },
    { path: 'api_token', target: 'metadata' },
    { path: 'groups', target: 'role' },
    { path: 'app', target: 'totp-secret' },
  ] as const
  const shown = previewRecord(record, mapping([...columns]), choices)
  expect(shown.map(({ result, problem }) => [result, problem])).toEqual([
    ['{"plan":"gold"}', ''],
    ['{"address":{"city":"Ulm"}}', ''],
    ['{"api_token":"••••"}', ''],
    ['a, b', ''],
    ['••••', ''],
  ])
  expect(JSON.stringify(shown)).not.toMatch(/ABCD|made-up-secret/)
})
