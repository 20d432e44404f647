import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { caFileOption } from '../../../electron/engine/fetching/option-table.ts'
import { fetchHere, type SurveySource } from '../../../electron/engine/fetching/start-fetch.ts'
import type { AnyFetchSource } from '../../../electron/engine/fetching/source.ts'
import type { PickedFile } from '../../../electron/ipc/host.ts'
import { fetchedName, fetchRequests } from '../../../electron/ipc/services/fetch-requests.ts'
import type { FetchView } from '../../../shared/ipc/views.ts'
import { ok } from '../../../shared/result.ts'
import { makeAuthority } from '../../support/servers/made-up-authority.ts'
import { madeUpSource, madeUpUsers } from '../../support/servers/made-up-source.ts'
import { codeOf, must } from '../../support/documents.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { emptyDocument, fakeHost } from './support/fakes.ts'

const secret = 'pa55-of-the-old-system'

/** The channels of fetching over a source, with a migration in a folder of its own; its files lie beside it. */
function fetchingFrom(source: AnyFetchSource, folder = temporaryFolder(), survey?: SurveySource) {
  const added: PickedFile[] = []
  const picked: PickedFile[] = []
  const host = {
    ...fakeHost(folder),
    kind: 'browser' as const,
    pickFiles: async () => (picked.length === 0 ? null : picked),
    fetching: { sources: [source], start: fetchHere([source]), ...(survey === undefined ? {} : { survey }) },
  }
  const documents = { path: async () => join(folder, 'a.migration'), ensure: async () => ok({}) }
  const noted: unknown[] = []
  const add = async (files: readonly PickedFile[]) => {
    added.push(...files)
    return ok(emptyDocument(folder))
  }
  const requests = fetchRequests(host, documents, add, async (from) => noted.push(from))
  const state = async (): Promise<FetchView> => must(await requests['fetch:state']({}))
  const until = async (holds: (view: FetchView) => boolean) => {
    await vi.waitFor(async () => expect(holds(await state())).toBe(true))
    return state()
  }
  const start = (values: Record<string, string | boolean> = { place: 'here' }, authority?: string) =>
    requests['fetch:start']({ source: 'made-up', values, secrets: { word: secret }, authority })
  return { requests, added, noted, picked, folder, until, start }
}

test.each([
  [{}, 'mysql-users'],
  [{ preset: 'wordpress', database: 'shop' }, 'wordpress-users'],
  [{ database: 'shop', table: 'public.app_users' }, 'shop-app_users'],
  [{ database: 'shop', table: '"my:shop"."Kunden/DE"' }, 'shop-Kunden-DE'],
  [{ database: '..', query: 'SELECT 1' }, 'mysql-users'],
])('a file fetched with %o is called by its product, database and table', (values, name) => {
  expect(fetchedName('mysql', values)).toBe(name)
})

const wait = { kind: 'wait', seconds: 3600, reason: 'The source is busy.' } as const

test('users are fetched into a file beside the migration, which is then added to it', async () => {
  const { requests, added, folder, until, start } = fetchingFrom(madeUpSource([{ users: madeUpUsers(3) }]))
  must(await start())
  const { ended, unfinished } = await until((view) => view.ended !== null)
  expect(ended).toMatchObject({
    kind: 'fetched',
    title: 'Made up',
    users: 3,
    file: 'made-up-users.ndjson',
    used: false,
  })
  expect(unfinished).toEqual([])
  must(await requests['fetch:use']({}))
  expect(added).toEqual([{ path: join(folder, 'made-up-users.ndjson'), name: 'made-up-users.ndjson' }])
  expect(readFileSync(join(folder, 'made-up-users.ndjson'), 'utf8').trim().split('\n')).toHaveLength(3)
})

test('a paused fetch is offered again, also by another process, and goes on with the settings it was begun with', async () => {
  const pages = [{ users: madeUpUsers(2) }, { users: madeUpUsers(2, 3), before: [wait] }]
  const first = fetchingFrom(madeUpSource(pages))
  must(await first.start())
  const waiting = await first.until((view) => view.running?.state === 'waiting')
  expect(waiting.running).toMatchObject({ users: 2, total: 4, note: expect.stringContaining('busy') })
  must(await first.requests['fetch:pause']({}))
  await first.until((view) => view.running === null)
  expect(readFileSync(join(first.folder, 'made-up-users.ndjson.fetch'), 'utf8')).not.toContain(secret)
  const opened: string[] = []
  const hear = (what: string) => void opened.push(what)
  const later = fetchingFrom(
    madeUpSource([pages[0] ?? { users: [] }, { users: madeUpUsers(2, 3) }], { hear }),
    first.folder,
  )
  const file = 'made-up-users.ndjson'
  const destination = 'https://here.example.com'
  expect((await later.until(() => true)).unfinished).toEqual([
    { file, source: 'made-up', title: 'Made up', users: 2, destination },
  ])
  must(await later.requests['fetch:resume']({ file, secrets: { word: secret }, destination }))
  expect((await later.until((view) => view.ended !== null)).ended).toMatchObject({ kind: 'fetched', users: 4 })
  expect(opened.slice(0, 2)).toEqual([`open ${secret}`, 'page 1'])
})

