import { expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const users = `id,email,password\n${[1, 2, 3].map((at) => `${at},user${at}@acme.example,${madeUpBcrypt(at)}`).join('\n')}\n`

const refusals = [
  ['an empty file', '', 'is empty'],
  ['an error reply', '{"error":"unauthorized","error_description":"The token has expired"}', ''],
  ['source code', 'import { login } from "./login.js"\nexport function main() {\n  return login()\n}\n', ''],
  ['a sealed file', '-----BEGIN PGP MESSAGE-----\n\nhQEMA5vJ\n=abcd\n-----END PGP MESSAGE-----\n', ''],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), ''],
] as const

test.each(refusals)('%s hides nothing of the files beside it', async (_, content, says) => {
  for (const files of [
    { 'users.csv': users, 'other.dat': content },
    { 'other.dat': content, 'users.csv': users },
  ]) {
    const { code, json, err } = await inspect(files)
    expect(code).toBe(2)
    expect(json).toMatchObject({ users: 3, ready: 3, problem: { code: expect.any(String) as unknown } })
    expect(err).toContain(`other.dat: `)
    expect(err).toContain(says)
    expect(json?.['files']).toContainEqual(
      expect.objectContaining({ path: 'users.csv', records: 3, problem: null }) as unknown,
    )
    expect(json?.['files']).toContainEqual(
      expect.objectContaining({
        path: 'other.dat',
        problem: expect.objectContaining({ message: expect.any(String) as unknown }) as unknown,
      }) as unknown,
    )
    const text = await cli(['inspect', ...Object.keys(files)], { cwd: folderOf(files) })
    expect([text.code, text.out]).toEqual([2, expect.stringContaining('other.dat: not read\n')])
    expect(text.out).toContain('3 records = 3 users')
  }
})

test('where no file can be read, the sentence of each is all that is said', async () => {
  const { code, json } = await inspect({ 'a.csv': '', 'b.csv': '' })
  expect(code).toBe(2)
  expect(Object.keys(json ?? {})).toEqual(['problem'])
})

test('a table without rows beside the users may be left out, as nothing is wrong where the old system has none', async () => {
  for (const empty of ['user_id,group_id\n', '[]']) {
    const { err } = await inspect({ 'users.csv': users, 'groups.csv': empty })
    expect(err).toContain('If the old system has none of these either, leave the file out; otherwise export it again.')
  }
})

test('nothing is sent of the others while a file of the set cannot be read', async () => {
  const cwd = folderOf({ 'users.csv': users, 'other.csv': '' })
  const args = ['run', 'users.csv', 'other.csv', '--core', 'http://127.0.0.1:1/', '--yes']
  const { code, err } = await cli(args, { cwd })
  expect([code, err]).toEqual([2, expect.stringContaining('other.csv: ')])
})
