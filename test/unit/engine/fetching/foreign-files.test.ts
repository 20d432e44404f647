import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  linkSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fetchFile, type FetchParts } from '../../../../electron/engine/fetching/fetch-file.ts'
import { cancelFetch, unfinishedFetch } from '../../../../electron/engine/fetching/start-fetch.ts'
import { sealFor } from '../../../../electron/engine/trust/trust-store.ts'
import { madeUpSource, madeUpUsers } from '../../../support/servers/made-up-source.ts'
import { layDatabaseNaming } from '../../../support/data/hot-journal.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const pages = [{ users: madeUpUsers(3) }, { users: madeUpUsers(2, 4) }]
const idle = new AbortController().signal

/** A folder with a fetch that was paused after its first page, and a file beside it that nothing may touch. */
async function unfinished() {
  const folder = temporaryFolder()
  const [out, victim] = [join(folder, 'users.ndjson'), join(folder, 'thesis.txt')]
  writeFileSync(victim, 'years of work\n')
  const stop = new AbortController()
  const heard: string[] = []
  const hear = (what: string) => {
    heard.push(what)
    if (what === 'page 1' && heard.filter((one) => one === what).length === 1) stop.abort()
  }
  const source = madeUpSource(pages, { hear })
  const settings = { place: 'here' }
  await fetchFile({ source, settings, secrets: {}, out, resume: false }, { signal: stop.signal })
  heard.length = 0
  const resume = (given: Readonly<Record<string, string>> = {}, parts: Partial<FetchParts> = {}) =>
    fetchFile({ source, settings: given, secrets: { word: 'pa55' }, out, resume: true }, { signal: idle, ...parts })
  const journal = () => JSON.parse(readFileSync(`${out}.fetch`, 'utf8')) as Record<string, unknown>
  const write = (change: object) => writeFileSync(`${out}.fetch`, JSON.stringify({ ...journal(), ...change }))
  const isUnharmed = () => readFileSync(victim, 'utf8') === 'years of work\n'
  return { folder, out, victim, heard, resume, write, isUnharmed }
}

describe('a lock that was laid beside the file', () => {
  test.each(['fetch', 'resume', 'discard'] as const)('names a file to delete: %s opens nothing', async (how) => {
    const { out, victim, resume, isUnharmed } = await unfinished()
    layDatabaseNaming(`${out}.fetch-lock`, victim)
    const outcome = how === 'discard' ? cancelFetch(out) : await (how === 'resume' ? resume() : anew(out))
    expect([isUnharmed(), outcome]).toEqual([true, expect.objectContaining({ kind: 'failed', code: 'file-exists' })])
  })

  test('is a link, a pipe, a second name of a file or not empty: it is not opened', async () => {
    const lay: readonly ((lock: string, victim: string) => void)[] = [
      (lock, victim) => symlinkSync(victim, lock),
      (lock, victim) => linkSync(victim, lock),
      (lock) => void execFileSync('mkfifo', [lock]),
      (lock) => writeFileSync(lock, 'SQLite format 3\0'),
      (lock) => writeFileSync(`${lock}-journal`, ''),
    ]
    for (const one of lay) {
      const { out, victim, resume, isUnharmed } = await unfinished()
      one(`${out}.fetch-lock`, victim)
      expect([await resume(), isUnharmed()]).toEqual([expect.objectContaining({ code: 'file-exists' }), true])
    }
  })
})

const anew = (out: string) =>
  fetchFile({ source: madeUpSource(pages), settings: {}, secrets: {}, out, resume: false }, { signal: idle })

describe('a part file that was replaced', () => {
  test('by a link, even to the same bytes, is neither followed nor cut', async () => {
    const { folder, out, victim, resume } = await unfinished()
    renameSync(`${out}.part`, victim)
    appendFileSync(victim, 'more that must stay\n')
    const before = readFileSync(victim, 'utf8')
    for (const link of [() => symlinkSync(victim, `${out}.part`), () => linkSync(victim, `${out}.part`)]) {
      rmSync(`${out}.part`, { force: true })
      link()
      expect(await resume()).toMatchObject({ kind: 'failed', code: 'part-damaged' })
    }
    expect([readFileSync(victim, 'utf8'), existsSync(out)]).toEqual([before, false])
    expect(readdirSync(folder)).toContain('users.ndjson.part')
  })

  test('while users are written to it: the replacement does not become the result', async () => {
    const { out, victim, isUnharmed } = await unfinished()
    cancelFetch(out)
    const hear = (what: string) => {
      if (what !== 'page 1') return
      rmSync(`${out}.part`)
      symlinkSync(victim, `${out}.part`)
    }
    const order = { source: madeUpSource(pages, { hear }), settings: {}, secrets: {}, out, resume: false }
    expect(await fetchFile(order, { signal: idle })).toMatchObject({ kind: 'failed', code: 'file-exists' })
    expect([existsSync(out), isUnharmed()]).toEqual([false, true])
  })
})

describe('a journal that this machine did not write', () => {
  const foreign = { settings: { place: 'thief' } }

  test('gets no secret sent to its address, whatever it says of itself', async () => {
    const { heard, out, resume, write } = await unfinished()
    const seal = sealFor('journal of a fetch', Buffer.alloc(32, 1))
    for (const change of [foreign, { ...foreign, seal: '' }, { ...foreign, seal: seal([]) }, { users: 7 }]) {
      write(change)
      expect(await resume()).toMatchObject({ kind: 'failed', code: 'bad-settings' })
      expect(unfinishedFetch(out)).toMatchObject({ settings: null })
    }
    expect(heard).toEqual([])
  })

  test('is resumed where every option is given again', async () => {
    const { heard, resume } = await unfinished()
    const parts = { seal: sealFor('journal of a fetch', Buffer.alloc(32, 1)) }
    expect(await resume({}, parts)).toMatchObject({ sentence: expect.stringContaining('giving --place again') })
    expect(await resume({ place: 'elsewhere' }, parts)).toMatchObject({ code: 'bad-settings' })
    expect(heard).toEqual([])
    expect(await resume({ place: 'here' }, parts)).toMatchObject({ kind: 'fetched', users: 5 })
  })

  test('of another file of this machine does not count for this one', async () => {
    const [one, other] = [await unfinished(), await unfinished()]
    writeFileSync(`${one.out}.fetch`, readFileSync(`${other.out}.fetch`))
    expect(await one.resume()).toMatchObject({ code: 'bad-settings' })
    expect(one.heard).toEqual([])
  })

  test('is a link, a pipe or larger than any: it is not read', async () => {
    const lay: readonly ((journal: string, copy: string) => void)[] = [
      (journal, copy) => (renameSync(journal, copy), symlinkSync(copy, journal)),
      (journal, copy) => linkSync(journal, copy),
      (journal) => (rmSync(journal), void execFileSync('mkfifo', [journal])),
      (journal) => (rmSync(journal), symlinkSync('/dev/zero', journal)),
      (journal) => appendFileSync(journal, ' '.repeat(2_000_000)),
    ]
    for (const one of lay) {
      const { out, heard, folder, resume } = await unfinished()
      one(`${out}.fetch`, join(folder, 'copy'))
      expect(await resume()).toMatchObject({ kind: 'failed', code: 'part-damaged' })
      expect(heard).toEqual([])
    }
  })
})
