import { describe, expect, test } from 'vitest'
import { profileOf, rolesOf, tenantsOf, timeText } from '../../../shared/mapping/profile-of.ts'
import { readTimeJoined } from '../../../shared/users/time-joined.ts'
import { readTotp } from '../../../shared/users/totp-secret.ts'

describe('roles and tenants are read', () => {
  test.each([
    ['editor, guest', ['editor', 'guest']],
    ['editor|guest;admin', ['editor', 'guest', 'admin']],
    ['["editor","sales, north"]', ['editor', 'sales, north']],
    ['{editor,"sales, north"}', ['editor', 'sales, north']],
    [
      [{ id: 'rol_1', name: 'editor' }, { role: 'guest' }, { value: 'admin' }],
      ['editor', 'guest', 'admin'],
    ],
    [['a|b'], ['a|b']],
    [{ admin: true, editor: false }, ['admin']],
    ['{"name":"sales, north"}', ['sales, north']],
    [
      [['editor'], ['guest']],
      ['editor', 'guest'],
    ],
    // A role without a name is not dropped: it shows as a role that the core lacks.
    [[{ id: 5 }], ['{"id":5}']],
    ['{}', []],
    [null, []],
  ])('from %j', (value, roles) => {
    expect(rolesOf(value)).toEqual(roles)
  })

  test.each([
    [
      [{ id: 'org_1', name: 'acme' }, { tenant_id: 't2' }],
      ['org_1', 't2'],
    ],
    ['[{"id":"org_1"},{"id":"org_2"}]', ['org_1', 'org_2']],
    [{ id: 'org_1', display_name: 'Acme' }, ['org_1']],
    ['acme;branch', ['acme', 'branch']],
    [{ slug: 'acme' }, ['{"slug":"acme"}']],
  ])('and organizations from %j', (value, tenants) => {
    expect(tenantsOf(value)).toEqual(tenants)
  })
})

describe('a time joined', () => {
  const now = Date.UTC(2026, 0, 1)
  const at = Date.UTC(2023, 1, 9, 16, 34, 22)

  test.each([1675960462, '1675960462000', '2023-02-09T17:34:22+01:00', { iso: '2023-02-09T16:34:22Z' }])(
    'is the same from %j',
    (value) => {
      expect(readTimeJoined(timeText(value) ?? '', now)).toBe(at)
    },
  )

  test.each(['0000-00-00 00:00:00', '0001-01-01T00:00:00Z', '0', '', null, {}])('is none from %j', (value) => {
    expect(timeText(value)).toBeNull()
  })

  test.each(['2999-01-01', 'last Tuesday', { year: 2023 }])('that cannot be read is not silently none: %j', (value) => {
    const text = timeText(value)
    expect([text === null, readTimeJoined(text ?? '', now)]).toEqual([false, null])
  })
})

describe('an authenticator app', () => {
  test.each([
    ['jbsw y3dp ehpk 3pxp', 'device'],
    ['otpauth://totp/acme:ann?secret=JBSWY3DPEHPK3PXP&issuer=acme', 'device'],
    ['3132333435363738393031323334353637383930', 'device'],
    ['{"ct":"bWFkZSB1cA==","iv":"bWFkZQ=="}', 'encrypted'],
    ['not base 32!', 'broken'],
  ])('of %s is a %s', (text, kind) => {
    expect(readTotp(text).kind).toBe(kind)
  })
})

test('metadata is kept however deep it is, with names that mean something to JavaScript', () => {
  const deep = '['.repeat(60) + '"found"' + ']'.repeat(60)
  const record: unknown = JSON.parse(`{"data":{"__proto__":{"a":1},"constructor":"x","deep":${deep}}}`)
  const read = (from: Readonly<Record<string, unknown>>) => from['data']
  const profile = profileOf(Object(record), { metadata: [{ path: 'data', read }] })
  expect(JSON.stringify(profile?.metadata)).toBe(JSON.stringify(record))
})

test('texts inside of metadata are kept as they are, empty ones and those that mean nothing in a table too', () => {
  const profile = profileOf(
    { data: '{"note":"","state":"NULL"}' },
    { metadata: [{ path: 'data', read: ({ data }) => data }] },
  )
  expect(profile?.metadata).toEqual({ data: { note: '', state: 'NULL' } })
})

test('JSON that nests too deeply for metadata is kept as the text that it is', () => {
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  const kept = (levels: number) => {
    const columns = [{ path: 'notes', read: (record: Readonly<Record<string, unknown>>) => record['notes'] }]
    return profileOf({ notes: nested(levels) }, { metadata: columns })?.metadata?.['notes']
  }
  expect(JSON.stringify(kept(200))).toBe(nested(200))
  expect(kept(201)).toBe(nested(201))
})
