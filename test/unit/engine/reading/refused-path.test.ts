import { expect, test } from 'vitest'
import { isVirtualFile, judgeNamedPath } from '../../../../electron/engine/reading/file-problem.ts'
import { codeOf } from '../../../support/documents.ts'

const judged = (path: string) => {
  const verdict = judgeNamedPath(path)
  return verdict.ok ? 'opened' : verdict.error.message.replace(/, which.*| that cannot.*/, '')
}

test.each([
  '/home/ann/users.csv',
  '/home/dev/users.csv',
  '/dev/shm/export/users.csv',
  '/srv/process/users.csv',
  '/home/ann/nul/users.csv',
  '/con.csv',
])('%s may be an export', (path) => {
  expect(judged(path)).toBe('opened')
})

test.each([
  ['\\\\server\\share\\users.csv', 'This migration names a file on another machine'],
  ['//server/share/users.csv', 'This migration names a file on another machine'],
  ['/??/C:/users.csv', 'This migration names a file on another machine'],
  ['users.csv', 'This migration names a file by a path'],
  ['', 'This migration names a file by a path'],
  ['/home/ann/a\nb.csv', 'This migration names a file by a path'],
  [`/${'a'.repeat(4096)}`, 'This migration names a file by a path'],
  ['/dev/shm/../zero', 'This migration names a device or a file of the system'],
  ['/dev/zero', 'This migration names a device or a file of the system'],
  ['/proc/self/environ', 'This migration names a device or a file of the system'],
  ['/.././sys/kernel/x', 'This migration names a device or a file of the system'],
  ['/home/ann\\CON', 'This migration names a device or a file of the system'],
  ['/home/ann\\com1.csv', 'This migration names a device or a file of the system'],
])('%j is not opened', (path, sentence) => {
  expect([judged(path), codeOf(judgeNamedPath(path))]).toEqual([sentence, 'file-refused'])
})

test('a path of 4096 characters is looked at', () => {
  expect(judged(`/${'a'.repeat(4095)}`)).toBe('opened')
})

test.each([
  ['/proc/1/mem', true],
  ['/sys', true],
  ['/process/users.csv', false],
  ['/home/proc/users.csv', false],
])('whether the real path %s lies in a file system of the kernel is %s', (path, virtual) => {
  expect(isVirtualFile(path)).toBe(virtual)
})
