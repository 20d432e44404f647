import { expect, test } from 'vitest'
import {
  filterOf,
  noNarrowing,
  sameFilter,
  type TableFilter,
  toggled,
  toggledState,
} from '../../../renderer/components/users/use-users-view.ts'
import { userFilterSchema } from '../../../shared/ipc/views.ts'

const md5: TableFilter = { kind: 'hash', key: 'unsupported:md5', label: 'md5' }
const duplicate: TableFilter = { kind: 'finding', code: 'duplicate', group: '', label: 'Duplicate' }

test('nothing narrowed asks for everybody', () => {
  expect([filterOf(noNarrowing), filterOf({ ...noNarrowing, search: '  ' })]).toEqual([{}, {}])
})

test('parts of bars, a state and words narrow together', () => {
  expect(filterOf({ filters: [md5, duplicate], states: ['blocked', 'ready'], search: ' ann ' })).toEqual({
    hash: ['unsupported:md5'],
    finding: [{ code: 'duplicate', group: '' }],
    states: ['blocked', 'ready'],
    search: 'ann',
  })
})

test('a screen shows its own states until one is chosen', () => {
  const always = ['failed', 'in-doubt'] as const
  expect([filterOf(noNarrowing, always), filterOf({ ...noNarrowing, states: ['blocked'] }, always)]).toEqual([
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
    const userFilter = filterOf({ ...noNarrowing, filters: [filter] })
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

test('a part pressed joins those of its kind, pressed again it is off, and all others stay', () => {
  const bcrypt: TableFilter = { kind: 'hash', key: 'bcrypt', label: 'bcrypt' }
  const both = toggled([md5, duplicate], bcrypt)
  expect([
    toggled([], md5),
    filterOf({ ...noNarrowing, filters: both }).hash,
    toggled([md5, duplicate], md5),
    toggledState(['ready'], 'blocked'),
    toggledState(['ready', 'blocked'], 'ready'),
  ]).toEqual([[md5], ['unsupported:md5', 'bcrypt'], [duplicate], ['ready', 'blocked'], ['blocked']])
})
