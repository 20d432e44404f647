import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeReport, writeReports } from '../../../../electron/engine/reporting/write-report.ts'
import { reportRows } from '../../../../electron/engine/reporting/report-rows.ts'
import { codeOf, must } from '../../../support/documents.ts'
import { importOf, plannedDocument } from '../../../support/rounds.ts'
import { folderOf, temporaryFolder } from '../../../support/temporary-folder.ts'
import { whileReadOnly } from '../../../support/machine/without-rights.ts'

test('a report into a folder that cannot be written to is a problem, and nothing is left there', async () => {
  const { database } = plannedDocument([[importOf('a@example.com')]]).document
  const folder = temporaryFolder()
  const made = await whileReadOnly(folder, () => writeReport(database, 'csv', true, join(folder, 'report.csv')))
  expect([codeOf(made), readdirSync(folder)]).toEqual(['report-not-saved', []])
})

test('a report counts its rows', async () => {
  const { database } = plannedDocument([[importOf('a@example.com')], [importOf('b@example.com')]]).document
  const rows = must(await writeReport(database, 'json', true, join(temporaryFolder(), 'report.json'))).rows
  expect(rows).toBe(2)
})

test('all reports are written in one pass over the users', async () => {
  const { database } = plannedDocument([[importOf('a@example.com')], [importOf('b@example.com')]]).document
  const folder = temporaryFolder()
  let passes = 0
  must(
    await writeReports(database, true, folder, false, {
      pages: (...asked) => {
        passes += 1
        return reportRows(...asked)
      },
    }),
  )
  const rows = readFileSync(join(folder, 'report.csv'), 'utf8')
    .split('\n')
    .filter((line) => /^"?call/.test(line))
  expect([passes, readdirSync(folder).toSorted(), rows.length]).toEqual([
    1,
    ['report.csv', 'report.html', 'report.json'],
    2,
  ])
})

test('when the users cannot be read to their end, no report is left half written, and an earlier one stays', async () => {
  const { database } = plannedDocument([[importOf('a@example.com')]]).document
  const folder = folderOf({ 'report.csv': 'of before' })
  const written = await writeReports(database, true, folder, false, {
    pages: function* (...asked) {
      yield* reportRows(...asked)
      throw new Error('gone')
    },
  })
  expect([codeOf(written), readdirSync(folder), readFileSync(join(folder, 'report.csv'), 'utf8')]).toEqual([
    'report-not-saved',
    ['report.csv'],
    'of before',
  ])
})

test('a report says how many users were read of it, and stops between two pages without a file', async () => {
  const { database } = plannedDocument(Array.from({ length: 2100 }, (_, n) => [importOf(`a${n}@example.com`)])).document
  const folder = temporaryFolder()
  const stopping = new AbortController()
  const progress: (readonly [number, number])[] = []
  const onProgress = (done: number, total: number) => {
    progress.push([done, total])
    if (done === 2000) stopping.abort()
  }
  const written = await writeReport(database, 'csv', true, join(folder, 'report.csv'), {
    signal: stopping.signal,
    onProgress,
  })
  expect([codeOf(written), readdirSync(folder), progress]).toEqual([
    'saving-stopped',
    [],
    [
      [1000, 2100],
      [2000, 2100],
    ],
  ])
})
