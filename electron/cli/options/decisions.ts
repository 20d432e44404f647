import { isSupportedCountry } from 'libphonenumber-js/max'
import { decisions, type Choices } from '../../../shared/planning/choices.ts'
import { choicesSchema } from '../../../shared/planning/decisions/choices-schema.ts'
import type { DecisionOption, DecisionTable, Entries } from '../../../shared/planning/decisions/decision.ts'
import { signerKeyOption } from '../../../shared/planning/decisions/password-decisions.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { type Arguments, nearestName, type OptionSpec, type OptionSpecs } from './command-spec.ts'

const decide: OptionSpec = {
  type: 'string',
  multiple: true,
  value: 'FINDING=VALUE',
  help: 'Decide a finding that inspect lists',
  example: '--decide disabled=exclude',
}

/** Every decision of a table with an option of its own, and `--decide` for each finding. */
export function optionsOf(table: DecisionTable): OptionSpecs {
  const own = Object.values(table).flatMap(({ option }) =>
    option === undefined ? [] : [[option.name, specOf(option)] as const],
  )
  return { ...Object.fromEntries(own), decide }
}

export const decisionOptions = optionsOf(decisions.table)

/** For commands that read hashes: the parameters of Firebase scrypt. */
export const scryptOption = { 'scrypt-parameters': specOf(signerKeyOption) }

function specOf(option: DecisionOption<unknown>): OptionSpec {
  const { name: _name, takes: _takes, read: _read, ...spec } = option
  return { type: spec.value === undefined ? 'boolean' : 'string', ...spec }
}

/** Adds the decisions of the command line to `before`. */
export function readChoices(args: Arguments, before: Choices): Result<Choices> {
  let choices: Entries = before
  for (const [key, { option, groupName, combine }] of Object.entries(decisions.table)) {
    if (option === undefined) continue
    const texts =
      option.multiple === true ? args.texts(option.name) : (args.text(option.name) ?? args.flag(option.name))
    if (texts === false || (Array.isArray(texts) && texts.length === 0)) continue
    const value = option.read(typeof texts === 'string' ? [texts] : texts === true ? [] : [...texts])
    if (value === undefined) return problem('arguments', `--${option.name} takes ${option.takes ?? option.value}.`)
    choices = { ...choices, [key]: groupName === null ? value : combine(value, choices[key]) }
  }
  const read = withCountry(choices)
  if (read === null) return problem('arguments', '--country takes two letters, e.g. DE or US.')
  return withDecisions(read, args.texts('decide'))
}

/**
 * Adds decisions written as `FINDING=VALUE` or `FINDING:GROUP=VALUE`, with the names that inspect prints
 * (`disabled=exclude`, `unsupported-hash:pbkdf2=passwordless`), or as `FAMILY=VALUE` for hashes that could be sent
 * (`bcrypt=peppered`).
 */
export function withDecisions(choices: Choices, pairs: readonly string[]): Result<Choices> {
  let all = choices
  for (const pair of pairs) {
    // The name of a group may hold a `=` itself.
    const [, name = '', group = '', answer = ''] = /^([a-z0-9-]+)(?::(.*))?=([^=]*)$/s.exec(pair.trim()) ?? []
    const change = decisions.decideTyped(all, { name, group, answer: answer.trim() })
    const decided = change === null ? null : withCountry({ ...all, ...change })
    if (decided === null) return problem('arguments', refusal(name))
    all = decided
  }
  return ok(all)
}

/** Names the answers of that finding, or of the one whose name is nearest. Nothing typed is repeated. */
function refusal(name: string): string {
  const takes = decisions.takes(name)
  if (takes !== null) return `--decide takes ${takes}.`
  const known = decisions.names.filter((decidable) => decisions.takes(decidable) !== null)
  const nearest = nearestName(name.slice(0, 40), known)
  return nearest === null
    ? '--decide takes FINDING=VALUE as inspect names them, e.g. disabled=exclude.'
    : `--decide knows no finding of that name. Did you mean ${decisions.takes(nearest)}?`
}

/** Null: there is no such country, or another entry is none that a document takes. */
function withCountry(entries: Entries): Choices | null {
  const choices = choicesSchema.safeParse(entries).data
  return choices === undefined || (choices.country !== null && !isSupportedCountry(choices.country)) ? null : choices
}
