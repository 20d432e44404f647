import { connectionKey, databaseKey } from './auth0-keys.ts'
import type { Entry, SourceRecord } from '../mapping/export-format.ts'
import { booleanField, listField, objectField, textField } from './fields.ts'
import { hasThirdPartyColumn } from './third-party-columns.ts'

/** A record of the file with password hashes that Auth0's support hands out. Only database users are in it. */
export function isAuth0Hash(record: SourceRecord): boolean {
  const hasHash = ['passwordHash', 'password_hash'].some((name) => Object.hasOwn(record, name))
  // Users of an own database may have an _id of MongoDB too, but then their logins with third parties beside it.
  const isUser = Object.hasOwn(record, 'user_id') || hasThirdPartyColumn(record)
  const isMarked = marks.some((name) => Object.hasOwn(record, name)) || isBare(record)
  return hasHash && isMarked && isSomebody(record) && !isUser
}

/** A record that may belong to such a file beside others that surely do: an id, an email and a hash. */
export function mayBeAuth0Hash(record: SourceRecord): boolean {
  if (isAuth0Hash(record)) return true
  const hasHash = ['passwordHash', 'password_hash'].some((name) => Object.hasOwn(record, name))
  return hasHash && objectId(record) !== null && !hasThirdPartyColumn(record)
}

const bareFields = new Set([
  '_id',
  '_ID',
  '_id.$oid',
  'email',
  'email_verified',
  'emailVerified',
  'passwordHash',
  'tenant',
])

/** Nothing but an id with `auth0|` before it or a verified email spelled otherwise than the hash, as Auth0 mixes them. */
function isBare(record: SourceRecord): boolean {
  if (objectId(record)?.startsWith('auth0|') === true) return true
  const names = Object.keys(record)
  return (
    ['passwordHash', 'email_verified'].every((name) => names.includes(name)) &&
    names.every((name) => bareFields.has(name))
  )
}

/** Fields of Auth0's own; an id of MongoDB with an email and a hash is in many a database. */
const marks = [
  'connection',
  'alt_id',
  'identifiers',
  '_tmp_is_unique',
  'password_set_date',
  'password_set_date.$date',
] as const

function isSomebody(record: SourceRecord): boolean {
  return (
    objectId(record) !== null || ['connection', 'alt_id', 'identifiers'].some((name) => Object.hasOwn(record, name))
  )
}

export function readAuth0Hash(record: SourceRecord): Entry {
  const hash = textField(record, 'passwordHash', 'password_hash')
  const id = textField(record, 'alt_id') ?? objectId(record)
  const listed = listField(record, 'identifiers')?.find((identifier) => textField(identifier, 'type') === 'email')
  const email = textField(record, 'email') ?? (listed === undefined ? null : textField(listed, 'value'))
  const verified =
    booleanField(record, 'email_verified', 'emailVerified') ??
    (listed === undefined ? null : booleanField(listed, 'verified'))
  const byEmail = connectionKey(textField(record, 'connection'), email)
  const keys = [...(id === null ? [] : [databaseKey(id)]), ...(byEmail === null ? [] : [byEmail])]
  if (keys.length === 0) {
    return {
      kind: 'unreadable',
      reason: 'This record has neither an id nor an email with a connection to find its user by.',
    }
  }
  return {
    kind: 'part',
    part: {
      ...(email === null ? {} : { email }),
      ...(verified === null ? {} : { emailVerified: verified }),
      ...(hash === null ? {} : { hash: { hash, provider: 'auth0' } }),
    },
    keys,
  }
}

/** `{"$oid": "..."}` under `_id` or `_ID`, or the id itself. */
function objectId(record: SourceRecord): string | null {
  for (const name of ['_id', '_ID']) {
    const object = objectField(record, name)
    const id = object === null ? textField(record, name, `${name}.$oid`) : textField(object, '$oid')
    if (id !== null) return id
  }
  return null
}
