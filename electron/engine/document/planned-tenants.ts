import * as z from 'zod'
import { matchTenant } from '../../../shared/planning/tenants.ts'
import { coreFacts, currentCoreFacts } from './core-facts.ts'
import { allRows } from './rows.ts'
import { getChoices, getSetting } from './settings.ts'
import type { Database } from './sqlite.ts'
import { sql } from './statements.ts'

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
