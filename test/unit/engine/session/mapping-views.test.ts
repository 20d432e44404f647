import { expect, test } from 'vitest'
import { setSetting } from '../../../../electron/engine/document/settings.ts'
import { tenantViews } from '../../../../electron/engine/session/mapping-views.ts'
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
