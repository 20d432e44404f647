import { createHash } from 'node:crypto'
import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { fileTable, type SourceFile } from '../../../electron/engine/document/files.ts'
import { createReadingJudge } from '../../../electron/engine/document/plans/judge-while-reading.ts'
import { readFile } from '../../../electron/engine/document/read-file.ts'
import type { DraftBatch } from '../../../electron/engine/import-pipeline/draft-batch.ts'
import { draftsInThread } from '../../../electron/engine/import-pipeline/fast/drafts-in-thread.ts'
import { readDrafts, type FileFacts, type ReadDrafts } from '../../../electron/engine/import-pipeline/read-drafts.ts'
import { buildIfNeeded, root } from '../../../scripts/build-if-needed.mjs'
import { linePlaces } from '../../../shared/places.ts'
import { noChoices } from '../../../shared/planning/choices.ts'
import { codeOf, emptyDocument, must } from '../../support/documents.ts'
import { madeUpCsv, usersOfProvider, usersWithHashes } from '../../support/made-up-csv.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const planning = { choices: noChoices, context: { scrypt: null, dialect: 'documented' } } as const
const inThread = draftsInThread(join(root, 'dist', 'main', 'import-worker.js'))

/** A table of 1,250 users and a broken line, said to be large enough for a thread. */
function largeFile(): SourceFile {
  const path = join(temporaryFolder(), 'users.csv')
  writeFileSync(path, `${madeUpCsv([...usersWithHashes(1000), ...usersOfProvider(250)])}one,two\n`)
  const unknown = {
    digest: null,
    digest_bytes: null,
    format: null,
    compression: null,
    encoding: null,
    recognition: null,
    mapping: null,
  }
  const unread = { provider_override: null, records: 0, unreadable: 0, other: {}, complete: false, problem: null }
  const whole = { truncation: null, truncationAccepted: false, unreadTables: [], tablesExcluded: false }
  const chosen = { zip_member: null, table_override: null, offers: null, places: linePlaces }
  return { id: 1, path, name: 'users.csv', size: 2 ** 22, ...unknown, ...unread, ...whole, ...chosen }
}

async function drafts(read: ReadDrafts, file: SourceFile, signal = new AbortController().signal) {
  const batches: DraftBatch[] = []
  const facts: FileFacts[] = []
  const digests: string[] = []
  const result = await read(
    { file, planning, users: 'planned' },
    {
      signal,
      onDigest: (digest) => void digests.push(digest),
      onFacts: (fact) => void facts.push(fact),
      onBatches: (some) => void batches.push(...some),
    },
  )
  return { result, digests, facts, batches }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Changes a byte at the beginning, or changes it back, and leaves no trace in size and time. */
function rewrite(path: string): void {
  const bytes = readFileSync(path)
  bytes[0] = (bytes[0] ?? 0) ^ 32
  writeFileSync(path, bytes)
  utimesSync(path, 1000, 1000)
}

describe('a large file', { timeout: 120_000 }, () => {
  beforeAll(() => buildIfNeeded(), 120_000)

  it('becomes the same drafts in a thread of its own', async () => {
    const file = largeFile()
    const beside = await drafts(inThread, file)
    expect(beside).toEqual({ ...(await drafts(readDrafts, file)), digests: [] })
    expect(beside.batches.flatMap(({ users }) => users.of).length).toBe(1250)
  })

  it('is read only where it has the digest it had before', async () => {
    const file = largeFile()
    const { result } = await drafts(inThread, file)
    const { length: size } = readFileSync(file.path)
    const digest = must(result).digest
    const again = await drafts(inThread, { ...file, size, digest })
    expect([again.result.ok, again.digests]).toEqual([true, [digest]])
    const other = await drafts(inThread, { ...file, size, digest: '0'.repeat(64) })
    expect(other).toMatchObject({ result: { ok: false, error: { code: 'file-changed' } }, facts: [], batches: [] })
  })

  it('throws what the document throws when it is told the digest', async () => {
    const full = new Error('database or disk is full')
    const file = largeFile()
    const { size } = statSync(file.path)
    const reading = inThread(
      { file: { ...file, size, digest: sha256(readFileSync(file.path)) }, planning, users: 'planned' },
      {
        signal: new AbortController().signal,
        onDigest: () => {
          throw full
        },
        onFacts: () => undefined,
        onBatches: () => undefined,
      },
    )
    await expect(reading).rejects.toBe(full)
  })

  it('is refused when it is written to behind its reader', async () => {
    const file = largeFile()
    utimesSync(file.path, 1000, 1000)
    const options = { signal: new AbortController().signal, onDigest: () => undefined, onFacts: () => undefined }
    const onBatches = () => rewrite(file.path)
    const result = await inThread({ file, planning, users: 'planned' }, { ...options, onBatches })
    expect(codeOf(result)).toBe('file-changed')
  })

  it('has to be the same as far as it was read when its reading was stopped', async () => {
    const path = join(temporaryFolder(), 'users.csv')
    const content = Buffer.from(madeUpCsv(usersWithHashes(40_000)))
    writeFileSync(path, content)
    utimesSync(path, 1000, 1000)
    const document = emptyDocument()
    const { database } = document
    const id = fileTable.add(database, path, 'users.csv', content.length)
    const read = (onProgress: () => void, { signal } = new AbortController()) =>
      readFile(document, id, { signal, read: inThread, judging: createReadingJudge(database), onProgress })
    const stopping = new AbortController()
    const stopped = await read(() => stopping.abort(), stopping)
    const { digest, digest_bytes: bytes } = fileTable.get(database, id) ?? {}
    rewrite(path)
    const other = await read(() => undefined)
    rewrite(path)
    const same = await read(() => undefined)
    expect([stopped, other, same].map(codeOf)).toEqual(['reading-stopped', 'file-changed', 'no problem'])
    expect([content.length > 2 ** 21, (bytes ?? 0) > 0, digest]).toEqual([
      true,
      true,
      sha256(content.subarray(0, bytes ?? 0)),
    ])
    expect(fileTable.get(database, id)).toMatchObject({ complete: true, digest: sha256(content), digest_bytes: null })
  })

  it('is no longer read once somebody stops it', async () => {
    const stopping = new AbortController()
    const file = largeFile()
    const stopped = await inThread(
      { file, planning, users: 'planned' },
      {
        signal: stopping.signal,
        onDigest: () => undefined,
        onFacts: () => undefined,
        onBatches: () => stopping.abort(),
      },
    )
    expect(stopped).toMatchObject({ ok: false, error: { code: 'reading-stopped' } })
  })

  it('throws what the document throws', async () => {
    const full = new Error('database or disk is full')
    const reading = inThread(
      { file: largeFile(), planning, users: 'planned' },
      {
        signal: new AbortController().signal,
        onDigest: () => undefined,
        onFacts: () => undefined,
        onBatches: () => Promise.reject(full),
      },
    )
    await expect(reading).rejects.toBe(full)
  })

  it('is named when the thread ends without an answer', async () => {
    const { result } = await drafts(draftsInThread(join(root, 'dist', 'main', 'no-such-worker.js')), largeFile())
    expect(result).toMatchObject({ ok: false, error: { code: 'reading-ended' } })
  })
})
