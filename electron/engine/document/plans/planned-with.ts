import { createHash } from 'node:crypto'
import { app } from '../../../../shared/app.ts'
import { decisions } from '../../../../shared/planning/choices.ts'
import { getSetting, setSetting } from '../settings.ts'
import type { Database } from '../sqlite.ts'
import type { DocumentPlanning } from './plan-row.ts'

/*
 * The inputs of all plans of a document besides its users: decisions, parameters, facts about the core. As long as the
 * document says that its plans follow from what holds now, no user has to be read to know that its plan stays.
 */

/** Notes that the plan of every user follows from this, once all are planned. */
export function notePlanned(database: Database, planning: DocumentPlanning): void {
  setSetting(database, 'planned-with', printOf(planning))
}

/** Forgets it, in the transaction that changes what some plans follow from: some users, or some of their plans. */
export function forgetPlanned(database: Database): void {
  if (getSetting(database, 'planned-with') !== undefined) setSetting(database, 'planned-with', null)
}

/** Whether the plan of every user follows from this, as far as was noted. */
export function isPlannedWith(database: Database, planning: DocumentPlanning): boolean {
  const noted = getSetting(database, 'planned-with') ?? null
  return noted !== null && noted === printOf(planning)
}

/**
 * Null: it cannot be told from what is the same for all users. Users that were sent keep the plan that was sent, and what an earlier
 * migration has of a user is looked up for each.
 */
function printOf({ choices, context, anySent, baseline }: DocumentPlanning): string | null {
  if (anySent || baseline !== null) return null
  const { now: _, ...facts } = context
  const planned = Object.entries(choices).filter(([key]) => decisions.table[key]?.whileSending !== true)
  return createHash('sha256')
    .update(JSON.stringify([app.version, planned, facts]))
    .digest('hex')
}
