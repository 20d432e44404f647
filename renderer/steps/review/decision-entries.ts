import type { DocumentView } from '../../../shared/ipc/views.ts'
import { identity } from '../../../shared/planning/excluded-before.ts'
import {
  noChoices,
  takenDecisions,
  type Choices,
  type ChoicesChange,
  type DecisionInForce,
} from '../../../shared/planning/choices.ts'

/** `before`: it was taken in the earlier migration. */
export type DecisionEntry = DecisionInForce & { readonly before: boolean }

/**
 * The decisions in force, and which of them were taken over from the earlier migration, if there is one. A decided finding is gone
 * from the list of findings, so this is where a decision is found again and taken back.
 */
export function currentDecisions(
  { choices, baseline }: Pick<DocumentView, 'choices' | 'baseline'>,
  taken = takenDecisions,
): readonly DecisionEntry[] {
  const before = new Set(taken(baseline?.inherited.choices ?? noChoices).map(identity))
  return taken(choices).map((one) => ({ ...one, before: before.has(identity(one)) }))
}

/** The change that takes a decision back which is in force; null: it is not any more. */
export function undoOf(choices: Choices, decision: DecisionInForce): ChoicesChange | null {
  return takenDecisions(choices).find((one) => identity(one) === identity(decision))?.undo ?? null
}
