import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync, appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fetchFile, type FetchParts } from '../../../../electron/engine/fetching/fetch-file.ts'
import type { FetchProgress } from '../../../../electron/engine/fetching/fetch-outcome.ts'
import { fetchHere, unfinishedFetch } from '../../../../electron/engine/fetching/start-fetch.ts'
import type { AnyFetchSource, FetchReply } from '../../../../electron/engine/fetching/source.ts'
import { madeUpSource, madeUpUsers } from '../../../support/servers/made-up-source.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { tinyDisk } from '../../../support/machine/tiny-disk.ts'
import { virtualClock } from '../../../support/virtual-clock.ts'

const idle = new AbortController().signal

function begin(source: AnyFetchSource, folder = temporaryFolder()) {
  const out = join(folder, 'users.ndjson')
  const fetch = (resume: boolean, parts: Partial<FetchParts> = {}, settings = {}) =>
    fetchFile({ source, settings, secrets: {}, out, resume }, { signal: idle, random: () => 0, ...parts })
  return { folder, out, fetch, left: () => readdirSync(folder).toSorted() }
}

const threePages = [{ users: madeUpUsers(3) }, { users: madeUpUsers(2, 4) }, { users: madeUpUsers(1, 6) }]
const lines = (pages: readonly { readonly users: readonly unknown[] }[]) =>
  pages.flatMap(({ users }) => users.map((user) => `${JSON.stringify(user)}\n`)).join('')

function pausedAfter(page: string, pages = threePages): { source: AnyFetchSource; signal: AbortSignal } {
  const stop = new AbortController()
  const hear = (what: string) => {
    if (what === `page ${page}`) stop.abort()
  }
  return { source: madeUpSource(pages, { hear }), signal: stop.signal }
}

describe('a file of fetched users', () => {
  test('has one user per line, is its owner’s only, and nothing is left beside it', async () => {
    const { out, fetch, left } = begin(madeUpSource(threePages))
    const outcome = await fetch(false)
    const text = readFileSync(out)
    expect(outcome).toMatchObject({
      kind: 'fetched',
      users: 6,
      repeated: 0,
      bytes: text.length,
      sha256: createHash('sha256').update(text).digest('hex'),
      parameters: null,
    })
    expect([text.toString(), statSync(out).mode & 0o777, left()]).toEqual([lines(threePages), 0o600, ['users.ndjson']])
  })

  test('has what the source says besides its users in a file of its own', async () => {
    const { folder, fetch, left } = begin(madeUpSource(threePages, { head: { signerKey: 'k' } }))
    const outcome = await fetch(false)
    const file = join(folder, 'users.parameters.json')
    expect([outcome, JSON.parse(readFileSync(file, 'utf8')), statSync(file).mode & 0o777, left()]).toEqual([
      expect.objectContaining({ parameters: file }),
      { signerKey: 'k' },
      0o600,
      ['users.ndjson', 'users.parameters.json'],
    ])
  })

  test('has a page that comes twice once, and counts users that changed between', async () => {
    const first = { users: madeUpUsers(3) }
    const second = { users: [{ id: 'u3', email: 'new@example.com' }, ...madeUpUsers(2, 3)] }
    const { out, fetch } = begin(madeUpSource([first, first, second]))
    expect(await fetch(false)).toMatchObject({ kind: 'fetched', users: 4, repeated: 5, changed: 1 })
    expect(readFileSync(out, 'utf8')).toBe(lines([{ users: madeUpUsers(4) }]))
  })

  test('is the same when the page comes twice on either side of a pause', async () => {
    const pages = [threePages[0] ?? { users: [] }, ...threePages]
    const { source, signal } = pausedAfter('1', pages)
    const { out, fetch } = begin(source)
    expect(await fetch(false, { signal })).toEqual({ kind: 'paused', users: 3 })
    expect(await fetch(true)).toMatchObject({ kind: 'fetched', users: 6, repeated: 3, changed: 0 })
    expect(readFileSync(out, 'utf8')).toBe(lines(threePages))
  })

  test('is written in the format of its source, and resumed in it', async () => {
    const format = {
      begin: 'version: 1\n\n',
      terminator: '\n\n',
      write: ({ id }: { readonly id?: unknown }) => `dn: ${JSON.stringify(id).slice(1, -1)}\nmail: ü`,
      read: (block: string) => ({ id: block.slice(4, block.indexOf('\n')) }),
    } as const
    const stop = new AbortController()
    const hear = (what: string) => void (what === 'page 2' && stop.abort())
    const pages = [...threePages.slice(0, 2), ...threePages]
    const { out, fetch } = begin(madeUpSource(pages, { format, hear }))
    expect(await fetch(false, { signal: stop.signal })).toEqual({ kind: 'paused', users: 5 })
    expect(await fetch(true)).toMatchObject({ kind: 'fetched', users: 6, repeated: 5 })
    expect(readFileSync(out, 'utf8')).toBe(
      `version: 1\n\n${madeUpUsers(6)
        .map(({ id }) => `dn: ${JSON.stringify(id).slice(1, -1)}\nmail: ü\n\n`)
        .join('')}`,
    )
  })
})

