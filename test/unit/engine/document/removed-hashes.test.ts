import { appendFileSync, closeSync, ftruncateSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  acquireExclusively,
  countHashTexts,
  hashesRemovedProblem,
  removeHashes,
} from '../../../../electron/engine/document/removed-hashes.ts'
import { withSnapshot } from '../../../../electron/engine/document/open-document.ts'
import { sqliteDriver } from '../../../../electron/engine/sqlite-driver.ts'
import { getSetting } from '../../../../electron/engine/document/settings.ts'
import { ok } from '../../../../shared/result.ts'
import { madeUpBcrypt } from '../../../support/made-up-csv.ts'
import { importOf, plannedDocument } from '../../../support/rounds.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

function withHashes(users: number) {
  const { document } = plannedDocument(Array.from({ length: users }, (_, n) => [importOf(`u${n}@example.com`)]))
  const hashes = () =>
    document.database.prepare(`SELECT 1 FROM user_text WHERE calls NOT LIKE '%"passwordHash":""%'`).all().length
  return { document, hashes }
}

const never = new AbortController().signal

describe('removing the hashes', () => {
  test('is refused before anything is changed where the disk cannot hold the file twice', async () => {
    const { document, hashes } = withHashes(3)
    const freeSpace = () => 1000
    const removed = await removeHashes(document, { now: 1, signal: never, onProgress: () => undefined, freeSpace })
    expect([
      removed.ok ? null : [removed.error.code, removed.error.message],
      hashes(),
      hashesRemovedProblem(document.database),
    ]).toEqual([
      ['space-missing', expect.stringMatching(/takes [\d.]+ kB of free .*; 1 kB are free\. Nothing/)],
      3,
      null,
    ])
  })

  test('is refused where a document that is written anew in a temporary file on the same disk finds no space for two', async () => {
    const { document } = withHashes(1)
    const path = join(temporaryFolder(), 'm.migration')
    const askedOf = async (size: number, free: number) => {
      const handle = openSync(path, 'w')
      ftruncateSync(handle, size)
      closeSync(handle)
      const removed = await removeHashes(
        { ...document, path },
        { now: 1, signal: AbortSignal.abort(), onProgress: () => undefined, freeSpace: () => free },
      )
      return removed.ok ? null : removed.error.code
    }
    const limit = 64 * mebibyte
    expect([
      await askedOf(limit, limit - 1),
      await askedOf(limit, limit),
      await askedOf(limit + 1, 2 * limit + 1),
      await askedOf(limit + 1, 2 * limit + 2),
    ]).toEqual(['space-missing', 'hashes-stopped', 'space-missing', 'hashes-stopped'])
  })

  test('has to wait for a reader, and leaves the document as it was where that does not end', async () => {
    const { document } = withHashes(1)
    const whileRead = await withSnapshot(document.path, async () => {
      const refused = await acquireExclusively(document, 2)
      return ok([refused.ok ? null : refused.error.code, document.database.prepare('PRAGMA journal_mode').all()])
    })
    const alone = await acquireExclusively(document, 1)
    expect([whileRead, alone.ok]).toEqual([ok(['hashes-read', [{ journal_mode: 'wal' }]]), true])
  })

  test.each([
    ['in the first wait', 1, true, 1],
    ['in the last wait', 2, true, 2],
    ['never', Infinity, false, 2],
  ])('waits between tries for a reader that ends %s', async (_, endsIn, isAcquired, waits) => {
    const { document } = withHashes(1)
    const reader = sqliteDriver().open(document.path, true)
    // The packaged driver lets go of the file when the statement is collected.
    const statements = [reader.prepare('SELECT 1 FROM user')]
    statements[0]?.get()
    let waited = 0
    const wait = async () => {
      waited += 1
      if (waited !== endsIn) return
      statements.pop()
      reader.close()
    }
    const acquired = await acquireExclusively(document, 3, wait)
    if (!acquired.ok) reader.close()
    expect([acquired.ok, waited]).toEqual([isAcquired, waits])
  })

  test('goes on where the system does not say how much is free', async () => {
    const { document, hashes } = withHashes(3)
    await acquireExclusively(document)
    const done: number[] = []
    const removed = await removeHashes(document, {
      now: 1,
      signal: never,
      onProgress: (share) => void done.push(share),
      freeSpace: () => null,
    })
    expect([removed.ok, hashes(), done, getSetting(document.database, 'hashes-removed')]).toEqual([true, 0, [60], 1])
  })

  test('says before a large file is written anew that there is no telling how far that is', async () => {
    const { document } = withHashes(3)
    await acquireExclusively(document)
    const done: (readonly [number, number])[] = []
    const onProgress = (share: number, of: number) => void done.push([share, of])
    const removed = await removeHashes(document, { now: 1, signal: never, onProgress, large: () => true })
    expect([removed.ok, done]).toEqual([
      true,
      [
        [60, 100],
        [0, 0],
      ],
    ])
  })

  test('goes on to the end of a search of the file, and no further', async () => {
    const { document } = withHashes(1)
    const { database } = document
    database.prepare('UPDATE file SET name = ?').run('.'.repeat(8 * mebibyte))
    await acquireExclusively(document)
    const done: number[] = []
    const onProgress = (share: number, of: number) => void done.push((100 * share) / of)
    const removed = await removeHashes(document, { now: 1, signal: never, onProgress })
    const searching = done.slice(1)
    expect([removed.ok, done[0], searching[0]]).toEqual([true, 60, 80])
    expect(searching.every((share, at) => share >= (searching[at - 1] ?? 80) && share <= 100)).toBe(true)
    expect((searching.at(-1) ?? 0) > 95).toBe(true)
  })

  test('that is stopped says so, and takes all of them the next time', async () => {
    const { document, hashes } = withHashes(3)
    await acquireExclusively(document)
    const order = { now: 1, onProgress: () => undefined }
    const stopped = await removeHashes(document, { ...order, signal: AbortSignal.abort() })
    const between = [hashes(), getSetting(document.database, 'hashes-removed')]
    const again = await removeHashes(document, { ...order, signal: never })
    expect([stopped.ok ? null : stopped.error.code, between, again.ok, hashes()]).toEqual([
      'hashes-stopped',
      [3, undefined],
      true,
      0,
    ])
  })
})

const mebibyte = 1024 * 1024

/** A file with a text at some place, and much behind it. */
function fileWith(text: string, at: number): string {
  const path = join(temporaryFolder(), 'm.migration')
  writeFileSync(path, Buffer.alloc(at, '.'))
  appendFileSync(path, text)
  appendFileSync(path, Buffer.alloc(mebibyte, '.'))
  return path
}

async function counts(text: string): Promise<readonly number[]> {
  const found = new Set<number>()
  for (let before = 0; before <= text.length + 1; before += 1) {
    found.add(await countHashTexts(fileWith(text, mebibyte - before), () => undefined))
  }
  return [...found]
}

describe('the search of a file for hashes', () => {
  test('does not take an emptied hash for one wherever the pieces are cut', async () => {
    expect([await counts('"passwordHash":""'), await counts('"hash":null')]).toEqual([[0], [0]])
  })

  test('tells after each piece which part is searched', async () => {
    const shares: number[] = []
    await countHashTexts(fileWith('', 3 * mebibyte), (share) => void shares.push(Math.round(share * 10_000) / 100))
    expect(shares).toEqual([0, 24.99, 49.99, 74.98])
  })

  test('finds a hash once wherever the pieces are cut', async () => {
    expect(await counts(madeUpBcrypt(1))).toEqual([1])
  })
})
