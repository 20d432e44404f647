import type { CoreFacts } from '../../../shared/core-api/core-facts.ts'
import { getSetting, setSetting } from './settings.ts'
import type { Database } from './sqlite.ts'
import { currentTarget } from './targets.ts'

/** What the core of a target was found to have; null: it was not asked. */
export function coreFacts(database: Database, targetId: number | undefined): CoreFacts | null {
  const known = getSetting(database, 'core-facts')?.find(({ target }) => target === targetId)
  if (known === undefined) return null
  const { target: _, ...facts } = known
  return facts
}

export function currentCoreFacts(database: Database): CoreFacts | null {
  return coreFacts(database, currentTarget(database)?.id)
}

/** Keeps what a core was found to have. */
export function saveCoreFacts(database: Database, targetId: number, facts: CoreFacts | null): void {
  const others = getSetting(database, 'core-facts')?.filter(({ target }) => target !== targetId) ?? []
  setSetting(database, 'core-facts', facts === null ? others : [...others, { target: targetId, ...facts }])
}