describe('a name that is taken', () => {
  test.each(['users.ndjson', 'users.ndjson.part', 'users.ndjson.fetch', 'users.parameters.json'])(
    '%s is refused, and stays as it is',
    async (name) => {
      const { folder, fetch, left } = begin(madeUpSource(threePages))
      writeFileSync(join(folder, name), 'of somebody else')
      expect(await fetch(false)).toMatchObject({ kind: 'failed', code: 'file-exists', resumable: false })
      expect([readFileSync(join(folder, name), 'utf8'), left()]).toEqual(['of somebody else', [name]])
    },
  )

  test('a link that leads nowhere is refused', async () => {
    const { folder, out, fetch } = begin(madeUpSource(threePages))
    symlinkSync(join(folder, 'elsewhere'), out)
    expect(await fetch(false)).toMatchObject({ kind: 'failed', code: 'file-exists' })
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false)
  })

  test('a file that comes into being meanwhile is not replaced; moved away, the fetch resumes to its end', async () => {
    const folder = temporaryFolder()
    const hear = (what: string) => void (what === 'page 2' && writeFileSync(join(folder, 'users.ndjson'), 'late'))
    const { out, fetch } = begin(madeUpSource(threePages, { hear }), folder)
    expect(await fetch(false)).toMatchObject({ kind: 'failed', code: 'file-exists', resumable: true })
    expect(await fetch(true)).toMatchObject({ kind: 'failed', code: 'file-exists', resumable: true })
    expect(readFileSync(out, 'utf8')).toBe('late')
  })

  test('two fetches to one file: the second is refused', async () => {
    const { fetch } = begin(madeUpSource(threePages))
    const [first, second] = await Promise.all([fetch(false), fetch(false)])
    expect([first.kind, second]).toEqual(['fetched', expect.objectContaining({ code: 'file-in-use' })])
  })
})

describe('resuming', () => {
  test('without an unfinished fetch, or after the end, is refused in a sentence', async () => {
    const { fetch } = begin(madeUpSource(threePages))
    const before = await fetch(true)
    await fetch(false)
    expect([before, await fetch(true)]).toMatchObject([
      { kind: 'failed', code: 'nothing-to-resume' },
      { kind: 'failed', code: 'file-exists' },
    ])
  })

  test('is offered with what the fetch was started with', async () => {
    const { source, signal } = pausedAfter('1')
    const { out, fetch } = begin(source)
    await fetch(false, { signal }, { place: 'here' })
    expect(unfinishedFetch(out)).toEqual({ source: 'made-up', settings: { place: 'here' }, users: 3 })
    expect(await fetch(true, {}, { place: 'there' })).toMatchObject({ code: 'bad-settings', resumable: true })
    expect(await fetch(true, {}, { place: 'here' })).toMatchObject({ kind: 'fetched', users: 6 })
  })

  test.each([
    [
      'a changed byte',
      (out: string) => writeFileSync(`${out}.part`, readFileSync(`${out}.part`, 'utf8').replace('u2', 'u9')),
    ],
    ['a missing end', (out: string) => writeFileSync(`${out}.part`, readFileSync(`${out}.part`, 'utf8').slice(0, -1))],
    ['a damaged journal', (out: string) => writeFileSync(`${out}.fetch`, '{"version":1')],
    ['a journal of another kind', (out: string) => writeFileSync(`${out}.fetch`, '{"version":1,"bytes":-1}')],
  ])('after %s is refused, and nothing is called done', async (_name, damage) => {
    const { source, signal } = pausedAfter('1')
    const { out, fetch } = begin(source)
    await fetch(false, { signal })
    damage(out)
    expect(await fetch(true)).toMatchObject({ kind: 'failed', code: 'part-damaged' })
    expect(existsSync(out)).toBe(false)
  })

  test('cuts what the journal does not count', async () => {
    const { source, signal } = pausedAfter('1')
    const { out, fetch } = begin(source)
    await fetch(false, { signal })
    appendFileSync(`${out}.part`, '{"id":"half a us')
    expect(await fetch(true)).toMatchObject({ kind: 'fetched', users: 6 })
    expect(readFileSync(out, 'utf8')).toBe(lines(threePages))
  })
})

