import { expect, onTestFinished, test } from 'vitest'
import { anySource } from '../../../../electron/engine/fetching/any-source.ts'
import { ldap } from '../../../../electron/engine/fetching/sources/ldap/ldap.ts'
import { fetchInto } from '../../../support/fetching.ts'
import { type ScriptedPage, startScriptedDirectory } from '../../../support/servers/scripted-directory.ts'

async function fetchScripted(page: (cookie: string) => ScriptedPage) {
  const directory = await startScriptedDirectory(page)
  onTestFinished(directory.close)
  const settings = { host: '127.0.0.1', port: String(directory.port), base: 'dc=example,dc=com' }
  const { outcome, text } = await fetchInto(anySource(ldap), settings, {})
  const names = () => [...text().matchAll(/^mail: (\w+)@/gm)].map(([, name]) => name)
  return { outcome, names }
}

/** Pages in their order; the cookie of each is its number. */
const inOrder =
  (pages: readonly (readonly string[])[]) =>
  (cookie: string): ScriptedPage => {
    const at = Number(cookie)
    return { entries: pages[at] ?? [], cookie: at + 1 < pages.length ? String(at + 1) : '' }
  }

test('a page without entries is no end while the directory hands out a cookie', async () => {
  const { outcome, names } = await fetchScripted(inOrder([['ada', 'bob'], [], ['cyd'], [], [], ['dan'], []]))
  expect([outcome, names()]).toEqual([
    expect.objectContaining({ kind: 'fetched', users: 4, repeated: 0 }),
    ['ada', 'bob', 'cyd', 'dan'],
  ])
})

test('a directory that keeps one cookie for the whole list is read to its end', async () => {
  const pages = [['ada'], [], ['bob'], ['cyd']]
  let at = 0
  const { names } = await fetchScripted(() => {
    const entries = pages[at] ?? []
    at += 1
    return { entries, cookie: at < pages.length ? 'session' : '' }
  })
  expect(names()).toEqual(['ada', 'bob', 'cyd'])
})

test.each([
  ['empty pages without end', () => ({ entries: [], cookie: 'more' })],
  ['the same page without end', () => ({ entries: ['ada'], cookie: 'more' })],
])('%s: a sentence', async (_name, page) => {
  const { outcome } = await fetchScripted(page)
  expect(outcome).toMatchObject({ kind: 'failed', code: 'bad-reply' })
})
