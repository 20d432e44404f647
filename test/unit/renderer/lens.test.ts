import { expect, test } from 'vitest'
import { everybody, filterOf, sameLens } from '../../../renderer/components/users/lens.ts'
import type { Lens } from '../../../renderer/components/users/lens.ts'
import { userFilterSchema } from '../../../shared/bridge/views.ts'

const md5: Lens = { kind: 'hash', key: 'unsupported:md5', label: 'md5' }
const duplicate: Lens = { kind: 'finding', code: 'duplicate', group: '', label: 'Duplicate' }

test('nothing narrowed asks for everybody', () => {
  expect([filterOf(everybody), filterOf({ ...everybody, search: '  ' })]).toEqual([{}, {}])
})

test('a part of a bar, a state and words narrow together', () => {
  expect(filterOf({ lens: md5, state: 'blocked', search: ' ann ' })).toEqual({
    hash: 'unsupported:md5',
    states: ['blocked'],
    search: 'ann',
  })
})

test('a screen shows its own states until one is chosen', () => {
  const always = ['failed', 'unknown'] as const
  expect([filterOf(everybody, always), filterOf({ ...everybody, state: 'blocked' }, always)]).toEqual([
    { states: ['failed', 'unknown'] },
    { states: ['blocked'] },
  ])
})

test('every lens makes a filter that the contract takes as it is', () => {
  const lenses: readonly Lens[] = [
    md5,
    duplicate,
    { kind: 'method', key: 'password', label: '' },
    { kind: 'provider', key: 'google', label: '' },
    { kind: 'failure', key: 'import|500|no answer', label: '' },
  ]
  for (const lens of lenses) {
    const filter = filterOf({ ...everybody, lens })
    expect(userFilterSchema.strict().parse(filter)).toEqual(filter)
  }
})

test('lenses are the same when they show the same users, whatever they are called', () => {
  expect([
    sameLens(md5, { ...md5, label: 'MD5' }),
    sameLens(md5, { ...md5, kind: 'method' }),
    sameLens(duplicate, { ...duplicate }),
    sameLens(duplicate, { ...duplicate, group: 'x' }),
    sameLens(md5, duplicate),
    sameLens(null, md5),
    sameLens(null, null),
  ]).toEqual([true, false, true, false, false, false, true])
})
