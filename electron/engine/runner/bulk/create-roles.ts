import * as z from 'zod'
import { allRows } from '../../document/rows.ts'
import { getChoices } from '../../document/settings.ts'
import type { Database } from '../../document/sqlite.ts'
import { sql } from '../../document/statements.ts'
import { BulkInterrupted, type Ask } from './core-list.ts'

const roleRow = z.object({ role: z.string() })

/** Roles of users of this migration that the core does not have, and that the operator wants created. */
export function rolesToCreate(database: Database): readonly string[] {
  const { roles } = getChoices(database)
  const missing = "SELECT DISTINCT group_key AS role FROM finding WHERE code = 'role-missing'"
  return allRows(roleRow, sql(database, missing))
    .map(({ role }) => role)
    .filter((role) => Object.hasOwn(roles, role) && roles[role] === 'create')
}

/**
 * Creates roles ahead of staging: a core refuses a batch in which a user has a role that it does not have. To create one that
 * is there changes nothing. Users with a role that the core refuses to create go by single calls, which say why.
 */
export async function createRoles(ask: Ask, roles: readonly string[]): Promise<ReadonlySet<string>> {
  const created = new Set<string>()
  for (const role of roles) {
    const step = await ask('create-role', { role })
    if (step.kind === 'interrupted') throw new BulkInterrupted(step)
    if (step.kind === 'success') created.add(role)
  }
  return created
}
