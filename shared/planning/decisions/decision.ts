import type * as z from 'zod'
import type { DependentPlans, Dependents } from './dependents.ts'

/** The builders of schemas of decisions. They are handed in: the page, which reads this table too, must not load Zod. */
export type Zod = Pick<
  typeof z,
  'array' | 'boolean' | 'discriminatedUnion' | 'enum' | 'literal' | 'object' | 'partialRecord' | 'record' | 'string'
>

/** A finding as the planner names it: its code, and what it is about, e.g. a hash family. */
export type FindingRef = { readonly code: string; readonly group: string }

/** One answer for a whole group. */
export type Answer = {
  /** Where more has to be typed: `name` (a provider, a tenant), `placeholder` (a domain), `country` (two letters). */
  readonly value: string
  /** The word for it where it is typed, if that is another than its value. */
  readonly word?: string
  readonly label: string
  /** Its consequence, in one sentence. */
  readonly consequence: string
  /** It decides all groups without a decision of their own: the answer of the decision that `others` names. */
  readonly forOthers?: string
}

/**
 * Texts about other decisions for a finding, by their typed names. `waysOf`: the option and the place on screen;
 * `titleOf`: the subject of the decision.
 */
type DecisionWords = { readonly waysOf: (name: string) => string; readonly titleOf: (name: string) => string }

/** A finding in words. `blocks`: the user is not sent until it is decided or corrected. */
export type FindingWords = {
  readonly blocks: boolean
  readonly title: string
  /** The group as it stands after the title; nothing: it is not part of the title. */
  readonly groupTitle?: (group: string, words: DecisionWords) => string
  /** Groups with a title of their own. */
  readonly ownTitles?: Readonly<Record<string, string>>
  /** Its meaning for the users. */
  readonly meaning: string | ((group: string, words: DecisionWords) => string)
  /** The same of users who need nothing of it, so that none of them waits for an answer. */
  readonly idle?: string | ((group: string) => string)
  /** The way out besides an answer that decides it for all users, in a sentence. */
  readonly next?: string | ((group: string) => string)
}

/** A finding that no decision settles: its users are sent all the same, and the next step is a sentence. */
export type NoteWords = FindingWords & { readonly blocks: false } & Required<Pick<FindingWords, 'next'>>

type Recommendation = { readonly value: string; readonly reason: string }

/** A finding that asks for a decision. */
export type DecidedFinding = FindingWords & {
  /** The answer that serves nearly all, and why. Only where nothing that the operator alone knows decides. */
  readonly recommended?: Recommendation | ((group: string) => Recommendation | null)
  /** The finding has this one group. */
  readonly onlyGroup?: string
  /** An option that resolves it without a decision. The decision for all other groups then does not count for it. */
  readonly instead?: Pick<DecisionOption<unknown>, 'name' | 'value'>
}

/**
 * An option of the command line besides `--decide`. `read` parses its value into the decision; undefined: it is
 * refused.
 */
export type DecisionOption<V> = {
  readonly name: string
  /** The name of its value in the help; nothing: a flag. */
  readonly value?: string
  readonly multiple?: true
  readonly help: string
  readonly fallback?: string
  readonly example?: string
  /** The values that it takes, for the sentence about a mistake; nothing: `value` names them all. */
  readonly takes?: string
  read(this: void, texts: readonly string[]): V | undefined
}

/** A decision in force. `group`: empty where it is one for all. `undone`: what is left of its entry without it. */
export type Taken<V = unknown> = {
  readonly group: string
  readonly about: string
  readonly decided: string
  readonly excludes: boolean
  readonly undone: V
}

/** Where a decision is taken on screen. */
type Place = 'Review, Decisions' | 'Review, Hash families' | 'Map columns' | 'Export'

/**
 * One decision: its entry in the choices of a document, the findings that ask for it, its answers, its words and its option. Everything
 * that knows decisions maps over the table of these entries.
 */