test('a canceled fetch leaves nothing, an unfinished one can be discarded', async () => {
  for (const how of ['fetch:cancel', 'fetch:pause'] as const) {
    const { requests, folder, until, start } = fetchingFrom(madeUpSource([{ users: madeUpUsers(2), before: [wait] }]))
    must(await start())
    await until((view) => view.running?.state === 'waiting')
    must(await requests[how]({}))
    const { unfinished } = await until((view) => view.running === null)
    for (const { file } of unfinished) must(await requests['fetch:discard']({ file }))
    expect([how, unfinished.length, existsSync(join(folder, 'made-up-users.ndjson.part'))]).toEqual([
      how,
      how === 'fetch:pause' ? 1 : 0,
      false,
    ])
  }
})

test('where a certificate is not trusted, its authority is chosen, known to the page by an ID and kept for resuming', async () => {
  const sentence = 'The certificate of the server is not trusted. Name its authority with --ca-file.'
  const untrusted = { kind: 'failed', code: 'not-encrypted', sentence } as const
  const pages = [{ users: madeUpUsers(2) }, { users: madeUpUsers(2, 3), before: [wait] }]
  const trusted: string[] = []
  const reached = (inner: AnyFetchSource): AnyFetchSource => ({
    ...inner,
    options: [...inner.options, caFileOption],
    judge: () => null,
    open: async ({ 'ca-file': file, ...values }, ...given) => {
      if (typeof file !== 'string') return untrusted
      trusted.push(readFileSync(file, 'utf8'))
      return inner.open(values, ...given)
    },
  })
  const { requests, folder, until, start, picked } = fetchingFrom(reached(madeUpSource(pages)))
  expect(must(await requests['fetch:sources']({})).sources).toMatchObject([{ authority: true }])
  must(await start())
  const { ended } = await until((view) => view.ended !== null)
  const refusal = expect.stringContaining('choose its certificate')
  expect(ended).toMatchObject({ source: 'made-up', field: 'ca-file', sentence: refusal })
  expect(JSON.stringify(ended)).not.toContain('--ca-file')

  expect(must(await requests['fetch:choose-authority']({}))).toBeNull()
  const { pem } = makeAuthority('Acme Root')
  const path = join(folder, 'root.pem')
  writeFileSync(path, pem)
  picked.push({ path, name: 'root.pem' })
  const chosen = must(await requests['fetch:choose-authority']({}))
  expect(chosen).toEqual({ id: expect.stringMatching(/^[0-9a-f]{64}$/), file: 'root.pem', names: ['Acme Root'] })
  must(await start({ place: 'here' }, chosen?.id))
  await until((view) => view.running?.state === 'waiting')
  must(await requests['fetch:pause']({}))
  await until((view) => view.running === null)
  // A file that a browser handed over is gone by then.
  rmSync(path)
  const later = fetchingFrom(reached(madeUpSource([pages[0] ?? { users: [] }, { users: madeUpUsers(2, 3) }])), folder)
  const [file, destination] = ['made-up-users.ndjson', 'https://here.example.com']
  must(await later.requests['fetch:resume']({ file, destination, secrets: { word: secret } }))
  expect((await later.until((view) => view.ended !== null)).ended).toMatchObject({ kind: 'fetched', users: 4 })
  expect(trusted).toEqual([pem, pem])
  expect(await start({ place: 'here' }, 'f'.repeat(64))).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('Choose it again') },
  })
})

test('a file that is no certificate is refused, and one with a private key is not kept', async () => {
  const { requests, folder, picked } = fetchingFrom(madeUpSource([{ users: [] }]))
  const path = join(folder, 'server.pem')
  picked.push({ path, name: 'server.pem' })
  for (const text of ['no certificate', makeAuthority().issue('localhost').key]) {
    writeFileSync(path, text)
    expect((await requests['fetch:choose-authority']({})).ok).toBe(false)
  }
  expect(existsSync(join(folder, 'fetch-authorities'))).toBe(false)
})

