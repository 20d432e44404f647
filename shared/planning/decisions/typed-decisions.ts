import type {
  Answer,
  DecidedFinding,
  Decision,
  DecisionOption,
  DecisionTable,
  Entries,
  FindingRef,
} from './decision.ts'

/** A decision as it was typed: `disabled=exclude`, `unsupported-hash:pbkdf2=passwordless`, `bcrypt=peppered`. */
type TypedDecision = { readonly name: string; readonly group: string; readonly answer: string }

/** The decisions of a table, and how one of them is taken. */
type Decisions = {
  readonly table: DecisionTable
  /** The keys of the decisions that are taken for a group by its name alone, by these names. */
  readonly byName: ReadonlyMap<string, string>
  readonly decisionFor: (
    finding: Pick<FindingRef, 'code'>,
  ) => { readonly key: string; readonly finding: DecidedFinding; readonly decision: Decision } | null
  readonly answers: (finding: FindingRef) => readonly Answer[]
  readonly findingsOf: (taken: { readonly key: string; readonly group: string }) => readonly FindingRef[]
  readonly decide: (choices: Entries, finding: FindingRef, answer: string | null) => Entries | null
  readonly decideNamed: (choices: Entries, name: string, answer: string | null) => Entries | null
}

/** How decisions are written on the command line, and read from it. */
export function typedDecisions({ table, byName, decisionFor, answers, findingsOf, decide, decideNamed }: Decisions) {
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
  function nameOf({ key, group }: { readonly key: string; readonly group: string }): string {
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

  return {
    /** Whether more has to be typed for an answer. */
    isTyped: (finding: FindingRef, answer: string): boolean =>
      Object.hasOwn(decisionFor(finding)?.decision.typed ?? {}, answer),
    hint,
    typedAnswer,
    optionFor,
    nameOf,
    waysOf,
    waysFor,
    decideTyped,
    takes,
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

/** The name of a group as a shell takes it. */
function quoted(text: string): string {
  return /^[\w:.@%+,/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
