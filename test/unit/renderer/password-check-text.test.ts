import { expect, test } from 'vitest'
import { familyBadges, isCheckable, userBadge } from '../../../renderer/components/users/user/password-check-text.ts'

test('a family says with how many known accounts it was proved, and how many passwords did not fit', () => {
  const words = (matched: number, mismatched: number) =>
    familyBadges({ matched, mismatched }).map((badge) => badge.words)
  expect([words(0, 0), words(1, 0), words(3, 0), words(1, 1), words(0, 2)]).toEqual([
    [],
    ['checked with one known account'],
    ['checked with 3 known accounts'],
    ['checked with one known account', 'a known password did not match'],
    ['2 known passwords did not match'],
  ])
})

test('what does not fit never looks as if it did', () => {
  expect([userBadge(true).tone, userBadge(false).tone, familyBadges({ matched: 0, mismatched: 1 })[0]?.tone]).toEqual([
    'ok',
    'wait',
    'wait',
  ])
})

test('only hashes that are sent can be proved', () => {
  const buckets = ['bcrypt', 'argon2', 'firebase-scrypt', 'unsupported:md5', 'malformed', 'redacted', 'none']
  expect(buckets.filter(isCheckable)).toEqual(['bcrypt', 'argon2', 'firebase-scrypt'])
})
