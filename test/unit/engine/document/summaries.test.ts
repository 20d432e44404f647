import { expect, test } from 'vitest'
import { judgeHeader } from '../../../../electron/engine/document/check-document.ts'
import { facetTable } from '../../../../electron/engine/document/facets.ts'
import { readOwnHead } from '../../../../electron/engine/files/own-file.ts'
import { planSummaries } from '../../../../electron/engine/document/plans/summaries.ts'
import { getSetting, setSetting } from '../../../../electron/engine/document/settings.ts'
import { type Database, lastRollback, sql, transaction } from '../../../../electron/engine/document/sqlite.ts'
import { codeOf, emptyDocument } from '../../../support/documents.ts'
import { keepUser } from '../../../support/planned-users.ts'

function usersOf(database: Database, providers: readonly string[]): void {
  for (const [n, names] of providers.entries()) {
    keepUser(database, { id: n + 1, file: n < 2 ? 1 : 2 })
    const facet = facetTable.id(database, ['ready', 'none', '', names, 1, '', '', '', '', '', '', 0, ''])
    sql(database, 'UPDATE user SET facet_id = ? WHERE id = ?').run(facet, n + 1)
  }
}

test('the providers of the export are those that some user has, the most frequent first', () => {
  const { database } = emptyDocument()
  // No user has it any more.
  facetTable.id(database, ['ready', 'none', '', 'okta', 1, '', '', '', '', '', '', 0, ''])
  usersOf(database, ['google', 'github,google', 'google', 'github', 'apple'])
  expect(planSummaries.countNames(database, 'providers')).toEqual([
    { source: 'google', users: 3 },
    { source: 'github', users: 2 },
    { source: 'apple', users: 1 },
  ])
  expect(planSummaries.countNamesOfFile(database, 'providers', 1)).toEqual([
    { source: 'google', users: 2 },
    { source: 'github', users: 1 },
  ])
  expect(planSummaries.countNames(database, 'tenants')).toEqual([])
})

test('the users of a later export are new, changed, unchanged or open, and those who are gone are counted beside them', () => {
  const { database } = emptyDocument()
  planSummaries.countDelta(database)
  expect(getSetting(database, 'delta-counts')).toBeUndefined()
  setSetting(database, 'baseline', { name: 'earlier', core: 'https://core.example.com', key: '', blind: false })
  for (let id = 1; id <= 12; id++) keepUser(database, { id })
  const codes = ['changed-since', 'unchanged-since', 'unchanged-since', 'open-since', 'open-since', 'open-since']
  for (const [n, code] of codes.entries()) {
    const facet = facetTable.id(database, ['ready', 'none', '', '', 0, '', '', '', '', '', '', 0, ''])
    sql(database, 'UPDATE user SET facet_id = ? WHERE id = ?').run(facet, n + 1)
    sql(database, "INSERT INTO user_finding (user_id, code, group_key, blocks, detail) VALUES (?, ?, '', 0, '')").run(
      n + 1,
      code,
    )
  }
  planSummaries.countDelta(database)
  expect(getSetting(database, 'delta-counts')).toEqual({ new: 6, changed: 1, unchanged: 2, open: 3, missing: 0 })
  expect(planSummaries.listMissing(database, '', 10)).toEqual([])
})

test('a header is judged as soon as its numbers are there', () => {
  const { path } = emptyDocument()
  const head = readOwnHead(path, 100)
  const judged = [0, 71, 72, 100].map((length) => codeOf(judgeHeader(head.subarray(0, length))))
  expect(judged).toEqual(['document-empty', 'not-a-document', 'no problem', 'no problem'])
  const other = Buffer.from(head)
  other.write('SQLite format 4', 0, 'latin1')
  expect(codeOf(judgeHeader(other))).toBe('not-a-document')
})

test('what is remembered of rows is forgotten with a rollback, and with each further one', () => {
  const { database } = emptyDocument()
  const fail = () =>
    transaction(database, () => {
      throw new Error('no')
    })
  const seen = [lastRollback(database)]
  for (let n = 0; n < 2; n++) {
    expect(fail).toThrow('no')
    seen.push(lastRollback(database))
  }
  transaction(database, () => undefined)
  expect([new Set(seen).size, lastRollback(database)]).toEqual([3, seen[2]])
})
