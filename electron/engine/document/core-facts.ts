import type { CoreFacts } from '../../../shared/core-api/check-result.ts'
import { matchTenant } from '../../../shared/planning/tenants.ts'
import { runTable } from './run-record.ts'
import { getChoices, getSetting, setSetting } from './settings.ts'
import { allIds, type Database, sql } from './sqlite.ts'
import { targetTable } from './targets.ts'

/** Facts about cores, as they were when a core was asked. */
export const coreFactsTable = {
  /** Facts about the core of a target; null: it was not asked. */
  of: (database: Database, targetId: number | undefined): CoreFacts | null => {
    const known = getSetting(database, 'core-facts')?.find(({ target }) => target === targetId)
    if (known === undefined) return null
    const { target: _, ...facts } = known
    return facts
  },
  current: (database: Database): CoreFacts | null => coreFactsTable.of(database, targetTable.current(database)?.id),
  /** Keeps what a core was found to have. */
  save: (database: Database, targetId: number, facts: CoreFacts | null): void => {
    const others = getSetting(database, 'core-facts')?.filter(({ target }) => target !== targetId) ?? []
    setSetting(database, 'core-facts', facts === null ? others : [...others, { target: targetId, ...facts }])
  },
  /** How many users a core had before the first run and has after the last undo; null: it does not say, or was not asked. */
  users: (database: Database, targetId: number): { readonly before: number; readonly now: number } | null => {
    const counted = getSetting(database, 'core-users')?.find(({ target }) => target === targetId)
    return counted === undefined || counted.now === null ? null : { before: counted.before, now: counted.now }
  },
  /** Keeps how many users a core has: as before the migration until a run has begun there, as now afterwards. */
  saveUsers: (database: Database, targetId: number, users: number): void => {
    const all = getSetting(database, 'core-users') ?? []
    const known = all.find(({ target }) => target === targetId)
    const begun = runTable.wasEverRun(database, targetId)
    if (begun && known === undefined) return
    const counted = begun && known ? { ...known, now: users } : { target: targetId, before: users, now: null }
    setSetting(database, 'core-users', [...all.filter((one) => one !== known), counted])
  },
  /** The tenants of the core that the calls of this migration go to, besides that of the address. */
  plannedTenants: (database: Database): readonly string[] => {
    const [choices, core] = [getChoices(database), coreFactsTable.current(database)]
    const sources = getSetting(database, 'source-tenants') ?? []
    const isOnly = sources.length === 1
    const matches = sources.map(({ source }) => matchTenant(source, choices, core, isOnly))
    return [...new Set(matches.flatMap((match) => (match.kind === 'tenant' && match.id !== null ? [match.id] : [])))]
  },
  /** The tenants of the live core that was connected last, as far as it told them; null: it is not known. */
  liveTenants: (database: Database): string[] | null => {
    const live = allIds(sql(database, "SELECT id FROM target WHERE kind = 'live' ORDER BY id DESC"))
    for (const id of live) {
      const tenants = coreFactsTable.of(database, id)?.tenants ?? null
      if (tenants !== null) return tenants
    }
    return null
  },
}
