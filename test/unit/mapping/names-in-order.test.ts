import { expect, test } from 'vitest'
import { onceForName } from '../../../shared/mapping/names/names-in-order.ts'

test('names are judged once, in whatever order records have them, and each time beyond the most that are kept', () => {
  const judged: string[] = []
  const lengthOf = onceForName((name) => {
    judged.push(name)
    return name.length
  }, 3)
  const read = (names: readonly string[]) => names.map((name, at) => lengthOf(name, at))
  expect(read(['id', 'mail', 'name'])).toEqual([2, 4, 4])
  expect(read(['name', 'id', 'mail'])).toEqual([4, 2, 4])
  expect(read(['mail'])).toEqual([4])
  expect(judged).toEqual(['id', 'mail', 'name'])
  expect(read(['id', 'mail', 'name', 'phone'])).toEqual([2, 4, 4, 5])
  expect(read(['phone', 'id'])).toEqual([5, 2])
  expect(judged).toEqual(['id', 'mail', 'name', 'phone', 'phone'])
})