test('what goes wrong is said with the labels of the form, without folders, and no view holds a secret', async () => {
  const failed = { kind: 'failed', code: 'unauthorized', sentence: 'The password was refused.', again: false } as const
  const { requests, folder, until, start } = fetchingFrom(madeUpSource([{ users: [], before: [failed] }]))
  const wrong = await start({ size: 'huge' })
  expect(must(wrong)).toMatchObject({ kind: 'refused', field: 'size', sentence: expect.stringContaining('“Size”') })
  must(await start())
  const view = await until((now) => now.ended !== null)
  // At the field that has to change.
  expect(view.ended).toMatchObject({ kind: 'failed', field: 'word', sentence: 'The password was refused.' })
  const told = JSON.stringify([view, wrong, must(await requests['fetch:sources']({}))])
  expect([told.includes(secret), told.includes(folder)]).toEqual([false, false])
})

test('a fetch is resumed with no authority that is gone, and with no source that this app does not have', async () => {
  const pages = [{ users: madeUpUsers(2) }, { users: madeUpUsers(2, 3), before: [wait] }]
  const source = { ...madeUpSource(pages), options: [...madeUpSource(pages).options, caFileOption] }
  const { requests, folder, until, start } = fetchingFrom(source)
  must(await start())
  await until((view) => view.running?.state === 'waiting')
  must(await requests['fetch:pause']({}))
  await until((view) => view.running === null)
  const destination = 'https://here.example.com'
  const again = { file: 'made-up-users.ndjson', secrets: { word: secret }, destination }
  expect(await requests['fetch:resume']({ ...again, authority: 'f'.repeat(64) })).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('authority is no longer there') },
  })
  const other = fetchingFrom({ ...source, name: 'another' }, folder)
  expect(codeOf(await other.requests['fetch:resume'](again))).toBe('nothing-to-resume')
})

describe('a connection test', () => {
  const table = {
    name: 'users',
    values: { table: 'users' },
    finds: ['email'],
    rows: 2,
    isExact: true,
    columns: null,
    hasKey: true,
  }
  const inner = madeUpSource([{ users: [] }])
  const source: AnyFetchSource = {
    ...inner,
    options: inner.options.map((option) => (option.name === 'place' ? { ...option, required: true } : option)),
    secrets: inner.secrets.map((one) => ({ ...one, required: true })),
    survey: () => Promise.reject(new Error('Asked in the thread of the host.')),
  }
  const given = { source: 'made-up', values: { place: 'here', size: '' }, secrets: { word: secret } }

  test('lists what a source offers, and gets what was typed', async () => {
    const heard: unknown[] = []
    const { requests } = fetchingFrom(source, temporaryFolder(), async (request) => {
      heard.push(request)
      return { kind: 'surveyed', server: 'Made up 1.0', connectMs: 3, tables: [table] }
    })
    expect(must(await requests['fetch:sources']({})).sources).toMatchObject([{ tables: true }])
    expect(must(await requests['fetch:test'](given))).toEqual({
      kind: 'connected',
      server: 'Made up 1.0',
      connectMs: 3,
      tables: [table],
    })
    expect(heard).toEqual([{ source: 'made-up', settings: { place: 'here' }, secrets: { word: secret } }])
  })

  test('names the field that is missing or wrong, and holds no secret', async () => {
    const { requests } = fetchingFrom(source, temporaryFolder(), async ({ settings }) => ({
      kind: 'failed',
      ...(settings['place'] === 'far'
        ? { code: 'unreachable', sentence: 'There is no server of that name. Check --place.' }
        : { code: 'unauthorized', sentence: 'The source refuses the password.' }),
    }))
    const ask = async (more: Partial<typeof given>) => must(await requests['fetch:test']({ ...given, ...more }))
    const replies = [
      await ask({ values: { place: ' ', size: '' } }),
      await ask({ secrets: { word: '' } }),
      await ask({ values: { place: 'far', size: '' } }),
      await ask({}),
    ]
    expect(replies).toEqual([
      { kind: 'refused', field: 'place', sentence: 'Place is required.' },
      { kind: 'refused', field: 'word', sentence: 'Password is required.' },
      { kind: 'refused', field: 'place', sentence: 'There is no server of that name. Check “Place”.' },
      { kind: 'refused', field: 'word', sentence: 'The source refuses the password.' },
    ])
    expect(JSON.stringify(replies)).not.toContain(secret)
  })

  test('is refused where a source has nothing to list', async () => {
    const { requests } = fetchingFrom(inner)
    expect(codeOf(await requests['fetch:test'](given))).toBe('unknown-source')
  })
})
