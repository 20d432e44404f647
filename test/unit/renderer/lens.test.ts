import { expect, test } from 'vitest'
import { everybody, filterOf, sameLens, toggled, withLens } from '../../../renderer/components/users/lens.ts'
import type { Lens } from '../../../renderer/components/users/lens.ts'
import { userFilterSchema } from '../../../shared/bridge/views.ts'

const md5: Lens = { kind: 'hash', key: 'unsupported:md5', label: 'md5' }
const duplicate: Lens = { kind: 'finding', code: 'duplicate', group: '', label: 'Duplicate' }

test('nothing narrowed asks for everybody', () => {
  expect([filterOf(everybody), filterOf({ ...everybody, search: '  ' })]).toEqual([{}, {}])
})

test('parts of bars, a state and words narrow together', () => {
  expect(filterOf({ lenses: [md5, duplicate], state: 'blocked', search: ' ann ' })).toEqual({
    hash: 'unsupported:md5',
    finding: { code: 'duplicate', group: '' },
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
    const filter = filterOf({ ...everybody, lenses: [lens] })
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

test('a part pressed takes the place of one of its kind, pressed again it is off, and other kinds stay', () => {
  const bcrypt: Lens = { kind: 'hash', key: 'bcrypt', label: 'bcrypt' }
  expect([
    toggled([], md5),
    toggled([md5, duplicate], bcrypt),
    toggled([md5, duplicate], md5),
    withLens([md5, duplicate], 'finding', null),
  ]).toEqual([[md5], [duplicate, bcrypt], [duplicate], [md5]])
})
