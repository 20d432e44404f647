import { isSupportedCountry } from 'libphonenumber-js/max'
import { choiceFor, entryOf, withFamily, type ChoicesChange } from '../../shared/planning/choice-change.ts'
import { choicesSchema, type Choices } from '../../shared/planning/choices.ts'
import { findingCodes, type FindingCode } from '../../shared/planning/findings.ts'
import { findingChoices } from '../../shared/planning/finding-choices.ts'
import { isUnmappedCode } from '../../shared/planning/unmapped.ts'
import { ok, problem, type Result } from '../../shared/result.ts'

const families = ['bcrypt', 'argon2', 'firebase-scrypt']

/** Findings with one group each, whose name the choices need. */
const onlyGroups: Readonly<Record<string, string>> = {
  'malformed-hash': 'malformed',
  'redacted-hash': 'redacted',
  'hash-parameters-missing': 'firebase-scrypt',
}

/**
 * Adds decisions written as `FINDING=VALUE` or `FINDING:GROUP=VALUE`, with the names that inspect prints
 * (`disabled=exclude`, `unsupported-hash:pbkdf2=passwordless`), or as `FAMILY=VALUE` for hashes that could be sent
 * (`bcrypt=peppered`).
 */
export function withDecisions(choices: Choices, pairs: readonly string[]): Result<Choices> {
  let all = choices
  for (const pair of pairs) {
    const [, code = '', group = '', value = ''] = parts(pair.trim())
    // Names of fields, roles and tenants are told apart by their letters.
    const isExact = isUnmappedCode(code) || isTenantCode(code) || code === 'role-missing'
    const named = isExact ? group.trim() : group.trim().toLowerCase()
    const change = changeFor(all, code, named, value.trim())
    const parsed = change === null ? null : choicesSchema.safeParse({ ...all, ...change })
    if (parsed === null || !parsed.success) return problem('arguments', `--decide takes ${allowed(code)}.`)
    all = parsed.data
  }
  return ok(all)
}

/** The code, the group and the value. The name of a field may hold a `=` itself. */
function parts(pair: string): readonly string[] {
  const field = /^(unmapped-[a-z-]+):(.*)=([^=]*)$/s.exec(pair)
  return field ?? /^([a-z0-9-]+)(?::([^=]*))?=(.*)$/s.exec(pair) ?? []
}

function changeFor(choices: Choices, code: string, group: string, value: string): ChoicesChange | null {
  if (families.includes(code)) return withFamily(choices, code, value)
  // The tick for the signer key is --scrypt-parameters; nothing else says that the core has it.
  if (!isFinding(code) || code === 'signer-key-not-confirmed' || value === '') return null
  if (code === 'phone-invalid') return isSupportedCountry(value.toUpperCase()) ? { country: value.toUpperCase() } : null
  const named = onlyGroups[code] ?? group
  const needsGroup =
    code === 'unsupported-hash' || code === 'provider-undecided' || isTenantCode(code) || isUnmappedCode(code)
  return needsGroup && named === '' ? null : choiceFor(choices, { code, group: named }, value)
}

/** Their groups are written as in the source: ids may differ in case only. */
function isTenantCode(code: string): boolean {
  return entryOf(code) === 'tenants'
}

/** Whether findings of this code can be there. */
export function isFinding(code: string): code is FindingCode {
  return Object.hasOwn(findingCodes, code)
}

/** What can be decided about a finding, as it is typed; of an unknown one, what they look like. */
function allowed(code: string): string {
  if (families.includes(code)) return `${code}=peppered|passwordless|exclude`
  return (
    (isFinding(code) ? decisionHint(code, '') : null) ?? 'FINDING=VALUE as inspect names them, e.g. disabled=exclude'
  )
}

/** How a group of findings is decided on the command line, e.g. `disabled=migrate|exclude`; null: it cannot be. */
export function decisionHint(code: FindingCode, group: string): string | null {
  if (code === 'signer-key-not-confirmed') return null
  const values = findingChoices(code).map(({ value }) => typed[value] ?? value)
  if (values.length === 0) return null
  if (code === 'unsupported-hash') return `${code}:${group || 'FAMILY'}=${values.join('|')}`
  if (code === 'profile-data') return `${code}:${group || 'PART'}=${values.join('|')}`
  if (code === 'role-missing') return `${code}:${group || 'ROLE'}=${values.join('|')}`
  if (code === 'provider-undecided') return `${code}:${group || 'PROVIDER'}=${values.join('|')}`
  if (isTenantCode(code)) return `${quoted(`${code}:${group || 'TENANT'}`)}=${values.join('|')}`
  if (isUnmappedCode(code)) return `${quoted(`${code}:${group || 'FIELD'}`)}=${values.join('|')}`
  return `${code}=${values.join('|')}`
}

/** A field's name as a shell takes it. */
function quoted(text: string): string {
  return /^[\w:.@%+,/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** Where a choice stands for something that is typed. */
const typed: Readonly<Record<string, string>> = { name: 'NAME', placeholder: 'DOMAIN', country: 'CC' }
