import { expect, test } from 'vitest'
import { columnTitle, targetTitle } from '../../../../shared/mapping/shown/target-titles.ts'

test('a target is written in the words of the screen, and what a format says in its own', () => {
  expect(['source-id', 'password-hash', 'Disabled when no', 'constructor'].map(targetTitle)).toEqual([
    'Source ID',
    'Password hash',
    'Disabled when no',
    'constructor',
  ])
})

test('a column that says who may log in disables by its no, and is named so', () => {
  const title = (path: string) => columnTitle('disabled', path)
  expect(['is_active', 'enabled', 'Aktiv?', 'Actif', 'account.isEnabled'].map(title)).toEqual(
    Array.from({ length: 5 }, () => 'Disabled when no'),
  )
  expect(['disabled', 'banned', 'status', 'gesperrt'].map(title)).toEqual(Array.from({ length: 4 }, () => 'Disabled'))
  expect(columnTitle('email', 'active')).toBe('Email')
})