describe('waits and retries', () => {
  const away: FetchReply = { kind: 'failed', code: 'unreachable', sentence: 'The server is gone.', again: true }
  const limited: FetchReply = { kind: 'wait', seconds: 90, reason: 'Rate limit.' }

  test('what the source asks for is waited whole, and shown', async () => {
    const clock = virtualClock()
    const started = clock.now()
    const shown: FetchProgress[] = []
    const { fetch } = begin(madeUpSource([{ users: madeUpUsers(1), before: [limited, limited] }]))
    const outcome = await clock.runUntil(fetch(false, { clock, onProgress: (one) => shown.push(one) }))
    expect([outcome.kind, clock.now() - started, shown.find(({ state }) => state === 'waiting')?.note]).toEqual([
      'fetched',
      180_000,
      'Rate limit.',
    ])
  })

  test('a wait beyond an hour ends in a sentence, and can be resumed', async () => {
    const { fetch } = begin(
      madeUpSource([{ users: madeUpUsers(1) }, { users: madeUpUsers(1, 2), before: [{ ...limited, seconds: 7200 }] }]),
    )
    expect(await fetch(false)).toMatchObject({ kind: 'failed', code: 'rate-limited', resumable: true, users: 1 })
    expect(await fetch(true)).toMatchObject({ kind: 'fetched', users: 2 })
  })

  test('retries back off with jitter and are bounded', async () => {
    const clock = virtualClock()
    const started = clock.now()
    const before = Array.from({ length: 20 }, () => away)
    const { fetch, left } = begin(madeUpSource([{ users: madeUpUsers(2) }, { users: madeUpUsers(1, 3), before }]))
    const outcome = await clock.runUntil(fetch(false, { clock, random: () => 0.5 }))
    expect(outcome).toEqual({
      kind: 'failed',
      code: 'unreachable',
      sentence: 'The server is gone.',
      resumable: true,
      users: 2,
    })
    // Half of 0.5, 1, 2, 4, 8, 16 and 30 seconds.
    expect([clock.now() - started, left()]).toEqual([30_750, ['users.ndjson.fetch', 'users.ndjson.part']])
  })

  test('a failure before the first page leaves nothing to resume', async () => {
    const { fetch, left } = begin(madeUpSource([{ users: madeUpUsers(2), before: [{ ...away, again: false }] }]))
    expect([await fetch(false), left()]).toEqual([expect.objectContaining({ resumable: false }), []])
  })

  test('a pause ends a wait at once', async () => {
    const stop = new AbortController()
    const { fetch } = begin(madeUpSource([{ users: madeUpUsers(1), before: [limited] }]))
    const onProgress = ({ state }: FetchProgress) => void (state === 'waiting' && stop.abort())
    expect(await fetch(false, { signal: stop.signal, onProgress })).toEqual({ kind: 'paused', users: 0 })
  })

  test('a source that throws ends in a sentence without what it threw', async () => {
    const source = madeUpSource([], { page: () => Promise.reject(new Error('password=hunter2')) })
    const outcome = await begin(source).fetch(false)
    expect([outcome.kind, JSON.stringify(outcome).includes('hunter2')]).toEqual(['failed', false])
  })
})

test('a disk that is full: a sentence, and what is written resumes', async ({ skip }) => {
  const disk = tinyDisk(64)
  if (disk === null) return skip('no file system of our own size can be mounted here')
  const pages = Array.from({ length: 40 }, (_, page) => ({ users: madeUpUsers(50, page * 50 + 1) }))
  const { fetch, left } = begin(madeUpSource(pages), disk)
  const outcome = await fetch(false)
  expect(outcome).toMatchObject({ kind: 'failed', code: 'disk-full' })
  expect(left()).toEqual(['users.ndjson.fetch', 'users.ndjson.part'])
})

describe('the handle of a fetch', () => {
  const request = (out: string) => ({ source: 'made-up', settings: {}, secrets: {}, out, resume: false })

  test('cancels: nothing is left', async () => {
    const folder = temporaryFolder()
    let cancel = () => undefined as void
    const hear = (what: string) => void (what === 'page 1' && cancel())
    const handle = fetchHere([madeUpSource(threePages, { hear })])(request(join(folder, 'a.ndjson')), () => undefined)
    cancel = handle.cancel
    expect([await handle.done, readdirSync(folder)]).toEqual([{ kind: 'cancelled' }, []])
  })

  test('pauses, and says how far it is in snapshots', async () => {
    const out = join(temporaryFolder(), 'a.ndjson')
    let pause = () => undefined as void
    const hear = (what: string) => void (what === 'page 1' && pause())
    const shown: FetchProgress[] = []
    const handle = fetchHere([madeUpSource(threePages, { hear })])(request(out), (one) => shown.push(one))
    pause = handle.pause
    expect([await handle.done, shown[0]?.state, shown[1]?.total]).toEqual([
      { kind: 'paused', users: 3 },
      'connecting',
      6,
    ])
  })
})
