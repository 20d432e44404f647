import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentSecurityPolicy } from '../../../electron/ipc/security-headers.ts'
import { respond } from '../../../electron/desktop/app-response.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-'))
  await writeFile(join(folder, 'index.html'), 'the page')
})
afterAll(() => rm(folder, { recursive: true }))

const get = (url: string, method = 'GET') => respond({ method, url }, { origin: 'app://assistant', folder })

test('the page comes with its policy, whatever follows its path', async () => {
  for (const url of ['app://assistant/', 'app://assistant/index.html', 'app://assistant/index.html?a=1#b']) {
    const response = await get(url)
    expect([response.status, await response.text(), response.headers.get('content-security-policy')]).toEqual([
      200,
      'the page',
      contentSecurityPolicy,
    ])
  }
})

test.each([
  ['app://elsewhere/index.html', 'GET', 404],
  ['app://assistant.example.com/index.html', 'GET', 404],
  ['app://assistant/missing.html', 'GET', 404],
  ['app://assistant/%2e%2e/index.html', 'GET', 404],
  ['app://assistant/index.html', 'POST', 405],
])('%s by %s is answered with %i and nothing else', async (url, method, status) => {
  const response = await get(url, method)
  expect([response.status, await response.text()]).toEqual([status, ''])
  expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy)
})
