import type { Answer, DecidedFinding, Decision, DecisionOption, FindingRef, Taken } from './decision.ts'

export type DecisionTable = Readonly<Record<string, Decision>>

/** The entries of choices by key, whatever their table is. */
export type Entries = Readonly<Record<string, unknown>>

/** A decision in force with the change that takes it back. */
export type TakenDecision = Omit<Taken, 'undone'> & { readonly key: string; readonly undo: Entries }

/** A finding with the number of its users. */
type CountedFinding = FindingRef & { readonly users: number }

/** A decision as it was typed: `disabled=exclude`, `unsupported-hash:pbkdf2=passwordless`, `bcrypt=peppered`. */
type TypedDecision = { readonly name: string; readonly group: string; readonly answer: string }

/**
 * Everything that a table of decisions says: which decision a finding asks for, its answers, what an answer changes, what is in
 * force in words, what a later export inherits, and how all that is written on the command line.
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

  /** How an answer is typed for `--decide`, e.g. `disabled=migrate|exclude`; null: `--decide` does not take it. */
  function hint(finding: FindingRef): string | null {
    const found = decisionFor(finding)
    const offered = answers(finding)
    if (found === null || found.decision.optionOnly || offered.length === 0) return null
    const { groupName, typed } = found.decision
    const needsGroup = groupName !== null && found.finding.onlyGroup === undefined
    const name = needsGroup ? quoted(`${finding.code}:${finding.group || groupName}`) : finding.code
    return `${name}=${offered.map((answer) => typed[answer.value] ?? wordOf(answer)).join('|')}`
  }

  /** An answer in force as it is typed; null: none is. */
  function typedAnswer(finding: FindingRef, chosen: string | null): string | null {
    const answer = answers(finding).find(({ value }) => value === chosen)
    return answer === undefined ? chosen : wordOf(answer)
  }

  /** How a finding is decided on the command line: an option with its values; null: it cannot be. */
  function optionFor(finding: FindingRef): string | null {
    const typed = hint(finding)
    const found = decisionFor(finding)
    const instead = found?.finding.instead
    if (typed !== null) return `${instead === undefined ? '' : `${optionText(instead)}, or `}--decide ${typed}`
    return found !== null && answers(finding).length > 0 ? optionOf(found.decision) : null
  }

  /** The change of a typed decision; null: there is no such decision. */
  function decideTyped(choices: Entries, { name, group, answer }: TypedDecision): Entries | null {
    if (byName.has(name)) return answer === '' ? null : decideNamed(choices, name, answer)
    const found = decisionFor({ code: name })
    if (found === null || found.decision.optionOnly || answer === '') return null
    const { groupName, exact } = found.decision
    const { onlyGroup } = found.finding
    const named = onlyGroup ?? (groupName === null ? '' : exact ? group.trim() : group.trim().toLowerCase())
    if (groupName !== null && named === '') return null
    const finding = { code: name, group: named }
    const offered = answers(finding).find((one) => wordOf(one) === answer)
    const isOtherWord = offered === undefined && answers(finding).some(({ value }) => value === answer)
    return isOtherWord ? null : decide(choices, finding, offered?.value ?? answer)
  }

  /** The values of `--decide` for a name, e.g. `disabled=migrate|exclude`; null: there is no such name. */
  function takes(name: string): string | null {
    const key = byName.get(name)
    if (key === undefined) return hint({ code: name, group: '' })
    const offered = table[key]?.answers({ code: '', group: name }) ?? []
    return `${name}=${offered.map(wordOf).join('|')}`
  }

  /** A decision in force as it is typed, e.g. `argon2`, `disabled`, `unsupported-hash:pbkdf2`; else the key of its entry. */
  function nameOf({ key, group }: Pick<TakenDecision, 'key' | 'group'>): string {
    if (byName.get(group) === key) return group
    const [finding] = findingsOf({ key, group })
    if (finding === undefined) return key
    return finding.group === '' || decisionFor(finding)?.finding.onlyGroup !== undefined
      ? finding.code
      : `${finding.code}:${finding.group}`
  }

  /** How a decision of this name is taken: its option, and its place on screen. */
  function waysOf(name: string): string {
    const at = name.indexOf(':')
    const finding = at < 0 ? { code: name, group: '' } : { code: name.slice(0, at), group: name.slice(at + 1) }
    const named = table[byName.get(name) ?? name]
    const option = byName.has(name) ? `--decide ${takes(name)}` : optionOf(named)
    return waysFor(finding) || (named === undefined ? '' : joined(option, named))
  }

  /** How a finding is decided: its option, and its place on screen; empty: only a correction helps. */
  function waysFor(finding: FindingRef): string {
    const found = decisionFor(finding)
    return found === null || answers(finding).length === 0 ? '' : joined(optionFor(finding), found.decision)
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
    recommended: ({ code }: Pick<FindingRef, 'code'>) => decisionFor({ code })?.finding.recommended ?? null,
    answers,
    /** Whether more has to be typed for an answer. */
    isTyped: (finding: FindingRef, answer: string): boolean =>
      Object.hasOwn(decisionFor(finding)?.decision.typed ?? {}, answer),
    chosen,
    decide,
    decideNamed,
    taken,
    usersOf,
    hint,
    typedAnswer,
    optionFor,
    nameOf,
    waysOf,
    waysFor,
    decideTyped,
    takes,
    names: [...byCode.keys(), ...byName.keys()],
    inherit,
    combine,
  }
}

/** The word for an answer where it is typed. */
function wordOf({ value, word = value }: Answer): string {
  return word
}

function optionOf(decision: Decision | undefined): string | null {
  return decision?.option === undefined ? null : optionText(decision.option)
}

function optionText({ name, value }: Pick<DecisionOption<unknown>, 'name' | 'value'>): string {
  return `--${name}${value === undefined ? '' : ` ${value}`}`
}

function joined(option: string | null, { place }: Decision): string {
  return [option ?? [], `on screen: ${place}`].flat().join('; ')
}

function mapEntries(table: DecisionTable, map: (decision: Decision, key: string) => unknown): Entries {
  return Object.fromEntries(Object.entries(table).map(([key, decision]) => [key, map(decision, key)]))
}

/** The name of a group as a shell takes it. */
function quoted(text: string): string {
  return /^[\w:.@%+,/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
