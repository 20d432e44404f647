import { expect, test } from 'vitest'
import { setSetting } from '../../../../electron/engine/document/settings.ts'
import { tenantViews } from '../../../../electron/engine/session/mapping-views.ts'
import { noChoices } from '../../../../shared/planning/choices.ts'
import { emptyDocument } from '../../../support/documents.ts'

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
