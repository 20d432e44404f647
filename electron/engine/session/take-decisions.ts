import { decisions, type Choices } from '../../../shared/planning/choices.ts'
import type { problem } from '../../../shared/result.ts'
import { hashesRemovedProblem } from '../document/removed-hashes.ts'
import { getChoices, setSetting } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import { releaseWaiting } from '../runner/scope.ts'
import type { BackgroundWork } from './background-work.ts'

/** Decisions to be taken; what is undefined stays as it was decided. */
export type ChoiceChange = { readonly [K in keyof Choices]?: Choices[K] | undefined }

/** Takes decisions, and has everybody planned again whom they concern. A problem: nothing can be planned any more. */
export function takeDecisions(
  database: Database,
  change: ChoiceChange,
  work: Pick<BackgroundWork, 'begin'>,
): ReturnType<typeof problem> | null {
  const replans = Object.keys(change).some((key) => decisions.table[key]?.whileSending !== true)
  const gone = replans ? hashesRemovedProblem(database) : null
  if (gone !== null) return gone
  const before = getChoices(database)
  const set = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const next: Choices = { ...before, ...set }
  setSetting(database, 'choices', next)
  if (next.existing !== before.existing && next.existing !== 'hold') releaseWaiting(database)
  if (replans) work.begin('plan')
  return null
}
