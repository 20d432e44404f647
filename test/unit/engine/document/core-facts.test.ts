import { expect, test } from 'vitest'
import { coreFactsTable } from '../../../../electron/engine/document/core-facts.ts'
import { setSetting } from '../../../../electron/engine/document/settings.ts'
import { targetTable } from '../../../../electron/engine/document/targets.ts'
import { type CoreFacts, unknownFacts } from '../../../../shared/core-api/check-result.ts'
import { noChoices } from '../../../../shared/planning/choices.ts'
import { emptyDocument } from '../../../support/documents.ts'
import { liveTarget } from '../../../support/rounds.ts'

const facts = (more: Partial<CoreFacts> = {}): CoreFacts => ({ ...unknownFacts, ...more })

function withCores() {
  const { database } = emptyDocument()
  const [one, two] = ['one', 'two'].map(
    (name) => targetTable.use(database, { ...liveTarget, base_url: `https://${name}.example.com` }).id,
  )
  return { database, one: one ?? 0, two: two ?? 0 }
}

test('facts are kept of each core by itself, and forgotten by themselves', () => {
  const { database, one, two } = withCores()
  expect(coreFactsTable.current(database)).toBeNull()
  coreFactsTable.save(database, one, facts({ tenants: ['north'] }))
  coreFactsTable.save(database, two, facts({ tenants: ['south'] }))
  expect([one, two, undefined].map((id) => coreFactsTable.of(database, id)?.tenants)).toEqual([
    ['north'],
    ['south'],
    undefined,
  ])
  // The core that was used last is the current one.
  expect(coreFactsTable.current(database)?.tenants).toEqual(['south'])
  coreFactsTable.save(database, two, facts({ tenants: ['east'] }))
  coreFactsTable.save(database, one, null)
  expect([one, two].map((id) => coreFactsTable.of(database, id)?.tenants)).toEqual([undefined, ['east']])
  expect(coreFactsTable.of(database, two)).not.toHaveProperty('target')
})

test('the tenants of the live core that was connected last are known, as far as one told them', () => {
  const { database, one, two } = withCores()
  expect(coreFactsTable.liveTenants(database)).toBeNull()
  coreFactsTable.save(database, one, facts({ tenants: ['north'] }))
  coreFactsTable.save(database, two, facts())
  expect(coreFactsTable.liveTenants(database)).toEqual(['north'])
  coreFactsTable.save(database, two, facts({ tenants: [] }))
  expect(coreFactsTable.liveTenants(database)).toEqual([])
  const rehearsal = targetTable.use(database, { ...liveTarget, kind: 'rehearsal', base_url: 'http://127.0.0.1:1' })
  coreFactsTable.save(database, rehearsal.id, facts({ tenants: ['made up'] }))
  expect(coreFactsTable.liveTenants(database)).toEqual([])
})

test('the tenants that calls go to are those that were named, each once', () => {
  const { database } = withCores()
  const sources = ['a', 'b', 'c', 'd']
  setSetting(
    database,
    'source-tenants',
    sources.map((source) => ({ source, users: 1 })),
  )
  const named = (name: string) => ({ kind: 'name', name }) as const
  const tenants = { a: named('north'), b: named('north'), c: { kind: 'default' }, d: { kind: 'exclude' } } as const
  setSetting(database, 'choices', { ...noChoices, tenants })
  expect(coreFactsTable.plannedTenants(database)).toEqual(['north'])
})

test('the only tenant of a source is that of the address, even where the core has one of its name', () => {
  const { database, two } = withCores()
  coreFactsTable.save(database, two, facts({ tenants: ['north', 'public'], ownTenant: 'north' }))
  const tenantsOf = (...sources: readonly string[]) => {
    setSetting(
      database,
      'source-tenants',
      sources.map((source) => ({ source, users: 1 })),
    )
    return coreFactsTable.plannedTenants(database)
  }
  expect([tenantsOf('public'), tenantsOf('public', 'south'), tenantsOf()]).toEqual([[], ['public'], []])
})

test('users of a core count as those of before until a run has begun there, and as those of now from then on', () => {
  const { database, one, two } = withCores()
  coreFactsTable.saveUsers(database, one, 5)
  coreFactsTable.saveUsers(database, one, 6)
  expect(coreFactsTable.users(database, one)).toBeNull()
  database.prepare('INSERT INTO run (target_id, started_at) VALUES (?, 0)').run(one)
  coreFactsTable.saveUsers(database, one, 9)
  expect([coreFactsTable.users(database, one), coreFactsTable.users(database, two)]).toEqual([
    { before: 6, now: 9 },
    null,
  ])
  // A core that was not asked before its first run cannot be asked for that any more.
  database.prepare('INSERT INTO run (target_id, started_at) VALUES (?, 0)').run(two)
  coreFactsTable.saveUsers(database, two, 3)
  expect([coreFactsTable.users(database, two), coreFactsTable.users(database, one)]).toEqual([
    null,
    { before: 6, now: 9 },
  ])
})
