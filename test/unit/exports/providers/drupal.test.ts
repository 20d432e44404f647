import { expect, it } from 'vitest'
import { readOne } from '../support.ts'

it('takes visitors and translations for other entries, and an empty row for unreadable', () => {
  const row = { uid: '1', name: 'ann', mail: 'ann@example.com', pass: '', status: '1', default_langcode: '1' }
  expect(
    [row, { ...row, uid: '0' }, { ...row, default_langcode: '0' }, { ...row, uid: '', mail: '' }].map(
      (one) => readOne(one).kind,
    ),
  ).toEqual(['user', 'aside', 'aside', 'unreadable'])
})
