import { expect, test } from 'vitest'
import { targetTitle } from '../../../shared/mapping/target-titles.ts'

test('a target is written in the words of the screen, and what a format says in its own', () => {
  expect(['source-id', 'password-hash', 'Disabled when false', 'constructor'].map(targetTitle)).toEqual([
    'Source ID',
    'Password hash',
    'Disabled when false',
    'constructor',
  ])
})
