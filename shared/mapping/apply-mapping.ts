import type { Entry, SourceRecord } from '../exports/export-format.ts'
import type { HashInput } from '../hashes/verdict.ts'
import type { Identity, Standing, User } from '../users/user.ts'
import { booleanOf, contactOf, disabledByWord, textOf } from './cell.ts'
import { lastName } from './column-words.ts'
import type { Mapping, MappingTarget } from './mapping.ts'
import { valueAt } from './value-at.ts'

/** Provider names that mean the table's own passwords, not a third party. */
const ownLogin = new Set([
  'local',
  'password',
  'credentials',
  'credential',
  'database',
  'email',
  'username',
  'native',
  'none',
])

/**
 * Turns one record into a user by a mapping. Where several columns have the same target, the first with a value counts.
 * Verified columns that are there but empty say no; what is neither mapped nor the same in every record stays unsaid.
 */
export function applyMapping(mapping: Mapping, record: SourceRecord): Entry {
  const text = (target: MappingTarget) => firstOf(mapping, record, target, textOf) ?? constantOf(mapping, target)
  const sourceId = text('source-id')
  const email = firstOf(mapping, record, 'email', contactOf)
  const phone = firstOf(mapping, record, 'phone', contactOf)
  const hash = hashOf(text)
  const identities = identitiesOf(mapping, text)
  if (sourceId === null && email === null && phone === null && hash === null && identities.length === 0) {
    return { kind: 'unreadable', reason: 'None of the mapped columns has a value in this record.' }
  }
  const user: User = {
    sourceId,
    email,
    emailVerified: saysYes(mapping, record, 'email-verified'),
    phone,
    phoneVerified: saysYes(mapping, record, 'phone-verified'),
    phoneIsLogin: false,
    emailIsLogin: false,
    hasPassword: hash === null ? null : true,
    hash,
    identities,
    standing: standingOf(mapping, record),
  }
  return { kind: 'user', user, keys: sourceId === null ? [] : [`id:${sourceId}`] }
}

type ReadText = (target: MappingTarget) => string | null

function hashOf(text: ReadText): HashInput | null {
  const hash = text('password-hash')
  if (hash === null) return null
  const salt = text('salt')
  const declared = text('hash-algorithm')
  return { hash, ...(salt === null ? {} : { salt }), ...(declared === null ? {} : { declared }) }
}

function identitiesOf(mapping: Mapping, text: ReadText): readonly Identity[] {
  const userId = text('provider-user-id')
  const named = text('provider')?.trim() ?? null
  if (userId === null || (named !== null && ownLogin.has(named.toLowerCase()))) return []
  const provider = named ?? mapping.fixedProvider ?? 'unknown'
  return [{ provider, userId, email: text('provider-email'), emailVerified: null }]
}

function standingOf(mapping: Mapping, record: SourceRecord): Standing {
  if (columnsOf(mapping, 'deleted').some((path) => isDeleted(valueAt(record, path)))) return 'deleted'
  return columnsOf(mapping, 'disabled').some((path) => isDisabled(path, valueAt(record, path))) ? 'disabled' : 'active'
}

function isDeleted(value: unknown): boolean {
  return booleanOf(value) ?? textOf(value)?.trim().toLowerCase() === 'deleted'
}

/** In a column like `active` or `is_enabled` it is the no that disables. */
function isDisabled(path: string, value: unknown): boolean {
  const word = disabledByWord(value)
  if (word !== null) return word
  const said = booleanOf(value)
  return said !== null && said !== saysEnabled(path)
}

export function saysEnabled(path: string): boolean {
  return /^(?:is|account|user)*(?:active|enabled)$/.test(lastName(path))
}

function saysYes(mapping: Mapping, record: SourceRecord, target: MappingTarget): boolean | null {
  const values = columnsOf(mapping, target)
    .map((path) => valueAt(record, path))
    .filter((value) => value !== undefined)
  return values.length === 0
    ? booleanOf(constantOf(mapping, target))
    : values.some((value) => booleanOf(value) === true)
}

function constantOf(mapping: Mapping, target: MappingTarget): string | null {
  return mapping.constants?.find((constant) => constant.target === target)?.value ?? null
}

function columnsOf(mapping: Mapping, target: MappingTarget): readonly string[] {
  return mapping.columns.filter((column) => column.target === target).map(({ path }) => path)
}

function firstOf(
  mapping: Mapping,
  record: SourceRecord,
  target: MappingTarget,
  read: (value: unknown) => string | null,
): string | null {
  for (const column of mapping.columns) {
    if (column.target !== target) continue
    const value = read(valueAt(record, column.path))
    if (value !== null) return value
  }
  return null
}
