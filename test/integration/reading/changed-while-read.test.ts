import { appendFileSync, copyFileSync, renameSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readDrafts, type ReadDrafts } from '../../../electron/engine/import-pipeline/read-drafts.ts'
import { cli } from '../../support/cli.ts'
import { madeUpCsv, usersWithHashes } from '../../support/made-up-csv.ts'
import { startCore, usersIn } from '../../support/rehearsal.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { zipOf } from '../../fuzz/zip-of.ts'

const table = madeUpCsv(usersWithHashes(200))

/** Changes the file after it was recognized and before its records are read. */
function readWhile(change: () => void): ReadDrafts {
  return (order, options) =>
    readDrafts(order, {
      ...options,
      onFacts: (facts) => {
        options.onFacts(facts)
        change()
      },
    })
}

async function runWhile(content: string | Buffer, change: (path: string) => void) {
  const folder = temporaryFolder()
  const core = await startCore({ dialect: 'documented' })
  const path = join(folder, 'users.csv')
  writeFileSync(path, content)
  const args = ['run', 'users.csv', '--core', core.baseUrl, '--yes', '--document', 'm.migration']
  const run = await cli(args, { cwd: folder, readDrafts: readWhile(() => change(path)) })
  return { code: run.code, err: run.err, sent: usersIn(core).length }
}

const changes: readonly (readonly [string, (path: string) => void])[] = [
  ['is cut', (path) => truncateSync(path, 2000)],
  ['is cut where a row ends', (path) => truncateSync(path, table.indexOf('\n', 2000) + 1)],
  ['grows', (path) => appendFileSync(path, table.split('\n')[1] ?? '')],
  [
    'is replaced by another of the same size and time',
    (path) => {
      const { atime, mtime } = statSync(path)
      copyFileSync(path, `${path}.new`)
      utimesSync(`${path}.new`, atime, mtime)
      renameSync(`${path}.new`, path)
    },
  ],
  [
    'is written anew with the same size and time',
    (path) => {
      const { atime, mtime } = statSync(path)
      writeFileSync(path, table.replace('@', '#'))
      utimesSync(path, atime, mtime)
    },
  ],
]

/** Swaps a file for another one of the same size and time; called again, it swaps them back. */
function swap(path: string): void {
  renameSync(path, `${path}.spare`)
  renameSync(`${path}.other`, path)
  renameSync(`${path}.spare`, `${path}.other`)
}

const [ours, theirs] = [zipOf(Buffer.from(table), false), zipOf(Buffer.from(table.replaceAll('@', '%')), false)]

describe('a zip archive that is swapped after it was judged', () => {
  async function runWith(hooks: (path: string) => Partial<Parameters<ReadDrafts>[1]>) {
    const folder = temporaryFolder()
    const core = await startCore({ dialect: 'documented' })
    const path = join(folder, 'users.zip')
    writeFileSync(path, ours)
    writeFileSync(`${path}.other`, theirs)
    for (const one of [path, `${path}.other`]) utimesSync(one, 1000, 1000)
    const args = ['run', 'users.zip', '--core', core.baseUrl, '--yes', '--document', 'm.migration']
    const changing: ReadDrafts = (order, options) => {
      const { onFacts, onBatches } = hooks(path)
      return readDrafts(order, {
        ...options,
        onFacts: (facts) => (options.onFacts(facts), onFacts?.(facts)),
        onBatches: async (batches) => (await options.onBatches(batches), onBatches?.(batches)),
      })
    }
    const run = await cli(args, { cwd: folder, readDrafts: changing })
    return [run.code, run.err.includes('This file changed while it was being read'), usersIn(core).length]
  }

  test('is refused, and nobody of either is sent', async () => {
    expect(await runWith((path) => ({ onFacts: () => swap(path) }))).toEqual([2, true, 0])
  })

  test('is refused, too, when the first one is back before the end', async () => {
    const both = (path: string) => ({ onFacts: () => swap(path), onBatches: () => swap(path) })
    expect(await runWith(both)).toEqual([2, true, 0])
  })

  test('is refused, too, when the first one is back before its end is looked at, and the sizes differ', async () => {
    const cut = (path: string) => ({
      onFacts: () => (truncateSync(`${path}.other`, theirs.length - 200), swap(path)),
      onBatches: () => swap(path),
    })
    expect(await runWith(cut)).toEqual([2, true, 0])
  })
})

describe('a file that changes while it is read', () => {
  test.each(changes)('is refused, and nobody of it is sent: it %s', async (_, change) => {
    const { code, err, sent } = await runWhile(table, change)
    expect([code, err, sent]).toEqual([2, expect.stringContaining('This file changed while it was being read'), 0])
  })

  test.each([
    ['as it lies there', Buffer.from(table)],
    ['in gzip', gzipSync(table)],
    ['in gzip with zeros behind it', Buffer.concat([gzipSync(table), Buffer.alloc(100_000)])],
    ['in zip', zipOf(Buffer.from(table))],
  ])('is sent where nothing changes: %s', async (_, content) => {
    expect(await runWhile(content, () => undefined)).toMatchObject({ code: 0, sent: 200 })
  })
})
