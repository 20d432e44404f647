import { computedShown, isComputed, isComputedTime } from '../../computed-value.ts'
import { isNumberAsContact } from '../apply-mapping.ts'
import { isDeleted, standingOfStatus } from '../entries/standing.ts'
import { type Notation, readerFor } from '../entries/target-sources.ts'
import type { Entry, SourceRecord } from '../export-format.ts'
import { hashLikenessUnderPasswordName } from '../../hashes/hash-likeness.ts'
import { isObject, type JsonObject } from '../../json.ts'
import { normaliseEmail } from '../../users/normalise-email.ts'
import { normalisePhone } from '../../users/normalise-phone.ts'
import { isOfEitherOrder, readTimeJoined } from '../../users/time-joined.ts'
import { booleanOf, contactOf, textOf } from '../cell.ts'
import { maskMetadata, maskSample } from './mask-sample.ts'
import type { Mapping } from '../mapping.ts'
import { isCumulative, isSecretTarget, type MappingTarget } from '../targets.ts'
import { tenantKey } from '../../users/tenant.ts'
import type { Identity, Profile, User } from '../../users/user.ts'
import { profileOf, tenantsOf, timeText } from '../profile-of.ts'
import { profileColumns } from '../columns/profile-columns.ts'
import { shownName } from './shown-name.ts'
import { columnTitle, targetOf } from './target-titles.ts'
import { readerOf, withValueAt } from '../value-at.ts'

/** One column of one record: its value as it may be shown, and what becomes of it. */
type ColumnPreview = {
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
type PreviewChoices = {
  readonly country: string | null
  readonly providerName: (source: string) => string | null
  /** How the columns of the file write their values. */
  readonly notation?: Notation
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
    const read = readerFor(target, path, choices.notation)(record)
    const values = named.get(path)
    const becomes = columnTitle(target, path, values)
    if (isUnknown(raw, target)) return { ...shown, becomes, ...refused(onlyInDatabase) }
    if (shown.value === null && values === undefined) return { ...shown, becomes, result: null, problem: '' }
    const first = filled.get(target)
    if (first !== undefined && first !== path && !isCumulative(target)) {
      return { ...shown, becomes, result: null, problem: `“${first}” already has a value.` }
    }
    return {
      ...shown,
      becomes,
      ...(standingOutcome(target, path, read, values) ??
        resultOf(target, path, target === 'time-joined' ? read : raw, choices)),
    }
  })
}

/** Whether only the database knows the value for a target. That a time is there says yes, whichever it is. */
function isUnknown(raw: unknown, target: MappingTarget): boolean {
  return isComputed(raw) && !(isComputedTime(raw) && ofFlags.has(target))
}

const ofFlags: ReadonlySet<MappingTarget> = new Set(['email-verified', 'phone-verified', 'disabled', 'deleted'])

const onlyInDatabase = 'Load the dump into a database and export the table again to import this value.'

/** The columns of the record, and further columns of the mapping that it lacks. */
function pathsOf(record: SourceRecord, mapping: Mapping): readonly string[] {
  const own = profileColumns([record], null).map(({ path }) => path)
  return [...own, ...mapping.columns.map(({ path }) => path).filter((path) => !own.includes(path))].slice(0, 400)
}

function shownValue(path: string, raw: unknown): string | null {
  if (isComputed(raw)) return computedShown
  const text = textOf(raw)
  return text === null ? null : maskSample(path, text)
}

/** The JSON that this column adds. */
function metadataText(path: string, raw: unknown): string {
  const { metadata = {} } = profileOf({}, { metadata: [{ path, read: () => raw }] }) ?? {}
  return JSON.stringify(maskMetadata(metadata)).slice(0, 500)
}

type Outcome = Pick<ColumnPreview, 'result' | 'problem'>

const statusTexts = { active: 'Not disabled', disabled: 'Disabled', deleted: 'Deleted' } as const

/** The standing that a column gives its user; null: none. */
function standingOutcome(
  target: MappingTarget,
  path: string,
  raw: unknown,
  values: readonly string[] | undefined,
): Outcome | null {
  if (target === 'disabled') return sent(statusTexts[standingOfStatus(path, raw, values)])
  return target === 'deleted' ? sent(isDeleted(raw, values) ? 'Deleted' : 'Not deleted') : null
}

