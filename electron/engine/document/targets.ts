import * as z from 'zod'
import { coreName, normaliseBaseUrl } from '../../../shared/core-api/base-url.ts'
import { getSetting, setSetting } from './settings.ts'
import { allRows, type Database, oneRow, sql } from './sqlite.ts'

const storedTarget = z.object({
  id: z.number(),
  kind: z.enum(['rehearsal', 'live']),
  base_url: z.string(),
  dialect: z.enum(['documented', 'supertokens']),
  cdi_version: z.string().nullable(),
  app_url: z.string().nullable(),
  check_message: z.string(),
})

/**
 * A document is untrusted: the stored name of a core is ignored and derived from the address, so that no prompt asks
 * for a key in the name of another core. The app's address has to belong to the same core.
 */
const targetRow = storedTarget.transform((row, context) => {
  const base = normaliseBaseUrl(row.base_url)
  if (!base.ok) {
    context.addIssue({ code: 'custom', message: 'no address of a core' })
    return z.NEVER
  }
  const isAbove = row.app_url !== null && `${base.value}/`.startsWith(`${row.app_url}/`)
  return { ...row, base_url: base.value, app_url: isAbove ? row.app_url : null, name: targetName(row) }
})

/** The name of a target on screen and in reports. */
function targetName(target: { readonly kind: 'rehearsal' | 'live'; readonly base_url: string }): string {
  return target.kind === 'rehearsal' ? 'Rehearsal core' : coreName(target.base_url)
}

/** A core that this migration is or was sent to. Each keeps its own states. */
export type Target = z.infer<typeof targetRow>

/** Cores that users are sent to: the rehearsal core and live ones. */
export const targetTable = {
  current: (database: Database): Target | undefined => {
    const id = getSetting(database, 'current-target')
    if (id === undefined || id === null) return undefined
    return oneRow(targetRow, sql(database, 'SELECT * FROM target WHERE id = ?'), id)
  },
  list: (database: Database): readonly Target[] =>
    allRows(targetRow, sql(database, 'SELECT * FROM target ORDER BY id')),
  /**
   * Makes a core the current target. A live core is known by its normalised address; there is one rehearsal, whose
   * address changes with every start.
   */
  use: (database: Database, target: Omit<Target, 'id'>): Target => {
    const known =
      target.kind === 'rehearsal'
        ? oneRow(targetRow, sql(database, "SELECT * FROM target WHERE kind = 'rehearsal'"))
        : oneRow(targetRow, sql(database, "SELECT * FROM target WHERE kind = 'live' AND base_url = ?"), target.base_url)
    const values = [
      target.base_url,
      target.name,
      target.dialect,
      target.cdi_version,
      target.app_url,
      target.check_message,
    ] as const
    let id: number
    if (known === undefined) {
      const insert =
        'INSERT INTO target (base_url, name, dialect, cdi_version, app_url, check_message, kind) VALUES (?, ?, ?, ?, ?, ?, ?)'
      id = Number(sql(database, insert).run(...values, target.kind).lastInsertRowid)
    } else {
      id = known.id
      const update =
        'UPDATE target SET base_url = ?, name = ?, dialect = ?, cdi_version = ?, app_url = ?, check_message = ? WHERE id = ?'
      sql(database, update).run(...values, id)
    }
    setSetting(database, 'current-target', id)
    return { ...target, id }
  },
  /** "Same core, new address": the states of one live target go on under another address. */
  move: (database: Database, id: number, baseUrl: string, name: string): void => {
    sql(database, 'UPDATE target SET base_url = ?, name = ? WHERE id = ?').run(baseUrl, name, id)
  },
  /** Forgets everything that happened at a target (a fresh rehearsal). */
  clear: (database: Database, id: number): void => {
    for (const table of ['progress', 'call', 'attempt', 'run', 'post_run', 'bulk_batch', 'bulk_row'])
      sql(database, `DELETE FROM ${table} WHERE target_id = ?`).run(id)
    const samples = getSetting(database, 'samples')?.filter(({ target }) => target !== id)
    if (samples !== undefined) setSetting(database, 'samples', samples)
    const notes = getSetting(database, 'run-audit')?.filter(({ target }) => target !== id)
    if (notes !== undefined) setSetting(database, 'run-audit', notes)
  },
}
