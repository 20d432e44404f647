import type { Entry, SourceRecord } from '../../mapping/export-format.ts'
import { booleanOf, textOf } from '../../mapping/cell.ts'
import { readEmbedded, valueAt } from '../../mapping/value-at.ts'
import { identityWithoutId } from '../../users/known-provider.ts'
import type { Identity } from '../../users/user.ts'
import { third } from '../fields.ts'
import { idField } from '../own-columns.ts'
import type { IdentitiesIn, LoginsTable } from './preset.ts'

/** The text at the first of these paths that has one. */
function textAt(record: unknown, paths: readonly string[]): string | null {
  for (const path of paths) {
    const text = textOf(valueAt(record, path))
    if (text !== null) return text
  }
  return null
}

/** The logins within a record. */
export function identitiesIn(record: SourceRecord, logins: IdentitiesIn): readonly Identity[] {
  const { at, provider = [], userId, own } = logins
  if (at.endsWith('*')) {
    const before = at.slice(0, -1)
    const columns = Object.keys(record).filter((name) => name.startsWith(before))
    return columns.flatMap((name) => memberIdentity(record[name], name.slice(before.length), logins))
  }
  const value = insideOf(valueAt(record, at))
  if (Array.isArray(value)) return value.flatMap((one) => identityOf(one, textAt(one, provider), logins))
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, one]) => memberIdentity(one, name, logins))
  }
  if (userId !== undefined) return []
  const named = booleanOf(value) === null ? textOf(value) : booleanOf(value) === true ? at.toLowerCase() : null
  return named === null || isOwn(null, named, own) ? [] : [identityWithoutId(named)]
}

/** A member that is called like its provider: an object with something in it, or a yes where the export has no more. */
function memberIdentity(member: unknown, name: string, logins: IdentitiesIn): readonly Identity[] {
  const value = insideOf(member)
  const isFilled = typeof value === 'object' && value !== null && Object.keys(value).length > 0
  return (logins.userId === undefined ? booleanOf(value) === true : isFilled) ? identityOf(value, name, logins) : []
}

function insideOf(value: unknown): unknown {
  return typeof value === 'string' ? (readEmbedded(value) ?? value) : value
}

function identityOf(
  login: unknown,
  provider: string | null,
  { userId = [], email = [], own }: Omit<IdentitiesIn, 'at'>,
): readonly Identity[] {
  const id = textAt(login, userId)
  if ((provider === null && id === null) || isOwn(login, provider, own)) return []
  return [third(provider ?? 'unknown', id ?? '', textAt(login, email))]
}

function isOwn(login: unknown, provider: string | null, own: IdentitiesIn['own']): boolean {
  const kind = own?.by === undefined ? provider : textAt(login, own.by)
  return own?.is.test(kind?.trim() ?? '') === true
}

/** A row of a table of logins. */
export function readLogin(
  { user, provider, userId, email = [], own }: LoginsTable,
  preset: string,
  keyOf: (id: string) => string,
  record: SourceRecord,
): Entry {
  const owner = idField(record, ...user)
  if (owner === null) return { kind: 'unreadable', reason: 'This login has no user that it belongs to.' }
  const keys = [keyOf(owner)]
  const name = textAt(record, provider)
  if (isOwn(record, name, own)) {
    const hash = textAt(record, own?.password ?? [])
    return { kind: 'part', part: hash === null ? {} : { hash: { hash, provider: preset } }, keys }
  }
  const identities = identityOf(record, name, { userId, email })
  if (identities.length === 0)
    return { kind: 'unreadable', reason: 'This login has neither a provider nor an ID there.' }
  return { kind: 'part', part: { identities }, keys }
}
