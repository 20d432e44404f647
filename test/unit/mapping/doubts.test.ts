import { describe, expect, it } from 'vitest'
import { doubtAbout } from '../../../shared/mapping/doubtful-columns.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'

function doubt(records: readonly Readonly<Record<string, unknown>>[]): string | null {
  const sample = { header: null, records }
  return doubtAbout(sample, suggestMapping(sample).mapping)
}

const rows = [1, 2, 3]

describe('a table with emails', () => {
  it('of reviews is read with a doubt that names what speaks for it', () => {
    const said = doubt(
      rows.map((id) => ({ id, product_id: 7, rating: 5, body: 'Nice', email: `u${id % 2}@example.com` })),
    )
    expect(said).toBe(
      'it may hold something else than users (it has “product_id”, “rating”, “body” and no passwords, and emails come several times): check before you import it',
    )
  })

  it('of people who may have a note or a comment is read without one', () => {
    expect(doubt(rows.map((id) => ({ id, comment: 'x', name: 'Ann', email: `u${id}@example.com` })))).toBeNull()
  })

  it('with passwords is one of users, whatever else it has', () => {
    const password_hash = `$2b$10$${'a'.repeat(21)}u${'B'.repeat(30)}2`
    const users = rows.map((id) => ({ id, rating: 5, message: 'Hi', email: `u${id}@example.com`, password_hash }))
    expect(doubt(users)).toBeNull()
  })
})
