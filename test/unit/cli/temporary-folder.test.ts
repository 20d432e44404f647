import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTemporaryFolder, removeAbandonedFolders } from '../../../electron/engine/files/folders.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** A folder of `pid` with hashes in it, as this machine names them, in `all`. */
function folderOf(pid: number | string, all: string): string {
  const made = createTemporaryFolder('inspect')
  const path = join(all, basename(made).replace(`-${process.pid}-`, `-${pid}-`))
  renameSync(made, path)
  writeFileSync(join(path, 'inspect.migration'), 'hashes')
  return path
}

test('a command that was killed leaves nothing behind once another one starts; those that run keep theirs', () => {
  const all = temporaryFolder()
  const [dead, living, own] = [folderOf(999_999_999, all), folderOf(process.ppid, all), folderOf(process.pid, all)]
  removeAbandonedFolders(all)
  expect([dead, living, own].map((path) => existsSync(path))).toEqual([false, true, true])
})

test.skipIf(process.platform === 'win32')('folders of other machines, other programs and links are left alone', () => {
  const all = temporaryFolder()
  const mine = join(temporaryFolder(), 'mine')
  mkdirSync(mine)
  writeFileSync(join(mine, 'thesis.txt'), 'mine')
  const dead = folderOf(999_999_999, all)
  const name = basename(dead)
  rmSync(dead, { recursive: true })
  symlinkSync(mine, join(all, name))
  const others = ['user-migration-inspect-00000000-999999999-abcdef', 'user-migration-demo-abcdef', 'other-999999999']
  for (const other of others) mkdirSync(join(all, other))
  removeAbandonedFolders(all)
  expect([readdirSync(all).toSorted(), readdirSync(mine)]).toEqual([[...others, name].toSorted(), ['thesis.txt']])
})

test('a folder of a command can be read by its owner only, and its name says whose it is', () => {
  const made = createTemporaryFolder('session')
  onTestFinished(() => rmSync(made, { recursive: true }))
  expect([basename(made).includes(`-${process.pid}-`), existsSync(dirname(made))]).toEqual([true, true])
})
