import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  filterOf,
  type Narrowing,
  noNarrowing,
  noSelection,
  sameFilter,
  type TableFilter,
  toggled,
  toggledState,
  userSelection,
  withoutSolved,
} from '../../../../renderer/components/users/use-users-view.ts'
import { userFilterSchema } from '../../../../shared/ipc/views.ts'

const md5: TableFilter = { kind: 'hash', key: 'unsupported:md5', label: 'md5' }
const duplicate: TableFilter = { kind: 'finding', code: 'duplicate', group: '', label: 'Duplicate' }

test('a cause that no failed user has any more narrows nothing, and other filters stay', () => {
  const away: TableFilter = { kind: 'failure', key: 'no-answer', label: 'No answer' }
  const narrowed: Narrowing = { filters: [md5, away], states: ['failed', 'ready'], search: 'ann' }
  expect([
    withoutSolved(narrowed, new Set(['no-answer', '500']), 2),
    withoutSolved(narrowed, new Set(['500']), 2),
    withoutSolved(narrowed, new Set(), 0),
  ]).toEqual([
    null,
    { filters: [md5], states: ['failed', 'ready'], search: 'ann' },
    { filters: [md5], states: ['ready'], search: 'ann' },
  ])
})

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

const ids = Array.from({ length: 12 }, (_, index) => index + 1)
const change = fc.record({ ids: fc.subarray(ids), on: fc.boolean() })

test('the last selection counts, from none as from all, and the count says how many', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(noSelection, userSelection.allMatching({ hash: ['bcrypt'] })),
      fc.array(change),
      (start, changes) => {
        const selection = changes.reduce((now, { ids: those, on }) => userSelection.with(now, those, on), start)
        const expected = ids.filter((id) => {
          const last = changes.findLast((one) => one.ids.includes(id))
          return last === undefined ? start.kind === 'all' : last.on
        })
        expect([
          ids.filter((id) => userSelection.has(selection, id)),
          userSelection.count(selection, ids.length),
        ]).toEqual([expected, expected.length])
      },
    ),
  )
})

test('everybody is named by the filter and the few that are not meant, never one by one', () => {
  expect(
    userSelection.scopeOf(userSelection.with(userSelection.allMatching({ states: ['failed'] }), [7], false)),
  ).toEqual({
    kind: 'filter',
    filter: { states: ['failed'] },
    except: [7],
  })
})

test('another filter selects nobody who was selected as a whole, and keeps who was selected one by one', () => {
  const some = userSelection.with(noSelection, [1], true)
  expect([userSelection.afterNarrowing(userSelection.allMatching({})), userSelection.afterNarrowing(some)]).toEqual([
    noSelection,
    some,
  ])
})
