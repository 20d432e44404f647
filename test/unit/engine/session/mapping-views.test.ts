import { expect, test } from 'vitest'
import { setFileFact } from '../../../../electron/engine/document/source-facts.ts'
import { fileTable } from '../../../../electron/engine/document/files.ts'
import { setSetting } from '../../../../electron/engine/document/settings.ts'
import { mappingView, tenantViews } from '../../../../electron/engine/session/mapping-views.ts'
import { noChoices } from '../../../../shared/planning/choices.ts'
import { emptyDocument, must } from '../../../support/documents.ts'
import { mappingOf } from '../../../support/made-up-mapping.ts'
import { fileIn, temporaryFolder } from '../../../support/temporary-folder.ts'

test('every tenant of the source is listed with what stands for it', () => {
  const { database } = emptyDocument()
  expect(tenantViews(database)).toEqual({ tenants: [], coreTenants: null })
  setSetting(
    database,
    'source-tenants',
    ['north', 'south'].map((source) => ({ source, users: 2 })),
  )
  expect(tenantViews(database).tenants.map(({ source }) => source)).toEqual(['north', 'south'])
})

test('a tenant is shown as it was decided, also before a core tells which tenants it has', () => {
  const { database } = emptyDocument()
  setSetting(
    database,
    'source-tenants',
    ['north', 'south', 'east', 'west'].map((source) => ({ source, users: 2 })),
  )
  const tenants = {
    north: { kind: 'name', name: 'n1' },
    south: { kind: 'exclude' },
    east: { kind: 'default' },
  } as const
  setSetting(database, 'choices', { ...noChoices, tenants })
  expect(tenantViews(database)).toEqual({
    tenants: [
      { source: 'north', mapped: 'tenant:n1', missing: false },
      { source: 'south', mapped: 'exclude', missing: false },
      { source: 'east', mapped: 'default', missing: false },
      { source: 'west', mapped: null, missing: false },
    ],
    coreTenants: null,
  })
})

test('a column that the mapping uses says nothing of its own, another one what became of it', async () => {
  const { database } = emptyDocument()
  const path = fileIn(temporaryFolder(), 'members.csv', 'c1,c2\nann@example.com,Ann\n')
  const file = fileTable.add(database, path, 'members.csv', 12)
  fileTable.change(database, file, { mapping: mappingOf({ c1: 'email' }) })
  const columns = ['c1', 'c2'].map((column) => ({
    column,
    becomes: `read as ${column}`,
    confidence: 'exact' as const,
    reason: '',
  }))
  setFileFact(database, file, 'columns-read', { columns, tables: [], otherTables: [], unused: [] })
  const shown = must(await mappingView(database, file, () => true)).columns
  expect(shown.map(({ path: column, becomes }) => [column, becomes])).toEqual([
    ['c1', null],
    ['c2', 'read as c2'],
  ])
})
