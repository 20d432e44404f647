import { expect, test } from 'vitest'
import { shownMapping } from '../../../../electron/engine/reporting/audit.ts'

const hash = '$2b$10$abcdefghijklmnopqrstuOaaaaaaaaaaaaaaaaaaaaaaaaaaaaau'
const report = {
  tables: ['users'],
  unusedTables: [{ table: 'audit', reason: 'does not look like users' }],
  columns: [
    { column: 'mail', becomes: 'email', confidence: 'exact' as const, reason: 'it is called “mail”, and all fit' },
  ],
  unused: [
    { column: hash, reason: `the name “${hash}” says nothing` },
    { column: 'ann@acme.example', reason: 'empty in the first records' },
    { column: 'mail2', reason: `a second choice, where “ann@acme.example” is empty, and “${hash}” as well` },
  ],
  possibleFlags: [
    { column: hash, values: [{ value: 'ann@acme.example', records: 3 }], empty: 0, times: 0, isLikely: false },
  ],
}

test('column names that are values are masked: contacts where the report is, hashes always', () => {
  const [masked, full] = [shownMapping(report, true), shownMapping(report, false)]
  expect([masked?.tables, masked?.unusedTables, masked?.columns]).toEqual([
    report.tables,
    report.unusedTables,
    report.columns,
  ])
  expect(full?.unused.map(({ column }) => column)).toEqual(['$2b$10$••••', 'ann@acme.example', 'mail2'])
  expect(JSON.stringify(masked)).not.toMatch(/ann@acme|abcdef/)
  expect(JSON.stringify(full)).not.toMatch(/abcdef/)
  expect(masked?.unused[2]?.reason).toContain('where “a***@acme.example” is empty')
})
