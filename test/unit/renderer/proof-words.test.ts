import { expect, test } from 'vitest'
import { familyBadges, isProvable, userBadge } from '../../../renderer/components/users/proof-words.ts'

test('a family says with how many known accounts it was proved, and how many passwords did not fit', () => {
  const words = (proved: number, refuted: number) => familyBadges({ proved, refuted }).map((badge) => badge.words)
  expect([words(0, 0), words(1, 0), words(3, 0), words(1, 1), words(0, 2)]).toEqual([
    [],
    ['proved with one known account'],
    ['proved with 3 known accounts'],
    ['proved with one known account', 'a known password did not fit'],
    ['2 known passwords did not fit'],
  ])
})

test('what does not fit never looks as if it did', () => {
  expect([userBadge(true).tone, userBadge(false).tone, familyBadges({ proved: 0, refuted: 1 })[0]?.tone]).toEqual([
    'ok',
    'wait',
    'wait',
  ])
})

test('only hashes that are sent can be proved', () => {
  const buckets = ['bcrypt', 'argon2', 'partner-scrypt', 'unsupported:md5', 'malformed', 'redacted', 'none']
  expect(buckets.filter(isProvable)).toEqual(['bcrypt', 'argon2', 'partner-scrypt'])
})
