import * as z from 'zod'
import { describeFinding, isFindingCode } from '../../../shared/planning/findings.ts'
import { causeTitle } from '../../../shared/report/cause-title.ts'
import { allRows } from '../document/rows.ts'
import { getSetting } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'
import { exclusionTitle } from './open-causes.ts'

const groupRow = z.object({ code: z.string(), group_key: z.string() })
const findingRow = groupRow.extend({ user_id: z.number(), blocks: z.number() })

const common = new WeakMap<Database, { readonly version: number; readonly codes: ReadonlySet<string> }>()

/** Findings that more than half of all users have: they are said once for all. Counted once for each plan. */
function commonFindings(database: Database): ReadonlySet<string> {
  const version = getSetting(database, 'users-version') ?? 0
  const known = common.get(database)
  if (known?.version === version) return known.codes
  const text = `SELECT code, group_key FROM finding GROUP BY code, group_key
    HAVING 2 * count(*) > (SELECT count(*) FROM user)`
  const codes = new Set(allRows(groupRow, sql(database, text)).map(keyOf))
  common.set(database, { version, codes })
  return codes
}

function keyOf({ code, group_key: group }: z.infer<typeof groupRow>): string {
  return `${code} ${group}`
}

/** What loses a user the password comes before other notes. */
const lostPassword: ReadonlySet<string> = new Set(['hash-given-up', 'hash-not-in-export'])

/** What is special about each of these users, in a few words; users without such a finding are not in it. */
export function specialNotes(database: Database, ids: readonly number[]): ReadonlyMap<number, string> {
  const text = `SELECT finding.user_id, code, group_key, blocks FROM json_each(?) AS wanted
    CROSS JOIN finding ON finding.user_id = wanted.value`
  const said = commonFindings(database)
  const notes = new Map<number, { readonly rank: number; readonly title: string }>()
  for (const row of allRows(findingRow, sql(database, text), JSON.stringify(ids))) {
    const rank = rankOf(row)
    if (row.blocks === 0 && rank > 1 && said.has(keyOf(row))) continue
    const before = notes.get(row.user_id)
    if (before === undefined || rank < before.rank) notes.set(row.user_id, { rank, title: titleOf(row) })
  }
  return new Map([...notes].map(([id, { title }]) => [id, title]))
}

function rankOf({ code, blocks }: z.infer<typeof findingRow>): number {
  if (blocks === 1) return 0
  if (code === 'excluded' || code === 'deleted' || code === 'unchanged-since') return 1
  return lostPassword.has(code) ? 2 : 3
}

function titleOf({ code, group_key: group }: z.infer<typeof groupRow>): string {
  if (!isFindingCode(code)) return ''
  if (code === 'excluded') return exclusionTitle(code, group)
  if (lostPassword.has(code)) return 'Loses the password'
  return causeTitle({ code, group, title: describeFinding(code, group).title })
}