export type Decision<V = unknown, C extends string = string> = {
  schema(zod: Zod): z.ZodType<V, V>
  /** Nothing is decided: the users concerned are blocked, or what `undecided` says holds. */
  readonly none: V
  /** The rule that holds while nothing is decided, for the report. */
  readonly undecided?: { readonly about: string; readonly decided: string } | undefined
  readonly findings: Readonly<Record<C, DecidedFinding>>
  readonly place: Place
  readonly option?: DecisionOption<V> | undefined
  /** How a group is called in help, e.g. `FAMILY`; null: one decision for all. */
  readonly groupName: string | null
  /** Groups are told apart by the case of their letters. */
  readonly exact: boolean
  /** Groups that are decided by their name alone: `--decide bcrypt=peppered`. */
  readonly names: readonly string[]
  /** Findings that say which users a group concerns, where no finding asks for it. */
  readonly notes: (group: string) => readonly FindingRef[]
  /** The decision for all groups that have none of their own. */
  readonly others: string | null
  /** Whether a later export inherits it. */
  readonly inherits: boolean
  /** How the value of an answer is called where it is typed: `NAME`. */
  readonly typed: Readonly<Record<string, string>>
  /** Only another decision of these users, or the option, decides it: `--decide` does not. */
  readonly optionOnly: boolean
  /** The users are not planned anew: it matters while they are sent. */
  readonly whileSending: boolean
  /** Which users are planned anew. */
  readonly dependents: 'all' | DependentPlans
  answers(finding: FindingRef): readonly Answer[]
  /** Every decision in force, in words. */
  taken(value: V): readonly Taken<V>[]
  /** The decision about a finding, as the value of an answer; null: none. */
  chosen(value: V, finding: FindingRef): string | null
  /** The entry with a finding decided; `answer` null undoes the decision. Null: there is no such answer. */
  decide(value: V, finding: FindingRef, answer: string | null): V | null
  /** The decisions of an earlier migration about what is open here. */
  inherit(own: V, baseline: V): V
  /** The inherited decisions, overridden by the decisions of this migration. */
  combine(this: void, own: V, inherited: V): V
}

export type DecisionTable = Readonly<Record<string, Decision>>

/** The entries of choices by key, whatever their table is. */
export type Entries = Readonly<Record<string, unknown>>

type Common<V, C extends string> = {
  readonly findings: Readonly<Record<C, DecidedFinding>>
  readonly answers: readonly Answer[] | ((finding: FindingRef) => readonly Answer[])
  /** Nothing: `Review, Decisions`. */
  readonly place?: Place
  readonly option?: DecisionOption<V>
  readonly inherits?: false
  readonly typed?: Readonly<Record<string, string>>
  readonly optionOnly?: true
  readonly whileSending?: true
  /** Nothing: `all`. */
  readonly dependents?: Dependents
}

type OneSpec<V, C extends string> = Common<V, C> & {
  readonly schema: (zod: Zod) => z.ZodType<V, V>
  readonly none: NoInfer<V>
  readonly undecided?: string
  readonly about: string
  readonly say: (value: V) => string
  readonly excludes: (value: V) => boolean
  readonly read: (answer: string) => V | null
  readonly write: (value: V, finding: FindingRef) => string | null
  readonly others?: string
}

/** One decision for all users concerned. */
export function one<V, C extends string>(spec: OneSpec<V, C>): Decision<V, C> {
  const { schema, none, about } = spec
  const isNone = (value: V) => value === none
  return {
    ...shared(spec),
    schema,
    none,
    undecided: spec.undecided === undefined ? undefined : { about, decided: spec.undecided },
    groupName: null,
    exact: false,
    names: [],
    notes: () => [],
    others: spec.others ?? null,
    taken: (value) =>
      isNone(value)
        ? []
        : [{ group: '', about, decided: spec.say(value), excludes: spec.excludes(value), undone: none }],
    chosen: spec.write,
    decide: (_, __, answer) => (answer === null ? none : spec.read(answer)),
    inherit: (own, baseline) => (spec.inherits === false || !isNone(own) ? none : baseline),
    combine: (own, inherited) => (isNone(own) ? inherited : own),
  }
}

/** One decision with a few answers. `values`: each with its words, as in "Disabled in the source: excluded". */
export function oneOf<const W extends Readonly<Record<string, string>>, C extends string>(
  spec: Common<(keyof W & string) | null, C> & {
    readonly values: W
    readonly about: string
    /** The rule that holds while nothing is decided, for the report. */
    readonly undecided?: string
    /** Of the values: held as if nothing were decided. */
    readonly open?: keyof W & string
  },
): Decision<(keyof W & string) | null, C> {
  const read = reader(spec.values)
  return one({
    ...spec,
    schema: (zod) => zod.enum(namesOf(spec.values)).nullable(),
    none: null,
    say: (value) => (value === null ? '' : wordsOf(spec.values, value)),
    excludes: (value) => value === 'exclude',
    read,
    write: (value) => (value === spec.open ? null : value),
  })
}

type EachSpec<V, C extends string> = Common<Record<string, V>, C> & {
  readonly groupName: string
  readonly exact?: true
  readonly names?: readonly string[]
  readonly notes?: (group: string) => readonly FindingRef[]
  readonly others?: string
  readonly keys?: (zod: Zod) => z.ZodType<string, string>
  readonly value: (zod: Zod) => z.ZodType<V, V>
  readonly about: (key: string) => string
  readonly say: (value: V, key: string) => string
  readonly excludes: (value: V) => boolean
  readonly keyOf?: (finding: FindingRef) => string
  readonly read: (answer: string) => V | null
  readonly write: (value: V) => string
}

