import type { FindingGroup } from '../../../shared/ipc/views.ts'
import { choiceFor, type ChoicesChange } from '../../../shared/planning/choices.ts'
import type { Choices } from '../../../shared/planning/choices.ts'
import { undecided } from './undecided.ts'

/** One decision that a recommendation settles. */
export type RecommendedDecision = {
  readonly finding: FindingGroup
  /** What is chosen, in words, and why. */
  readonly label: string
  readonly reason: string
}

/** The open decisions with a recommended choice. */
export function recommendedDecisions(findings: readonly FindingGroup[]): readonly RecommendedDecision[] {
  return undecided(findings).flatMap((finding) => {
    const { recommended, choices } = finding
    const choice = choices.find(({ value }) => value === recommended?.value)
    return recommended === null || choice === undefined
      ? []
      : [{ finding, label: choice.label, reason: recommended.reason }]
  })
}

/** What all of them together change of the choices. */
export function recommendedChange(choices: Choices, decisions: readonly RecommendedDecision[]): ChoicesChange {
  return decisions.reduce<ChoicesChange>((change, { finding }) => {
    const one = choiceFor({ ...choices, ...change }, finding, finding.recommended?.value ?? null)
    return { ...change, ...one }
  }, {})
}
