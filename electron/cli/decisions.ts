import { isSupportedCountry } from 'libphonenumber-js/max'
import { choiceFor, withFamily, type ChoicesChange } from '../../shared/planning/choice-change.ts'
import { choicesSchema, type Choices } from '../../shared/planning/choices.ts'
import { findingCodes, type FindingCode } from '../../shared/planning/findings.ts'
import { findingChoices } from '../../shared/planning/finding-choices.ts'
import { ok, problem, type Result } from '../../shared/result.ts'

const families = ['bcrypt', 'argon2', 'partner-scrypt']

/** Findings with one group each, whose name the choices need. */
const onlyGroups: Readonly<Record<string, string>> = {
  'malformed-hash': 'malformed',
  'redacted-hash': 'redacted',
  'hash-parameters-missing': 'partner-scrypt',
}

/**
 * Adds decisions written as `FINDING=VALUE` or `FINDING:GROUP=VALUE`, with the names that inspect prints
 * (`disabled=leave-out`, `unsupported-hash:pbkdf2=passwordless`), or as `FAMILY=VALUE` for hashes that could be sent
 * (`bcrypt=peppered`).
 */
export function withDecisions(choices: Choices, pairs: readonly string[]): Result<Choices> {
  let all = choices
  for (const pair of pairs) {
    const [, code = '', group = '', value = ''] = /^([a-z0-9-]+)(?::([^=]*))?=(.*)$/s.exec(pair.trim()) ?? []
    const change = changeFor(all, code, group.trim().toLowerCase(), value.trim())
    const parsed = change === null ? null : choicesSchema.safeParse({ ...all, ...change })
    if (parsed === null || !parsed.success) return problem('arguments', `--decide takes ${allowed(code)}.`)
    all = parsed.data
  }
  return ok(all)
}

function changeFor(choices: Choices, code: string, group: string, value: string): ChoicesChange | null {
  if (families.includes(code)) return withFamily(choices, code, value)
  // The tick for the signer key is --scrypt-parameters; nothing else says that the core has it.
  if (!isFinding(code) || code === 'signer-key-not-confirmed' || value === '') return null
  if (code === 'phone-invalid') return isSupportedCountry(value.toUpperCase()) ? { country: value.toUpperCase() } : null
  const named = onlyGroups[code] ?? group
  const needsGroup = code === 'unsupported-hash' || code === 'provider-undecided'
  return needsGroup && named === '' ? null : choiceFor(choices, { code, group: named }, value)
}

function isFinding(code: string): code is FindingCode {
  return Object.hasOwn(findingCodes, code)
}

/** What can be decided about a finding, as it is typed; of an unknown one, what they look like. */
function allowed(code: string): string {
  if (families.includes(code)) return `${code}=peppered|passwordless|leave-out`
  return (
    (isFinding(code) ? decisionHint(code, '') : null) ?? 'FINDING=VALUE as inspect names them, e.g. disabled=leave-out'
  )
}

/** How a group of findings is decided on the command line, e.g. `disabled=migrate|leave-out`; null: it cannot be. */
export function decisionHint(code: FindingCode, group: string): string | null {
  if (code === 'signer-key-not-confirmed') return null
  const values = findingChoices(code).map(({ value }) => typed[value] ?? value)
  if (values.length === 0) return null
  if (code === 'unsupported-hash') return `${code}:${group || 'FAMILY'}=${values.join('|')}`
  if (code === 'provider-undecided') return `${code}:${group || 'PROVIDER'}=${values.join('|')}`
  return `${code}=${values.join('|')}`
}

/** Where a choice stands for something that is typed. */
const typed: Readonly<Record<string, string>> = { name: 'NAME', placeholder: 'DOMAIN', country: 'CC' }
