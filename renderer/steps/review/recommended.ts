import type { FindingGroup } from '../../../shared/ipc/views.ts'
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
