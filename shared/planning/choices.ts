import { decisionTable } from './decisions/decision-table.ts'
import { decisionsOf, type TakenDecision } from './decisions/decisions-of.ts'
import type { Answer, Entries, FindingRef } from './decisions/decision.ts'

type Table = typeof decisionTable

/** The decisions of this product. */
export const decisions = decisionsOf(decisionTable)

/**
 * Every decision the operator can take, kept in the document (`choices-schema.ts`). A null or missing entry is undecided: the users
 * it concerns stay blocked.
 */
export type Choices = { -readonly [K in keyof Table]: Table[K]['none'] }

/** The change of one decision to the choices. */
export type ChoicesChange = Partial<Choices>

// Made from the same table, which has the undecided value of each entry.
export const noChoices = decisions.none as Choices

/** Answers that the operator can give for a group of findings; empty when only a correction helps. */
export function findingChoices(code: string, group = ''): readonly Answer[] {
  return decisions.answers({ code, group })
}

/** The change of the document's choices by an answer to a finding's group; null: there is no such answer. */
export function choiceFor(choices: Choices, finding: FindingRef, answer: string | null): ChoicesChange | null {
  return changeFrom(decisions.decide(choices, finding, answer))
}

/** The decision about a family whose hashes could be sent; null: they are. */
export function withFamily(choices: Choices, family: string, answer: string | null): ChoicesChange | null {
  return changeFrom(decisions.decideNamed(choices, family, answer))
}

/** The decision about one provider of the source: a name of the core, `exclude`, or null to take it back. */
export function withProvider(choices: Choices, source: string, answer: string | null): ChoicesChange | null {
  return choiceFor(choices, { code: 'provider-undecided', group: source }, answer)
}

/** The finding that asks about the password hashes of a file that nothing reads. */
export function unreadHashesOf(file: string): FindingRef {
  return { code: 'unread-hashes', group: file }
}

/** The finding that asks about statements of a dump that only a database can apply. */
export function unappliedChangesOf(file: string): FindingRef {
  return { code: 'unapplied-changes', group: file }
}

/** The finding that asks about logins of a file without a user. */
export function lostLoginsOf(file: string): FindingRef {
  return { code: 'lost-logins', group: file }
}

/** Types a change that the table computed: each entry returns its own type. */
function changeFrom<E extends Entries | null>(entries: E): ChoicesChange | (E & null) {
  return entries
}

/** A decision in force, in words, and the change that takes it back. */
export type DecisionInForce = Omit<TakenDecision, 'undo'> & { readonly undo: ChoicesChange }

/** Every decision in force, in the order in which they are listed. */
export function takenDecisions(choices: Choices): readonly DecisionInForce[] {
  return decisions.taken(choices).map((one) => ({ ...one, undo: changeFrom(one.undo) }))
}

/** The change of the choices by the recommended answers to all these findings. */
export function recommendedChange(choices: Choices, findings: readonly FindingRef[]): ChoicesChange {
  return findings.reduce<ChoicesChange>((change, finding) => {
    const answer = decisions.recommended(finding)?.value ?? null
    return answer === null ? change : { ...change, ...choiceFor({ ...choices, ...change }, finding, answer) }
  }, {})
}
