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

/** A mapping sorted by its targets, once for all records. */
type ByTarget = {
  readonly paths: (target: MappingTarget) => readonly string[]
  readonly constant: (target: MappingTarget) => string | null
  readonly fixedProvider: string | null
}

function byTarget({ columns, constants = [], fixedProvider }: Mapping): ByTarget {
  const paths = new Map<MappingTarget, string[]>()
  for (const { path, target } of columns) paths.set(target, [...(paths.get(target) ?? []), path])
  const values = new Map<MappingTarget, string>()
  for (const { target, value } of constants) if (!values.has(target)) values.set(target, value)
  return {
    paths: (target) => paths.get(target) ?? noPaths,
    constant: (target) => values.get(target) ?? null,
    fixedProvider,
  }
}

const noPaths: readonly string[] = []

/**
 * Turns one record into a user by a mapping. Where several columns have the same target, the first with a value counts.
 * Verified columns that are there but empty say no; what is neither mapped nor the same in every record stays unsaid.
 */
export function applyMapping(mapping: Mapping, record: SourceRecord): Entry {
  return readByMapping(mapping)(record)
}

/** The same for many records. */
export function readByMapping(mapping: Mapping): (record: SourceRecord) => Entry {
  const sorted = byTarget(mapping)
  return (record) => readUser(sorted, record)
}

function readUser(mapping: ByTarget, record: SourceRecord): Entry {
  const text = (target: MappingTarget) => firstOf(mapping, record, target, textOf) ?? mapping.constant(target)
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

function identitiesOf(mapping: ByTarget, text: ReadText): readonly Identity[] {
  const userId = text('provider-user-id')
  const named = text('provider')?.trim() ?? null
  if (userId === null || (named !== null && ownLogin.has(named.toLowerCase()))) return []
  const provider = named ?? mapping.fixedProvider ?? 'unknown'
  return [{ provider, userId, email: text('provider-email'), emailVerified: null }]
}

function standingOf(mapping: ByTarget, record: SourceRecord): Standing {
  if (mapping.paths('deleted').some((path) => isDeleted(valueAt(record, path)))) return 'deleted'
  return mapping.paths('disabled').some((path) => isDisabled(path, valueAt(record, path))) ? 'disabled' : 'active'
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

function saysYes(mapping: ByTarget, record: SourceRecord, target: MappingTarget): boolean | null {
  let there = false
  for (const path of mapping.paths(target)) {
    const value = valueAt(record, path)
    if (value === undefined) continue
    if (booleanOf(value) === true) return true
    there = true
  }
  return there ? false : booleanOf(mapping.constant(target))
}

function firstOf(
  mapping: ByTarget,
  record: SourceRecord,
  target: MappingTarget,
  read: (value: unknown) => string | null,
): string | null {
  for (const path of mapping.paths(target)) {
    const value = read(valueAt(record, path))
    if (value !== null) return value
  }
  return null
}
