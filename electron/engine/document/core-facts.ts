import * as z from 'zod'
import type { CoreFacts } from '../../../shared/core-api/check-result.ts'
import { matchTenant } from '../../../shared/planning/tenants.ts'
import { getChoices, getSetting, setSetting } from './settings.ts'
import { allRows, type Database, sql } from './sqlite.ts'
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

/** The tenants of the core that the calls of this migration go to, besides that of the address. */
export function plannedTenants(database: Database): readonly string[] {
  const [choices, core] = [getChoices(database), currentCoreFacts(database)]
  const sources = getSetting(database, 'source-tenants') ?? []
  const isOnly = sources.length === 1
  const matches = sources.map(({ source }) => matchTenant(source, choices, core, isOnly))
  return [...new Set(matches.flatMap((match) => (match.kind === 'tenant' && match.id !== null ? [match.id] : [])))]
}

const idRow = z.object({ id: z.number() })

/** The tenants of the live core that was connected last, as far as it told them; null: it is not known. */
export function liveTenants(database: Database): string[] | null {
  const live = allRows(idRow, sql(database, "SELECT id FROM target WHERE kind = 'live' ORDER BY id DESC"))
  for (const { id } of live) {
    const tenants = coreFacts(database, id)?.tenants ?? null
    if (tenants !== null) return tenants
  }
  return null
}
