import { describe, expect, it } from 'vitest'
import { judgeHash } from '../../../shared/hashes/judge-hash.ts'
import { readByMapping } from '../../../shared/mapping/apply-mapping.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'

const bcrypt = '$2b$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01232'

/** The verdict on the hash of one record, by the mapping that is suggested for it. */
function verdictOf(record: Readonly<Record<string, unknown>>): string {
  const records = [record, { ...record, _id: '2' }]
  const entry = readByMapping(suggestMapping({ header: null, records }).mapping)(record)
  const hash = entry.kind === 'user' ? entry.user.hash : null
  const verdict = hash === null ? null : judgeHash(hash, null, 'supertokens')
  return verdict === null ? 'none' : verdict.kind === 'reject' ? verdict.family : verdict.kind
}

describe('bcrypt where Meteor keeps it', () => {
  it.each([
    ['in an object', { _id: '1', email: 'ann@acme.example', password: { bcrypt } }],
    ['in its services', { _id: '1', email: 'ann@acme.example', services: { password: { bcrypt } } }],
    ['in a column of a table', { _id: '1', email: 'ann@acme.example', 'services.password.bcrypt': bcrypt }],
    ['in a column with another mark', { _id: '1', email: 'ann@acme.example', services_password_bcrypt: bcrypt }],
    ['in a text', { _id: '1', email: 'ann@acme.example', password: JSON.stringify({ bcrypt }) }],
  ])('is over a SHA-256 of the password, so that it is refused: %s', (_, record) => {
    expect(verdictOf(record)).toBe('bcrypt_sha256')
  })

  it('is plain bcrypt everywhere else', () => {
    expect(verdictOf({ _id: '1', email: 'ann@acme.example', bcrypt })).toBe('accept')
    expect(verdictOf({ _id: '1', email: 'ann@acme.example', password: bcrypt })).toBe('accept')
  })
})
