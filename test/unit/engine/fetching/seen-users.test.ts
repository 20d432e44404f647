import { expect, test } from 'vitest'
import { createSeenUsers } from '../../../../electron/engine/fetching/begin-fetch.ts'

test('users are told apart by id and content, also when the table has grown many times', () => {
  const seen = createSeenUsers()
  const ids = Array.from({ length: 20_000 }, (_, index) => `user-${index}`)
  expect(new Set(ids.map((id) => seen.add(id, 'a')))).toEqual(new Set(['new']))
  expect(new Set(ids.map((id) => seen.add(id, 'a')))).toEqual(new Set(['repeated']))
  expect(new Set(ids.map((id) => seen.add(id, 'b')))).toEqual(new Set(['changed']))
  expect(seen.size()).toBe(20_000)
})
