import type { Answer, DecidedFinding, Decision, DecisionTable, Entries, FindingRef, Taken } from './decision.ts'
import { typedDecisions } from './typed-decisions.ts'

/** A decision in force with the change that takes it back. */
export type TakenDecision = Omit<Taken, 'undone'> & { readonly key: string; readonly undo: Entries }

/** A finding with the number of its users. */
type CountedFinding = FindingRef & { readonly users: number }

/**
 * Everything that a table of decisions says: which decision a finding asks for, its answers, what an answer changes, what is in
 * force in words, what a later export inherits, and how all that is written on the command line (`typed-decisions.ts`).
 */
export function decisionsOf(table: DecisionTable) {
  const byCode = new Map<string, { readonly key: string; readonly finding: DecidedFinding }>()
  const byName = new Map<string, string>()
  for (const [key, decision] of Object.entries(table)) {
    for (const [code, finding] of Object.entries(decision.findings)) byCode.set(code, { key, finding })
    for (const name of decision.names) byName.set(name, key)
  }
  const none: Entries = mapEntries(table, (decision) => decision.none)
  const entry = (choices: Entries, key: string): unknown => (Object.hasOwn(choices, key) ? choices[key] : none[key])
  const decisionFor = ({ code }: Pick<FindingRef, 'code'>) => {
    const found = byCode.get(code)
    const decision = found === undefined ? undefined : table[found.key]
    return found === undefined || decision === undefined ? null : { ...found, decision }
  }
  /** The decision for all groups without one of their own, where a finding heeds it. */
  const othersFor = (finding: FindingRef) => {
    const found = decisionFor(finding)
    const key = found === null || found.finding.instead !== undefined ? null : found.decision.others
    const decision = key === null ? undefined : table[key]
    return key === null || decision === undefined ? null : { key, decision }
  }
  const answers = (finding: FindingRef): readonly Answer[] => decisionFor(finding)?.decision.answers(finding) ?? []

  function chosen(choices: Entries, finding: FindingRef): string | null {
    const found = decisionFor(finding)
    if (found === null) return null
    const own = found.decision.chosen(entry(choices, found.key), finding)
    const others = own === null ? othersFor(finding) : null
    return others === null ? own : others.decision.chosen(entry(choices, others.key), finding)
  }

  /** The change of the choices by one answer; null: there is no such answer. An answer of null undoes the decision. */
  function decide(choices: Entries, finding: FindingRef, answer: string | null): Entries | null {
    const found = decisionFor(finding)
    if (found === null) return null
    const { key, decision } = found
    const before = entry(choices, key)
    const others = othersFor(finding)
    // A decision for all groups is taken back for all.
    if (answer === null && others !== null && decision.chosen(before, finding) === null)
      return { [others.key]: others.decision.none }
    const forOthers = answers(finding).find(({ value }) => value === answer)?.forOthers
    if (forOthers !== undefined && others !== null) {
      const after = others.decision.decide(entry(choices, others.key), finding, forOthers)
      return after === null ? null : { [key]: decision.decide(before, finding, null), [others.key]: after }
    }
    const after = decision.decide(before, finding, answer)
    return after === null && answer !== null ? null : { [key]: after }
  }

  /** Decides a group by its name alone, e.g. a hash family; an answer of null undoes the decision. Null: there is no such answer. */
  function decideNamed(choices: Entries, name: string, answer: string | null): Entries | null {
    const key = byName.get(name)
    const decision = key === undefined ? undefined : table[key]
    if (key === undefined || decision === undefined) return null
    const after = decision.decide(entry(choices, key), { code: '', group: name }, answer)
    return after === null ? null : { [key]: after }
  }

  /** Every decision in force, in the order of the table. */
  function taken(choices: Entries): readonly TakenDecision[] {
    return Object.entries(table).flatMap(([key, decision]) =>
      decision.taken(entry(choices, key)).map(({ undone, ...one }) => ({ ...one, key, undo: { [key]: undone } })),
    )
  }

  /** The findings that a decision in force is about: they say how many users it concerns. */
  function findingsOf({ key, group }: Pick<TakenDecision, 'key' | 'group'>): readonly FindingRef[] {
    const decision = table[key]
    const findings = decision === undefined ? [] : Object.entries(decision.findings)
    const only = findings.filter(([, { onlyGroup }]) => onlyGroup !== undefined && onlyGroup === group)
    if (only.length > 0) return only.map(([code]) => ({ code, group }))
    const asking = findings.flatMap(([code, { onlyGroup }]): FindingRef[] => {
      if (decision?.groupName === null) return [{ code, group: '' }]
      if (onlyGroup !== undefined) return []
      // Some entries name the finding before its group.
      const [name] = Object.keys(decision?.findings ?? {}).filter((one) => group.startsWith(`${one}:`))
      return name === undefined
        ? [{ code, group }]
        : name === code
          ? [{ code, group: group.slice(code.length + 1) }]
          : []
    })
    return [...asking, ...(decision?.notes(group) ?? [])]
  }

  /**
   * How many users a decision in force concerns, of findings with their users; null: no finding tells, such as that of a tick
   * which is gone with it, or of users at the core.
   */
  function usersOf(taken: Pick<TakenDecision, 'key' | 'group'>, counted: readonly CountedFinding[]): number | null {
    const refs = findingsOf(taken)
    const found = counted.filter(({ code, group }) =>
      refs.some((ref) => ref.code === code && (ref.group === '' || ref.group === group)),
    )
    const { none, whileSending } = table[taken.key] ?? {}
    const isGone = found.length === 0 && (none === false || whileSending === true)
    return refs.length === 0 || isGone ? null : found.reduce((sum, { users }) => sum + users, 0)
  }

  /** The decisions of an earlier migration about what is open here. */
  function inherit(own: Entries, baseline: Entries): Entries {
    return mapEntries(table, (decision, key) => decision.inherit(entry(own, key), entry(baseline, key)))
  }

  /** The decisions of this migration; where it has none, the inherited ones. */
  function combine(own: Entries, inherited: Entries): Entries {
    return mapEntries(table, (decision, key) => decision.combine(entry(own, key), entry(inherited, key)))
  }

  return {
    table,
    none,
    keyOf: (code: string): string | null => byCode.get(code)?.key ?? null,
    /** The answer that serves nearly all users of a finding, and why; null: only the operator knows. */
    recommended: ({ code, group }: FindingRef) => {
      const recommended = decisionFor({ code })?.finding.recommended ?? null
      return typeof recommended === 'function' ? recommended(group) : recommended
    },
    answers,
    chosen,
    decide,
    decideNamed,
    taken,
    usersOf,
    findingsOf,
    names: [...byCode.keys(), ...byName.keys()],
    inherit,
    combine,
    ...typedDecisions({ table, byName, decisionFor, answers, findingsOf, decide, decideNamed }),
  }
}

function mapEntries(table: DecisionTable, map: (decision: Decision, key: string) => unknown): Entries {
  return Object.fromEntries(Object.entries(table).map(([key, decision]) => [key, map(decision, key)]))
}
