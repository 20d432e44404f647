import { describe, expect, it } from 'vitest'
import { tableReader } from '../../../shared/mapping/read-table.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'

/** What the first record of a file becomes by the mapping that is suggested for it. */
function firstOf(records: readonly Readonly<Record<string, unknown>>[]): string {
  const [first = {}] = records
  const { mapping } = suggestMapping({ header: null, records })
  const entry = tableReader(mapping)(first)
  return entry.kind === 'unreadable' ? entry.reason : entry.kind
}

const noLogin = 'No column that is mapped holds a login: no email, phone number, password hash or provider user ID.'

describe('tableReader', () => {
  it('takes no settings, schema or table without any login for users', () => {
    const schema = {
      $id: 'https://acme.example/person.json',
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { traits: { type: 'object', properties: { email: { type: 'string', title: 'Email' } } } },
    }
    const reviews = [
      { user_id: 'u1', review_id: 'r7', active: true },
      { user_id: 'u2', review_id: 'r8', active: false },
    ]
    expect([firstOf([schema]), firstOf(reviews)]).toEqual([noLogin, noLogin])
    const settings = {
      dsn: 'memory',
      identity: { default_schema_id: 'base', schemas: [{ id: 'base', url: 'file://a' }] },
    }
    expect(firstOf([settings])).toBe('None of the mapped columns has a value in this record.')
  })

  it('keeps users whose file maps a login that they lack, or holds one that is not mapped', () => {
    const withEmail = [
      { id: 'u1', email: '' },
      { id: 'u2', email: 'ben@acme.example' },
    ]
    expect(firstOf(withEmail)).toBe('user')
    const unmapped = { version: 1, columns: [{ path: 'id', target: 'source-id' }], fixedProvider: null } as const
    const entry = tableReader({ ...unmapped, columns: [...unmapped.columns] })({ id: 'u1', who: 'ann@acme.example' })
    expect(entry.kind === 'user' && entry.user.unmapped?.map(({ kind }) => kind)).toEqual(['email'])
  })
})
