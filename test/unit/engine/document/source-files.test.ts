import { expect, test } from 'vitest'
import { chooseParts } from '../../../../electron/engine/document/export-parts.ts'
import { fileTable, zipMemberName } from '../../../../electron/engine/document/files.ts'
import { failedColumns } from '../../../../electron/engine/import-pipeline/failed-list.ts'
import { getSetting } from '../../../../electron/engine/document/settings.ts'
import type { Offers } from '../../../../shared/offers.ts'
import { emptyDocument, must } from '../../../support/documents.ts'
import { mappingOf } from '../../../support/made-up-mapping.ts'
import { fileIn, temporaryFolder } from '../../../support/temporary-folder.ts'

type Change = Parameters<typeof fileTable.change>[2]

const everything: Required<Change> = {
  name: 'members.csv',
  size: 13,
  digest: 'abc',
  digest_bytes: 13,
  format: 'csv',
  compression: 'gzip',
  encoding: 'utf-8',
  recognition: { provider: 'auth0', shape: 'export', reason: 'by its columns', role: 'parts' },
  provider_override: 'generic',
  mapping: mappingOf({ mail: 'email' }),
  records: 5,
  unreadable: 2,
  complete: true,
  problem: { code: 'file-not-text', message: 'cut' },
  other: { group: 3 },
  truncation: 'cut',
  truncationAccepted: true,
  unreadTables: [
    {
      table: 'staff',
      columns: (['password-hash', 'email', 'phone', 'provider-user-id', 'status'] as const).map((kind) => ({
        column: kind,
        kind,
        rows: 4,
      })),
    },
  ],
  tablesExcluded: true,
  zip_member: 'a.csv',
  table_override: 'users',
  offers: { kind: 'tables', parts: [{ name: 'users', likely: true }] },
  places: { word: 'row', sections: [{ name: 'Staff', after: 0, last: 9 }] },
}

test('what is known of a file is read back, each part changed alone leaves the others', () => {
  const { database } = emptyDocument()
  const id = fileTable.add(database, '/exports/users.csv', 'users.csv', 12)
  const fresh = fileTable.get(database, id)
  expect(fresh).toMatchObject({
    path: '/exports/users.csv',
    name: 'users.csv',
    size: 12,
    complete: false,
    truncationAccepted: false,
    tablesExcluded: false,
    recognition: null,
    mapping: null,
    offers: null,
    unreadTables: [],
    other: {},
  })
  fileTable.change(database, id, everything)
  expect(fileTable.get(database, id)).toEqual({ ...fresh, ...everything })
  fileTable.change(database, id, { records: 6 })
  expect(fileTable.get(database, id)).toEqual({ ...fresh, ...everything, records: 6 })
  fileTable.change(database, id + 1, { records: 9 })
  expect(fileTable.list(database)).toHaveLength(1)
  fileTable.change(database, id, { ...everything, complete: false, truncationAccepted: false, tablesExcluded: false })
  expect(fileTable.get(database, id)).toMatchObject({
    complete: false,
    truncationAccepted: false,
    tablesExcluded: false,
  })
})

test('each file of an archive is a file of its own, named as a path through the archive', () => {
  const { database } = emptyDocument()
  const ids = fileTable.addZipMembers(database, '/exports/all.zip', 'all.zip', 12, ['a.csv', 'b/c.csv'])
  expect(ids.map((id) => [fileTable.get(database, id)?.name, fileTable.get(database, id)?.zip_member])).toEqual([
    ['all.zip/a.csv', 'a.csv'],
    ['all.zip/b/c.csv', 'b/c.csv'],
  ])
  const [whole = 0, ...others] = fileTable.addZipMembers(database, '/exports/all.zip', 'all.zip', 12, [])
  expect([fileTable.get(database, whole)?.name, fileTable.get(database, whole)?.zip_member, others]).toEqual([
    'all.zip',
    null,
    [],
  ])
  expect(zipMemberName('a.zip', 'x'.repeat(1000))).toHaveLength(1000)
})

test('files to be read have their size, the name they are called by, and the mapping that was given', () => {
  const { database } = emptyDocument()
  const folder = temporaryFolder()
  const paths = ['one.csv', 'two.csv'].map((name) => fileIn(folder, name, 'mail\nann@example.com\n'))
  must(fileTable.addExports(database, paths, ['called.csv'], null))
  const mapping = mappingOf({ mail: 'email' })
  must(fileTable.addExports(database, paths.slice(0, 1), [], mapping))
  expect(
    fileTable.list(database).map(({ name, size, mapping: own, provider_override: by }) => [name, size, own, by]),
  ).toEqual([
    ['called.csv', 21, null, null],
    ['two.csv', 21, null, null],
    ['one.csv', 21, mapping, 'generic'],
  ])
})

test('lists of failed users narrow the migration together, and the last hundred of them are named', () => {
  const { database } = emptyDocument()
  const folder = temporaryFolder()
  const list = (name: string, id: string) => fileIn(folder, name, `${failedColumns.join(',')}\n${id},users.csv,2\n`)
  must(fileTable.addExports(database, [list('first.csv', 'a')], ['first.csv'], null))
  for (let n = 0; n < 100; n++)
    must(fileTable.addExports(database, [list(`${n}.csv`, n % 2 === 0 ? 'a' : 'b')], [`${n}.csv`], null))
  const sources = getSetting(database, 'user-filter-sources') ?? []
  expect([
    getSetting(database, 'user-filter')?.length,
    fileTable.list(database).length,
    sources.length,
    sources[0],
  ]).toEqual([2, 0, 100, '0.csv'])
})

function offering(kind: Offers['kind']) {
  const { database } = emptyDocument()
  const id = fileTable.add(database, '/exports/all', 'all', 12)
  const parts = ['a', 'b', 'c'].map((name) => ({ name, likely: true }))
  fileTable.change(database, id, { offers: { kind, parts }, mapping: mappingOf({ mail: 'email' }), complete: true })
  return {
    database,
    id,
    read: () => fileTable.list(database).map((file) => [file.name, file.table_override ?? file.zip_member]),
  }
}

test.each<readonly [string, Offers['kind'], readonly string[], readonly unknown[]]>([
  ['one table', 'tables', ['b'], [['all', 'b']]],
  ['two tables, of which one can be read', 'tables', ['a', 'b'], [['all', null]]],
  ['a table that is not there', 'tables', ['d'], [['all', null]]],
  ['nothing', 'tables', [], [['all', null]]],
  ['one file of an archive', 'zip-files', ['c'], [['all/c', 'c']]],
  [
    'two files of an archive',
    'zip-files',
    ['a', 'c'],
    [
      ['all/a', 'a'],
      ['all/c', 'c'],
    ],
  ],
  ['a file that is not in the archive', 'zip-files', ['a', 'd'], [['all', null]]],
])('of a file, %s is chosen', (_, kind, names, expected) => {
  const { database, id, read } = offering(kind)
  chooseParts(database, id, names)
  expect(read()).toEqual(expected)
  const isTaken = expected[0] !== undefined && JSON.stringify(expected) !== '[["all",null]]'
  expect(fileTable.get(database, id)?.complete).toBe(!isTaken)
  if (kind === 'tables' && isTaken) expect(fileTable.get(database, id)?.mapping).toBeNull()
  chooseParts(database, 99, names)
  expect(read()).toEqual(expected)
})
