import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPageFile } from '../../../electron/ipc/services/page-files.ts'

let base = ''
let folder = ''

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'page-files-'))
  folder = join(base, 'renderer')
  await mkdir(join(folder, 'assets'), { recursive: true })
  await mkdir(join(base, 'renderer-other'))
  await writeFile(join(folder, 'index.html'), 'the page')
  await writeFile(join(folder, 'assets', 'app.js'), 'the script')
  await writeFile(join(folder, 'notes.migration'), 'not for the page')
  await writeFile(join(base, 'secret.js'), 'outside')
  await writeFile(join(base, 'renderer-other', 'secret.js'), 'outside')
})

afterAll(() => rm(base, { recursive: true }))

async function read(path: string) {
  const file = await readPageFile(folder, path)
  return file && [file.body.toString(), file.type]
}

test('the page and its parts are found with their types', async () => {
  expect(await read('/')).toEqual(['the page', 'text/html; charset=utf-8'])
  expect(await read('/index.html')).toEqual(['the page', 'text/html; charset=utf-8'])
  expect(await read('/assets/app.js')).toEqual(['the script', 'text/javascript; charset=utf-8'])
})

test.each([
  '/../secret.js',
  '/%2e%2e/secret.js',
  '/..%2fsecret.js',
  '/assets/../../secret.js',
  '/..%5csecret.js',
  '/../renderer-other/secret.js',
  '//etc/passwd',
  'secret.js',
  '',
  '/%',
  '/assets/app.js%00.html',
  '/assets',
  '/missing.js',
  '/notes.migration',
])('nothing is read for %s', async (path) => {
  expect(await readPageFile(folder, path)).toBeNull()
})
