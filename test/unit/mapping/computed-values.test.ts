import { expect, test } from 'vitest'
import { computedTime, computedValue } from '../../../shared/computed-value.ts'
import { computedPassword } from '../../../shared/hashes/mask-hash.ts'
import { withoutComputed } from '../../../shared/mapping/entries/without-computed.ts'
import type { SourceRecord } from '../../../shared/mapping/export-format.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import { previewRecord } from '../../../shared/mapping/shown/preview-record.ts'
import { tableReader } from '../../../shared/mapping/read-table.ts'
import { emptyUser } from '../../../shared/users/user.ts'

const mapping: Mapping = {
  version: 1,
  fixedProvider: null,
  columns: [
    { path: 'id', target: 'source-id' },
    { path: 'email', target: 'email' },
    { path: 'tel', target: 'phone' },
    { path: 'hash', target: 'password-hash' },
    { path: 'since', target: 'time-joined' },
    { path: 'about', target: 'metadata' },
    { path: 'role', target: 'role' },
    { path: 'org', target: 'tenant' },
  ],
}

const noon = '2026-11-29T12:00:00.000Z'

const everyValue = Object.fromEntries(mapping.columns.map(({ path }) => [path, computedValue('f')]))

/** The entry of a record of a dump. */
function readOf(record: SourceRecord) {
  return withoutComputed(tableReader(mapping)(record), record)
}

test('no value that the database computes becomes one of a user, and what is unknown is known to be so', () => {
  expect(readOf(everyValue)).toEqual({
    kind: 'user',
    keys: [],
    user: {
      ...emptyUser,
      hasPassword: true,
      hash: computedPassword(),
      computedId: true,
      computedContacts: ['email', 'phone'],
    },
  })
})

test('a time of the database says that an email is verified, and is neither a time joined nor metadata', () => {
  const record = { id: 'u1', email: 'ann@acme.example', since: computedTime(noon), about: computedTime(noon) }
  const verified: Mapping = { ...mapping, columns: [...mapping.columns, { path: 'since', target: 'email-verified' }] }
  const entry = withoutComputed(tableReader(verified)(record), record)
  expect(entry).toEqual({
    kind: 'user',
    keys: ['id:u1'],
    user: { ...emptyUser, sourceId: 'u1', email: 'ann@acme.example', emailVerified: true, profile: undefined },
  })
})

test('a text that is written like such a value is a value like any other', () => {
  const record = { id: 'f(...)', email: 'ann@acme.example' }
  expect(readOf(record)).toMatchObject({ keys: ['id:f(...)'], user: { sourceId: 'f(...)' } })
})

test('the preview of a record says that the value is not in the file, and shows no result', () => {
  const choices = { country: null, providerName: () => null }
  const shown = previewRecord({ ...everyValue, other: computedValue() }, mapping, choices)
  expect(new Set(shown.map(({ value }) => value))).toEqual(
    new Set(['computed by the database, a program or a template: not in the file']),
  )
  expect(shown.map(({ result }) => result)).toEqual(shown.map(() => null))
  expect(shown.map(({ becomes, problem }) => [becomes, problem !== ''])).toContainEqual(['Source ID', true])
  expect(shown.find(({ path }) => path === 'other')).toMatchObject({ becomes: null, problem: '' })
})