/** One decision for each group of a finding: a hash family, a provider, a role. */
export function perGroup<V, C extends string>(spec: EachSpec<V, C>): Decision<Record<string, V>, C> {
  const keyOf = spec.keyOf ?? (({ group }: FindingRef) => group)
  return {
    ...shared(spec),
    schema: (zod) => zod.record(spec.keys?.(zod) ?? zod.string(), spec.value(zod)),
    none: {},
    groupName: spec.groupName,
    exact: spec.exact ?? false,
    names: spec.names ?? [],
    notes: spec.notes ?? (() => []),
    others: spec.others ?? null,
    taken: (entries) =>
      Object.entries(entries).map(([key, value]) => ({
        group: key,
        about: spec.about(key),
        decided: spec.say(value, key),
        excludes: spec.excludes(value),
        undone: without(entries, key),
      })),
    chosen: (entries, finding) => {
      const key = keyOf(finding)
      const value = Object.hasOwn(entries, key) ? entries[key] : undefined
      return value === undefined ? null : spec.write(value)
    },
    decide: (entries, finding, answer) => {
      const key = keyOf(finding)
      if (answer === null) return without(entries, key)
      const value = spec.read(answer)
      return value === null ? null : { ...without(entries, key), [key]: value }
    },
    inherit: (own, baseline) =>
      spec.inherits === false
        ? {}
        : Object.fromEntries(Object.entries(baseline).filter(([key]) => !Object.hasOwn(own, key))),
    combine: (own, inherited) => ({ ...inherited, ...own }),
  }
}

/** One decision with a few answers for each group. */
export function perGroupOf<const W extends Readonly<Record<string, string>>, C extends string>(
  spec: Omit<EachSpec<keyof W & string, C>, 'value' | 'say' | 'excludes' | 'read' | 'write'> &
    Partial<Pick<EachSpec<keyof W & string, C>, 'say' | 'excludes'>> & { readonly values: W },
): Decision<Record<string, keyof W & string>, C> {
  return perGroup({
    say: (value) => wordsOf(spec.values, value),
    excludes: (value) => value === 'exclude',
    ...spec,
    value: (zod) => zod.enum(namesOf(spec.values)),
    read: reader(spec.values),
    write: (value) => value,
  })
}

/** A tick. `ticked`: what it says, in words; `answer`: the value of the answer that ticks it. */
export function tick<C extends string>(
  spec: Common<boolean, C> & { readonly about: string; readonly ticked: string; readonly answer: string },
): Decision<boolean, C> {
  return one({
    ...spec,
    schema: (zod) => zod.boolean(),
    none: false,
    say: () => spec.ticked,
    excludes: () => false,
    read: (answer) =>
      answer === spec.answer ? true : listed(spec, '').some(({ value }) => value === answer) ? false : null,
    // Groups are about what no tick changes.
    write: (value, { group }) => (value && group === '' ? spec.answer : null),
  })
}

function listed<V, C extends string>({ answers }: Common<V, C>, code: string): readonly Answer[] {
  return typeof answers === 'function' ? answers({ code, group: '' }) : answers
}

function shared<V, C extends string>(spec: Common<V, C>) {
  const { findings, answers, option, inherits = true, typed = {}, optionOnly, whileSending } = spec
  const { place = 'Review, Decisions', dependents = 'all' } = spec
  return {
    findings,
    place,
    option,
    inherits,
    typed,
    optionOnly: optionOnly ?? false,
    whileSending: whileSending ?? false,
    dependents: dependents === 'findings' ? { findings: Object.keys(findings) } : dependents,
    answers: typeof answers === 'function' ? answers : () => answers,
  }
}

/** Entries without one of their keys. */
export function without<V>(entries: Readonly<Record<string, V>>, key: string): Record<string, V> {
  return Object.fromEntries(Object.entries(entries).filter(([name]) => name !== key))
}

// The keys of an object that is written out in the table.
function namesOf<W extends Readonly<Record<string, string>>>(values: W): readonly (keyof W & string)[] {
  return Object.keys(values)
}

function reader<W extends Readonly<Record<string, string>>>(values: W): (answer: string) => (keyof W & string) | null {
  return (answer) => namesOf(values).find((value) => value === answer) ?? null
}

function wordsOf<W extends Readonly<Record<string, string>>>(values: W, value: keyof W & string): string {
  return values[value] ?? value
}

/** The answer that leaves users, or one of their logins, out. */
export const excludeAnswer = (consequence: string): Answer => ({ value: 'exclude', label: 'Exclude', consequence })

/** A decision whose only answer leaves users out: all others are corrected one by one, or stay blocked. */
export function exclusion<C extends string>({
  answer,
  ...spec
}: Pick<Common<'exclude' | null, C>, 'findings'> & { readonly about: string; readonly answer: Answer }): Decision<
  'exclude' | null,
  C
> {
  const values = { exclude: 'excluded' } as const
  return oneOf({ ...spec, answers: [answer], values, dependents: 'findings' })
}
