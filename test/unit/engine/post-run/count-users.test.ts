import { expect, test } from 'vitest'
import { countUsers } from '../../../../electron/engine/post-run/count-users.ts'

const logins = (...users: readonly number[]) => users.map((userId) => ({ userId }))

/** The numbers that are told while pages are dealt with, each from its end. */
function told(...pages: readonly (readonly number[])[]): readonly number[] {
  const numbers: number[] = []
  const users = countUsers((done) => void numbers.push(done))
  for (const page of pages) {
    users.begin(logins(...page))
    for (const login of logins(...page).toReversed()) users.end(login)
  }
  return numbers
}

test('a user counts once all of its login methods are dealt with', () => {
  expect(told([1, 2, 2, 3])).toEqual([1, 2, 3])
  expect(told([4, 4, 4])).toEqual([1])
})

test('a user whose login methods are on two pages counts once', () => {
  expect(told([1, 2], [2, 3])).toEqual([1, 2, 3])
  expect(told([1, 2], [2], [], [2, 3])).toEqual([1, 2, 3])
})

test('nobody has to listen', () => {
  const users = countUsers()
  users.begin(logins(1))
  expect(() => users.end({ userId: 1 })).not.toThrow()
})
