import { isDeleted, isDisabled } from './apply-mapping.ts'
import type { SourceRecord } from './export-format.ts'
import { hashLikenessUnderPasswordName } from '../hashes/hash-likeness.ts'
import { normaliseEmail } from '../users/normalise-email.ts'
import { normalisePhone } from '../users/normalise-phone.ts'
import { readTimeJoined } from '../users/time-joined.ts'
import { booleanOf, contactOf, textOf } from './cell.ts'
import { maskMetadata, maskSample } from './mask-sample.ts'
import type { Mapping } from './mapping.ts'
import { isSecretTarget, type MappingTarget } from './targets.ts'
import { tenantKey } from '../users/tenant.ts'
import { profileOf, tenantsOf, timeText } from './profile-of.ts'
import { profileColumns } from './columns/profile-columns.ts'
import { shownName } from './shown-name.ts'
import { columnTitle } from './target-titles.ts'
import { readerOf } from './value-at.ts'

/** One column of one record: its value as it may be shown, and what becomes of it. */
export type ColumnPreview = {
  readonly path: string
  /** Null: empty. */
  readonly value: string | null
  /** Its target; null: it is not imported. */
  readonly becomes: string | null
  /** The value as it would be sent; null where there is none. */
  readonly result: string | null
  /** Why it cannot be sent like this; empty when it can. */
  readonly problem: string
}

/** Decisions that change how a value is read. `providerName`: null where nothing is decided. */
export type PreviewChoices = {
  readonly country: string | null
  readonly providerName: (source: string) => string | null
}

/** Applies a mapping to one record, column by column. Nothing that looks secret is in it. */
export function previewRecord(
  record: SourceRecord,
  mapping: Mapping,
  choices: PreviewChoices,
): readonly ColumnPreview[] {
  const targets = new Map(mapping.columns.map(({ path, target }) => [path, target]))
  const named = new Map(mapping.columns.map(({ path, values }) => [path, values]))
  const filled = new Map<MappingTarget, string>()
  for (const { path, target } of mapping.columns) {
    if (!filled.has(target) && textOf(readerOf(path)(record)) !== null) filled.set(target, path)
  }
  return pathsOf(record, mapping).map((path) => {
    const raw = readerOf(path)(record)
    const target = targets.get(path)
    // A column that is mapped as a secret is secret, whatever its name.
    const secret = target !== undefined && isSecretTarget(target)
    const shown = { path: shownName(path), value: shownValue(secret ? 'hash' : path, raw) }
    if (target === undefined) return { ...shown, becomes: null, result: null, problem: '' }
    const values = named.get(path)
    const becomes = columnTitle(target, path, values)
    if (shown.value === null && values === undefined) return { ...shown, becomes, result: null, problem: '' }
    const first = filled.get(target)
    if (first !== undefined && first !== path && !isEvery(target)) {
      return { ...shown, becomes, result: null, problem: `“${first}” already has a value.` }
    }
    return {
      ...shown,
      becomes,
      ...(standingOutcome(target, path, raw, values) ?? resultOf(target, path, raw, choices)),
    }
  })
}

/** The columns of the record, and further columns of the mapping that it lacks. */
function pathsOf(record: SourceRecord, mapping: Mapping): readonly string[] {
  const own = profileColumns([record], null).map(({ path }) => path)
  return [...own, ...mapping.columns.map(({ path }) => path).filter((path) => !own.includes(path))].slice(0, 400)
}

export function shownValue(path: string, raw: unknown): string | null {
  const text = textOf(raw)
  return text === null ? null : maskSample(path, text)
}

/** Every column counts, not the first that has a value. */
function isEvery(target: MappingTarget): boolean {
  return target === 'metadata' || target === 'role' || target === 'totp-secret' || target === 'tenant'
}

/** The JSON that this column adds. */
function metadataText(path: string, raw: unknown): string {
  const { metadata = {} } = profileOf({}, { metadata: [{ path, read: () => raw }] }) ?? {}
  return JSON.stringify(maskMetadata(metadata)).slice(0, 500)
}

export type Outcome = Pick<ColumnPreview, 'result' | 'problem'>

/** The standing that a column gives its user; null: none. */
function standingOutcome(
  target: MappingTarget,
  path: string,
  raw: unknown,
  values: readonly string[] | undefined,
): Outcome | null {
  if (target === 'disabled') return sent(isDisabled(path, raw, values) ? 'Disabled' : 'Not disabled')
  return target === 'deleted' ? sent(isDeleted(raw, values) ? 'Deleted' : 'Not deleted') : null
}

export function resultOf(target: MappingTarget, path: string, raw: unknown, choices: PreviewChoices): Outcome {
  const text = textOf(raw) ?? ''
  switch (target) {
    case 'email':
    case 'provider-email': {
      const email = normaliseEmail(contactOf(raw) ?? '')
      return email.kind === 'ok' ? sent(maskSample(path, email.email)) : refused(email.reason)
    }
    case 'phone': {
      const phone = normalisePhone(contactOf(raw) ?? '', choices.country)
      return phone.kind === 'ok' ? sent(phone.phone) : refused(phone.reason)
    }
    case 'email-verified':
    case 'phone-verified': {
      const flag = booleanOf(raw)
      return sent(flag === null ? maskSample(path, text) : flag ? 'Yes' : 'No')
    }
    case 'provider': {
      const name = choices.providerName(text)
      return name === null ? refused('Choose the provider that this name stands for.') : sent(name)
    }
    case 'password-hash':
      return hashLikenessUnderPasswordName(text) === null
        ? refused('This does not look like a password hash.')
        : sent(maskSample('hash', text))
    case 'time-joined': {
      const at = readTimeJoined(timeText(raw) ?? '', Date.now())
      return at === null
        ? refused('This is no date that can be read, or none between 1995 and today.')
        : sent(new Date(at).toISOString())
    }
    case 'totp-secret':
      return sent('••••')
    case 'metadata':
      return sent(metadataText(path, raw))
    case 'role':
      return sent(profileOf({ role: raw }, { roles: [{ path, read: () => raw }] })?.roles?.join(', ') ?? '')
    case 'tenant':
      return sent(tenantsOf(raw).map(tenantKey).join(', '))
    case 'salt':
      return sent(maskSample('salt', text))
    default:
      return sent(maskSample(path, text))
  }
}

export function sent(result: string): Outcome {
  return { result, problem: '' }
}

function refused(problem: string): Outcome {
  return { result: null, problem }
}
