import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeReport } from '../../../../electron/engine/reporting/write-report.ts'
import { codeOf, must } from '../../../support/documents.ts'
import { importOf, plannedDocument } from '../../../support/rounds.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { whileReadOnly } from '../../../support/without-rights.ts'

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
