import { expect, test } from 'vitest'
import { createOfferedFiles } from '../../../electron/desktop/page-bridge.ts'
import { migrationIn } from '../../../electron/desktop/open-requests.ts'

test.each([
  [['electron', '.', '--no-sandbox'], null],
  [['app', 'acme.migration'], '/home/ada/acme.migration'],
  [['electron', '.', '--flag=x.migration', '/srv/acme.MIGRATION'], '/srv/acme.MIGRATION'],
  [['acme.migration'], null],
])('the command line %j opens %s', (argv, expected) => {
  expect(migrationIn(argv, '/home/ada')).toBe(expected)
})

test('the page gets an id for a dropped file and cannot name one by its path', () => {
  const offered = createOfferedFiles()
  const answer = offered.offer(['/srv/users.csv'])
  const ids = answer.ok ? answer.value : []
  expect(offered.find(ids)).toEqual([{ path: '/srv/users.csv', name: 'users.csv' }])
  expect(ids[0]).not.toContain('users')
  expect(offered.find(['/srv/users.csv'])).toBeNull()
})

test.each([[[]], [['']], [['relative.csv']], [[7]], ['/srv/users.csv'], [null]])('%j is no list of files', (paths) => {
  expect(createOfferedFiles().offer(paths)).toMatchObject({ ok: false, error: { code: 'not-files' } })
})
