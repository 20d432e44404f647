import * as z from 'zod'
import type { Choices } from '../../../shared/planning/choices.ts'
import { correctionSchema } from '../../../shared/planning/correction.ts'
import { withFollowUps } from '../../../shared/planning/follow-ups.ts'
import { claimKeys, withDuplicates, type Place } from '../../../shared/planning/duplicates.ts'
import type { Plan } from '../../../shared/planning/plan.ts'
import { planUser, type PlanContext } from '../../../shared/planning/plan-user.ts'
import { loadUser } from './load-user.ts'
import { oneRow } from './rows.ts'
import { getChoices, getScrypt } from './settings.ts'
import { sql, type Database } from './sqlite.ts'
import { storePlan } from './store-plan.ts'
import { currentTarget } from './targets.ts'

/** Users that were sent to a live core keep the plan they were sent with; being claimed and given back is not being sent. */
export const wasSentLive = `EXISTS (SELECT 1 FROM target t JOIN call c ON c.target_id = t.id AND c.user_id = user.id
  WHERE t.kind = 'live' AND (c.state <> 'todo' OR c.tries > 0))`

/** A user as planning reads it. */
export const plannedRow = z.object({
  id: z.number(),
  source: z.string(),
  correction: z.string().nullable(),
  calls: z.string(),
})
export type PlannedRow = z.infer<typeof plannedRow>

/** What is the same for every user of one planning. */
export type Planning = { readonly choices: Choices; readonly context: PlanContext; readonly hasParts: boolean }

export function readPlanning(database: Database): Planning {
  return {
    choices: getChoices(database),
    context: { scrypt: getScrypt(database), dialect: currentTarget(database)?.dialect ?? 'documented' },
    hasParts: sql(database, 'SELECT 1 FROM part WHERE user_id IS NOT NULL LIMIT 1').get() !== undefined,
  }
}

/** Plans one user and judges it against the claims of all who were planned before. */
export function planRow(database: Database, row: PlannedRow, planning: Planning): void {
  const user = loadUser(database, row, planning.hasParts)
  const correction = row.correction === null ? null : correctionSchema.parse(JSON.parse(row.correction))
  const drafted = planUser(user, correction, planning.choices, planning.context)
  const places = new Map<string, Place>()
  const taken = (key: string) => {
    const place = whoHas(database, key, row.id)
    if (place !== null) places.set(key, place)
    return place
  }
  const settled = withDuplicates(drafted, taken, planning.choices)
  const plan =
    planning.context.dialect === 'supertokens'
      ? withFollowUps(settled, user, correction?.email !== undefined, planning.choices)
      : settled
  layClaims(database, row.id, drafted, plan, places)
  storePlan(database, row, user, plan)
}

/** Keeps what is free for this user, and notes what it would have wanted of others. */
function layClaims(
  database: Database,
  userId: number,
  drafted: Plan,
  plan: Plan,
  taken: ReadonlyMap<string, Place>,
): void {
  const kept = plan.state === 'excluded' ? new Set<string>() : new Set(claimKeys(plan).map(({ key }) => key))
  for (const { key } of claimKeys(drafted)) {
    if (taken.has(key)) sql(database, 'INSERT OR IGNORE INTO contest (key, user_id) VALUES (?, ?)').run(key, userId)
    else if (kept.has(key)) sql(database, 'INSERT OR IGNORE INTO claim (key, user_id) VALUES (?, ?)').run(key, userId)
  }
}

const holderRow = z.object({ user_id: z.number(), line: z.number(), name: z.string() })

function whoHas(database: Database, key: string, userId: number): Place | null {
  const holder = oneRow(
    holderRow,
    sql(
      database,
      'SELECT claim.user_id, user.line, file.name FROM claim JOIN user ON user.id = claim.user_id JOIN file ON file.id = user.file_id WHERE key = ?',
    ),
    key,
  )
  return holder === undefined || holder.user_id === userId ? null : { line: holder.line, file: holder.name }
}
