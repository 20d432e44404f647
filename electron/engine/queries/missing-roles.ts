import * as z from 'zod'
import { count } from '../../../shared/format.ts'
import { decisions } from '../../../shared/planning/choices.ts'
import type { CoreFacts } from '../../../shared/core-api/core-facts.ts'
import { hasPart } from './profile-groups.ts'
import { readStoredUser } from '../import-pipeline/stored-user.ts'
import { ofFacet, withTexts } from '../document/facets.ts'
import { getChoices } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'

/** A connection check has to answer at once: roles of at most this many users are read. Planning reads all of them. */
const maxUsersRead = 10_000
const maxNamed = 5
const maxName = 60

const ref = { code: 'role-missing', group: '' }

const sourceRow = z.object({ source: z.string() })

/**
 * Says which roles of the export a core lacks, those aside that were decided; null: none is known to be missing. Plans may
 * have been made for another core, so the users are asked: `maxUsers` of them at most, which is said.
 */
export function missingRolesText(database: Database, facts: CoreFacts | null, maxUsers = maxUsersRead): string | null {
  const known = facts?.roles ?? null
  const choices = getChoices(database)
  if (known === null || choices.profile.roles === 'exclude') return null
  const settled = new Set([...known, ...Object.keys(choices.roles)])
  const missing = new Set<string>()
  let users = 0
  const select = `SELECT t.source FROM ${ofFacet} ${withTexts} WHERE ${hasPart('roles')} LIMIT ${maxUsers + 1}`
  for (const row of sql(database, select).iterate()) {
    users += 1
    if (users > maxUsers) break
    for (const role of readStoredUser(sourceRow.parse(row).source).profile?.roles ?? []) {
      const name = role.trim()
      if (name !== '' && !settled.has(name)) missing.add(name)
    }
  }
  const some =
    users > maxUsers ? ` Only the first ${count(maxUsers)} users with roles were read; Review names all.` : ''
  if (missing.size === 0) return null
  const named = [...missing].slice(0, maxNamed).map((name) => `“${printable(name)}”`)
  const more = missing.size - named.length
  return `The core lacks roles of the export: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}. Decide each: ${decisions.waysFor(ref)}.${some}`
}

/** A role is text of the export and goes to a terminal. */
function printable(name: string): string {
  return name.replaceAll(/\p{C}/gu, ' ').slice(0, maxName)
}
