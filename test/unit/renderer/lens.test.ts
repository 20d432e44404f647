import { expect, test } from 'vitest'
import {
  everybody,
  filterOf,
  sameFilter,
  toggled,
  withFilter,
} from '../../../renderer/components/users/table-filter.ts'
import type { TableFilter } from '../../../renderer/components/users/table-filter.ts'
import { userFilterSchema } from '../../../shared/ipc/views.ts'

const md5: TableFilter = { kind: 'hash', key: 'unsupported:md5', label: 'md5' }
const duplicate: TableFilter = { kind: 'finding', code: 'duplicate', group: '', label: 'Duplicate' }

test('nothing narrowed asks for everybody', () => {
  expect([filterOf(everybody), filterOf({ ...everybody, search: '  ' })]).toEqual([{}, {}])
})

test('parts of bars, a state and words narrow together', () => {
  expect(filterOf({ filters: [md5, duplicate], state: 'blocked', search: ' ann ' })).toEqual({
    hash: 'unsupported:md5',
    finding: { code: 'duplicate', group: '' },
    states: ['blocked'],
    search: 'ann',
  })
})

test('a screen shows its own states until one is chosen', () => {
  const always = ['failed', 'in-doubt'] as const
  expect([filterOf(everybody, always), filterOf({ ...everybody, state: 'blocked' }, always)]).toEqual([
    { states: ['failed', 'in-doubt'] },
    { states: ['blocked'] },
  ])
})

test('every lens makes a filter that the contract takes as it is', () => {
  const filters: readonly TableFilter[] = [
    md5,
    duplicate,
    { kind: 'method', key: 'password', label: '' },
    { kind: 'provider', key: 'google', label: '' },
    { kind: 'failure', key: 'import|500|no answer', label: '' },
  ]
  for (const filter of filters) {
    const userFilter = filterOf({ ...everybody, filters: [filter] })
    expect(userFilterSchema.strict().parse(userFilter)).toEqual(userFilter)
  }
})

test('lenses are the same when they show the same users, whatever they are called', () => {
  expect([
    sameFilter(md5, { ...md5, label: 'MD5' }),
    sameFilter(md5, { ...md5, kind: 'method' }),
    sameFilter(duplicate, { ...duplicate }),
    sameFilter(duplicate, { ...duplicate, group: 'x' }),
    sameFilter(md5, duplicate),
    sameFilter(null, md5),
    sameFilter(null, null),
  ]).toEqual([true, false, true, false, false, false, true])
})

test('a part pressed takes the place of one of its kind, pressed again it is off, and other kinds stay', () => {
  const bcrypt: TableFilter = { kind: 'hash', key: 'bcrypt', label: 'bcrypt' }
  expect([
    toggled([], md5),
    toggled([md5, duplicate], bcrypt),
    toggled([md5, duplicate], md5),
    withFilter([md5, duplicate], 'finding', null),
  ]).toEqual([[md5], [duplicate, bcrypt], [duplicate], [md5]])
})