function resultOf(target: MappingTarget, path: string, raw: unknown, choices: PreviewChoices): Outcome {
  const text = textOf(raw) ?? ''
  switch (target) {
    case 'email':
    case 'provider-email': {
      const contact = contactOf(raw) ?? ''
      if (target === 'email' && isNumberAsContact(contact)) return resultOf('phone', path, raw, choices)
      const email = normaliseEmail(contact)
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
      const time = timeText(raw) ?? ''
      const at = readTimeJoined(time, Date.now())
      if (isOfEitherOrder(time)) return refused('Day and month of this date may be either way round.')
      return at === null
        ? refused('This is not a readable date between 1995 and today.')
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

function sent(result: string): Outcome {
  return { result, problem: '' }
}

function refused(problem: string): Outcome {
  return { result: null, problem }
}

/** The reader of a known format, and the title of what a field becomes; null: nothing. */
type FormatPreview = {
  readonly read: (record: SourceRecord) => Entry
  readonly becomes: (path: string) => string | null
}

/**
 * Previews a record of a known format, field by field. The result of a field is the part of the user that the reader reads
 * otherwise once the field is empty, so that no second list says what a field gives. Nothing that looks secret is in it.
 */
export function previewFormat(
  record: SourceRecord,
  { read, becomes }: FormatPreview,
  choices: PreviewChoices,
): readonly ColumnPreview[] {
  const whole = partsOf(read(record))
  const columns = profileColumns([record], null).slice(0, maxColumns)
  return columns.map(({ path }) => {
    const raw = readerOf(path)(record)
    const title = becomes(path)
    const target = title === null ? null : targetOf(title)
    const secret = target !== null && isSecretTarget(target)
    const shown = { path: shownName(path), value: shownValue(secret ? 'hash' : path, raw), becomes: title }
    if (target === null || shown.value === null) return { ...shown, ...none }
    if (isUnknown(raw, target)) return { ...shown, ...refused(onlyInDatabase) }
    const without = partsOf(read(withValueAt(record, path, null)))
    return { ...shown, ...(outcomeOf(target, { path, raw, whole, without, choices }) ?? none) }
  })
}

const maxColumns = 400

const none: Outcome = { result: null, problem: '' }

/** The parts of a user that one record gives. `owner`: the user that it belongs to, of a record that adds to one. */
type Parts = Partial<Omit<User, 'profile'>> & Profile & { readonly owner?: readonly string[] }

function partsOf(entry: Entry): Parts {
  if (entry.kind === 'part') return { ...entry.part, owner: entry.keys }
  if (entry.kind !== 'user') return {}
  const { profile, ...user } = entry.user
  return { ...user, ...profile }
}

type Field = {
  readonly path: string
  readonly raw: unknown
  readonly whole: Parts
  /** The same record without the field. */
  readonly without: Parts
  readonly choices: PreviewChoices
}

/** The result of a field for its target; null: the reader takes it from another field, or the field only helps to read others. */
function outcomeOf(target: MappingTarget, field: Field): Outcome | null {
  const { path, whole, choices } = field
  switch (target) {
    case 'source-id':
      if (whole.owner !== undefined)
        return gives(field, 'owner') ? sent(maskSample(path, textOf(field.raw) ?? '')) : null
      return textOutcome(target, field, 'sourceId')
    case 'email':
    case 'phone':
      return textOutcome(target, field, target)
    case 'email-verified':
      return flagOutcome(field, 'emailVerified')
    case 'phone-verified':
      return flagOutcome(field, 'phoneVerified')
    case 'password-hash':
      return whole.hash && gives(field, 'hash') ? sent(maskSample('hash', whole.hash.hash)) : null
    case 'provider':
      return identityOutcome(target, field, ({ provider }) => provider)
    case 'provider-user-id':
      return identityOutcome(target, field, ({ userId }) => userId)
    case 'provider-email':
      return identityOutcome(target, field, ({ email }) => email)
    case 'disabled':
    case 'deleted':
      return formatStanding(target, field)
    case 'metadata': {
      const given = changedMembers(whole.metadata ?? {}, field.without.metadata ?? {})
      return Object.keys(given).length > 0 ? sent(JSON.stringify(maskMetadata(given)).slice(0, 500)) : null
    }
    case 'role':
      return gives(field, 'roles') ? resultOf(target, path, whole.roles, choices) : null
    case 'tenant':
      return gives(field, 'tenants') ? resultOf(target, path, whole.tenants, choices) : null
    case 'totp-secret':
      return gives(field, 'totp') ? sent('••••') : null
    case 'time-joined':
      return gives(field, 'joined') ? resultOf(target, path, whole.joined, choices) : null
    case 'salt':
    case 'hash-algorithm':
      return null
  }
}

function gives({ whole, without }: Field, part: keyof Parts): boolean {
  const given = whole[part] ?? null
  return given !== null && !isSame(given, without[part] ?? null)
}

/** Also of a field that says the same as another one. */
function textOutcome(target: MappingTarget, field: Field, part: 'sourceId' | 'email' | 'phone'): Outcome | null {
  const text = field.whole[part] ?? null
  if (text === null || !(gives(field, part) || textOf(field.raw)?.trim() === text.trim())) return null
  return resultOf(target, field.path, text, field.choices)
}

function flagOutcome(field: Field, part: 'emailVerified' | 'phoneVerified'): Outcome | null {
  const flag = field.whole[part] ?? null
  if (flag === null || !(gives(field, part) || booleanOf(field.raw) === flag)) return null
  return sent(flag ? 'Yes' : 'No')
}

function identityOutcome(
  target: MappingTarget,
  { path, whole, without, choices }: Field,
  textIn: (identity: Identity) => string | null,
): Outcome | null {
  const rest = without.identities ?? []
  const given = whole.identities?.find((identity) => !rest.some((other) => isSame(identity, other)))
  const text = given === undefined ? null : textIn(given)
  return text === null || text === '' ? null : resultOf(target, path, text, choices)
}

/** A field that lets the user log in says so, unless another one says otherwise. */
function formatStanding(target: 'disabled' | 'deleted', field: Field): Outcome | null {
  const { standing } = field.whole
  if (standing === target && gives(field, 'standing')) return sent(target === 'disabled' ? 'Disabled' : 'Deleted')
  return standing === 'active' ? sent(target === 'disabled' ? 'Not disabled' : 'Not deleted') : null
}

/** The members of an object, at any depth, that the other one lacks or has otherwise. */
function changedMembers(whole: JsonObject, without: JsonObject): JsonObject {
  const changed = Object.entries(whole).flatMap(([name, value]) => {
    const other = Object.hasOwn(without, name) ? without[name] : undefined
    if (isSame(value, other ?? null)) return []
    return [[name, isObject(value) && isObject(other) ? changedMembers(value, other) : value] as const]
  })
  return Object.fromEntries(changed)
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
