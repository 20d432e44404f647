import { decisions, takenDecisions, type Choices, type ChoicesChange } from '../choices.ts'
import { addFinding, type Finding, type Plan } from '../plan.ts'

/** An exclusion that the baseline decided and this migration inherited. `name`: as it is typed for `--decide`. */
export type InheritedExclusion = {
  readonly name: string
  readonly decisionText: string
  readonly without: (choices: Choices) => ChoicesChange
}

/** The exclusions that hold here only because the baseline decided so. */
export function inheritedExclusions(choices: Choices, inherited: Choices): readonly InheritedExclusion[] {
  const before = new Set(takenDecisions(inherited).map(identity))
  return takenDecisions(choices)
    .filter((one) => one.excludes && before.has(identity(one)))
    .map((one) => ({
      name: decisions.nameOf(one),
      decisionText: `“${one.about}: ${one.decided}”`,
      // Undone in the remaining choices, because several may be undone together.
      without: (left) => takenDecisions(left).find((other) => identity(other) === identity(one))?.undo ?? {},
    }))
}

/** Two entries are the same decision about the same group. */
export function identity({ key, group, decided }: ReturnType<typeof takenDecisions>[number]): string {
  return JSON.stringify([key, group, decided])
}

/**
 * Blocks a user that the baseline did not have and that only its exclusions would exclude: the operator did not see
 * this user when deciding. `planWith` plans the user with other choices. Exclusions that only together exclude the user
 * are named together.
 */
export function withInheritedExclusions(
  plan: Plan,
  exclusions: readonly InheritedExclusion[],
  choices: Choices,
  planWith: (choices: Choices) => Plan,
): Plan {
  const causes = causesOf(exclusions, choices, planWith)
  if (causes.length === 0) return plan
  const findings: Finding[] = [...plan.findings]
  for (const { name, decisionText } of causes) {
    const isConfirmed = Object.hasOwn(choices.excludedBefore, name)
    const detail = `New since the earlier migration, and left out only by its decision ${decisionText}.`
    addFinding(findings, 'excluded-before', name, detail, isConfirmed ? 'decided' : 'open')
  }
  return findings.some(({ blocks }) => blocks) ? { ...plan, state: 'blocked', findings } : { ...plan, findings }
}

function causesOf(
  exclusions: readonly InheritedExclusion[],
  choices: Choices,
  planWith: (choices: Choices) => Plan,
): readonly InheritedExclusion[] {
  const isOut = (left: Choices) => planWith(left).state === 'excluded'
  const undone = (some: readonly InheritedExclusion[]) =>
    some.reduce((left, one): Choices => ({ ...left, ...one.without(left) }), choices)
  if (exclusions.length === 0 || isOut(undone(exclusions))) return []
  // An exclusion is no cause if the user stays in while it is in force.
  return exclusions.reduce((causes, one) => {
    const others = causes.filter((other) => other !== one)
    return isOut(undone(others)) ? causes : others
  }, exclusions)
}
