import { facetTable } from '../../electron/engine/document/facets.ts'
import type { Facet } from '../../electron/engine/import-pipeline/plan-columns.ts'
import { type Database, sql } from '../../electron/engine/document/sqlite.ts'
import type { Plan } from '../../shared/planning/plan.ts'
import type { Call } from '../../shared/planning/call.ts'

/** A user as the document keeps one; defaults describe a user without a login. */
export type KeptUser = {
  readonly id: number
  readonly file?: number
  readonly sourceId?: string
  readonly email?: string | null
  readonly source?: object
  readonly state?: Plan['state']
  readonly calls?: readonly Call[]
  readonly bucket?: string
  readonly methods?: string
}

/** A facet of ready users with nothing, but for these values. */
export function madeUpFacet({
  state = 'ready',
  bucket = '',
  methods = '',
  accounts = 0,
  profile = '',
  calls = '[]',
}: FacetValues): Facet {
  return [state, bucket, methods, '', accounts, profile, '', '', '', '', calls, 0, '']
}

type FacetValues = {
  readonly state?: Plan['state'] | undefined
  readonly bucket?: string
  readonly methods?: string | undefined
  readonly accounts?: number
  readonly profile?: string
  readonly calls?: string
}

/** Writes a user into the document, on the line behind that of its number. */
export function keepUser(database: Database, user: KeptUser): void {
  const { id, file = 1, sourceId = `u${id}`, email = null, source = {}, calls = [] } = user
  const accounts = calls.filter(({ kind }) => kind === 'third-party').length
  const { state, bucket = 'none', methods } = user
  const facet = facetTable.id(database, madeUpFacet({ state, bucket, methods, accounts, calls: '' }))
  sql(
    database,
    'INSERT INTO user (id, file_id, line, byte, facet_id, source_id, email) VALUES (?, ?, ?, 0, ?, ?, ?)',
  ).run(id, file, id + 1, facet, sourceId, email)
  sql(database, 'INSERT INTO user_text (user_id, source, calls) VALUES (?, ?, ?)').run(
    id,
    JSON.stringify(source),
    JSON.stringify(calls),
  )
}

/** Gives the users that a condition is true of another state by plan. */
export function planAs(database: Database, state: Plan['state'], condition = '1'): void {
  database.exec(`
    INSERT OR IGNORE INTO facet (plan_state, bucket, methods, providers, accounts, profile, tenants, blocking_code, summary, findings, calls, password_claim, kind)
      SELECT '${state}', bucket, methods, providers, accounts, profile, tenants, '', '', '', calls, password_claim, kind FROM facet;
    UPDATE user SET facet_id = (
      SELECT wanted.id FROM facet AS own JOIN facet AS wanted USING (bucket, methods, providers, accounts, profile, tenants, calls, password_claim, kind)
      WHERE own.id = user.facet_id AND wanted.plan_state = '${state}') WHERE ${condition}`)
}
