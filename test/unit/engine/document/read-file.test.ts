import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fileTable } from '../../../../electron/engine/document/files.ts'
import { readFile } from '../../../../electron/engine/document/read-file.ts'
import { lateIndexes, lateIndexing } from '../../../../electron/engine/document/schema.ts'
import { getSetting, setSetting } from '../../../../electron/engine/document/settings.ts'
import { fileFact } from '../../../../electron/engine/document/source-facts.ts'
import { oneNumber, sql } from '../../../../electron/engine/document/sqlite.ts'
import {
  readDrafts,
  type ReadDrafts,
  readingStopped,
  smallUser,
} from '../../../../electron/engine/import-pipeline/read-drafts.ts'
import type { DraftBatch } from '../../../../electron/engine/import-pipeline/draft-batch.ts'
import { problem } from '../../../../shared/result.ts'
import { codeOf, emptyDocument, must } from '../../../support/documents.ts'
import { fileIn, temporaryFolder } from '../../../support/temporary-folder.ts'

const never = new AbortController().signal
const csv = (...names: readonly string[]) =>
  `id,email\n${names.map((name) => `${name},${name}@example.com\n`).join('')}`

/** A document and what its files are read with. */
function reading() {
  const document = emptyDocument()
  const { database } = document
  const folder = temporaryFolder()
  const expected: (number | null)[] = []
  const progress: (readonly number[])[] = []
  const judging = {
    begin: (_: unknown, users: number | null) => void expected.push(users),
    judge: (batch: DraftBatch) => batch,
    judged: () => null,
  }
  const onProgress = (records: number, bytes: number) => void progress.push([records, bytes])
  const add = (name: string, text: string) => fileTable.add(database, fileIn(folder, name, text), name, text.length)
  const read = (file: number, by?: ReadDrafts, signal = never) =>
    readFile(document, file, { signal, judging, onProgress, read: by })
  const users = () => oneNumber(sql(database, 'SELECT count(*) AS n FROM user'))
  const hasIndexes = () =>
    oneNumber(
      sql(database, 'SELECT count(*) AS n FROM sqlite_schema WHERE sql IN (SELECT value FROM json_each(?))'),
      JSON.stringify(lateIndexes),
    ) === lateIndexes.length
  return { database, expected, progress, add, read, users, hasIndexes }
}

test('the first users are judged with their expected number and planned with the choices of now, those of later files are not', async () => {
  const { database, add, read, expected, progress } = reading()
  const decided = () => [getSetting(database, 'plans-current'), getSetting(database, 'plans-stale')]
  const note = () => {
    setSetting(database, 'plans-current', true)
    setSetting(database, 'plans-stale', true)
  }
  const text = csv('ann', 'bob')
  const [first, second] = [add('first.csv', text), add('second.csv', csv('cem'))]
  note()
  must(await read(first))
  const found = [decided()]
  note()
  must(await read(second))
  found.push(decided())
  expect([found, expected]).toEqual([
    [
      [false, false],
      [false, true],
    ],
    [text.length / smallUser, null],
  ])
  expect(progress[0]?.[0]).toBe(2)
  expect([fileFact(database, first, 'columns-read'), fileFact(database, first, 'column-counts')]).not.toContain(null)
  expect(codeOf(await read(99))).toBe('file-unknown')
})

test('a file that is read again replaces its users, and one that changed meanwhile has none and says why', async () => {
  const { database, add, read, users } = reading()
  const file = add('users.csv', csv('ann', 'bob'))
  must(await read(file))
  must(await read(file))
  expect([users(), fileTable.get(database, file)?.complete, fileTable.get(database, file)?.problem]).toEqual([
    2,
    true,
    null,
  ])
  writeFileSync(fileTable.get(database, file)?.path ?? '', csv('ann', 'bob', 'eve'))
  const changed = await read(file)
  expect([
    changed.ok,
    users(),
    fileTable.get(database, file)?.complete,
    fileTable.get(database, file)?.problem,
  ]).toEqual([false, 0, false, changed.ok ? null : changed.error])
})

test('indexes are let go of before a file that is larger than all that were read to their end', async () => {
  const { database, add, read, hasIndexes } = reading()
  const [small, same, large] = [csv('ann'), csv('bob'), csv('cem', 'dan', 'eve', 'fay', 'gil', 'hal')]
  const kept: boolean[] = []
  for (const [at, text] of [small, same, small, large].entries()) {
    await lateIndexing.create(database)
    const file = add(`${at}.csv`, text)
    must(await read(file))
    kept.push(hasIndexes())
  }
  await lateIndexing.create(database)
  // One byte more than the three others that were read to their end.
  const last = add('last.csv', csv('ida', 'jan', 'kim', 'leo').trimEnd())
  fileTable.change(database, 4, { complete: false })
  must(await read(last))
  expect([kept, hasIndexes()]).toEqual([[false, true, true, false], false])
})

test('a problem of a file is kept with it in place of its users; that reading stopped or the disk is full is not', async () => {
  const { database, add, read, users } = reading()
  const file = add('users.csv', csv('ann', 'bob'))
  const after: (end: ReturnType<typeof problem>) => ReadDrafts = (end) => async (order, options) => {
    await readDrafts(order, options)
    return end
  }
  const stopping = new AbortController()
  const failing: ReadDrafts = () => Promise.reject(new Error('database or disk is full'))
  const stopped: ReadDrafts = () => {
    stopping.abort()
    return Promise.reject(new Error('database or disk is full'))
  }
  const codes = [
    codeOf(await read(file, failing)),
    codeOf(await read(file, stopped, stopping.signal)),
    codeOf(await read(file, after(readingStopped))),
  ]
  const problems = [fileTable.get(database, file)?.problem]
  codes.push(codeOf(await read(file, after(problem('file-cut', 'The file ends too early.')))))
  problems.push(fileTable.get(database, file)?.problem)
  expect([codes, problems, users()]).toEqual([
    ['disk-full', 'reading-stopped', 'reading-stopped', 'file-cut'],
    [null, { code: 'file-cut', message: 'The file ends too early.' }],
    0,
  ])
})
