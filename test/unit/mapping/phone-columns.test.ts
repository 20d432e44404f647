import { expect, test } from 'vitest'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'

const suggested = (...names: readonly string[]) => {
  const records = Array.from({ length: 4 }, (_, row) =>
    Object.fromEntries([['Name', `Name ${row}`], ...names.map((name, at) => [name, `+7-9${at}5-111-22-1${row}`])]),
  )
  const { columns } = suggestMapping({ header: ['Name', ...names], records })
  return columns.slice(1).map(({ suggestion }) => suggestion && `${suggestion.target} ${suggestion.confidence}`)
}

test.each([
  ['Рабочий_телефон', 'Личный_телефон'],
  ['tel_bureau', 'tel_portable'],
])('of several phones the one that its owner carries is taken: %s, %s', (work, own) => {
  expect(suggested(work, own)).toEqual(['phone unsure', 'phone likely'])
  expect(suggested(own, work)).toEqual(['phone likely', 'phone unsure'])
})

test('the first of several phones is taken where no name says more, and none of columns of other names', () => {
  expect(suggested('телефон_отдела', 'телефон_склада')).toEqual(['phone likely', 'phone unsure'])
  expect(suggested('xx', 'yy')).toEqual(['phone unsure', 'phone unsure'])
  expect(suggested('xx')).toEqual(['phone likely'])
})
