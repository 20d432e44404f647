import { hashLikeness, hashLikenessUnderPasswordName } from '../../../../shared/hashes/hash-likeness.ts'
import { isObject } from '../../../../shared/json.ts'
import { hintsOf } from '../../../../shared/mapping/names/name-hints.ts'
import { fromBase64 } from '../from-base64.ts'
import { namesUsers } from '../json/likeness/user-likeness.ts'
import type { Found } from './found.ts'
import { usersBehindFields } from './names-behind-fields.ts'

/* Users whose fields have paths as keys: a prefix, the name of the user, which may have dots itself, and the field. */

type Pair = readonly [key: string, value: unknown]

/** A key with the password of a user. `prefix`: the path to all users, with the dot behind it. */
type PasswordKey = {
  readonly path: string
  readonly prefix: string
  readonly field: string
  readonly evidence: 'hash' | 'encoded' | 'none'
}

/**
 * Users whose fields have paths as keys, `accounts.ann.password: $2b$…`, as secrets of Kubernetes and properties have them. In such a secret
 * all values are in base64. Where one has a hash below a word for users, all with this field below that word are users, whatever its value is:
 * Apache FtpServer leaves it empty for anonymous users.
 */
export function usersByDots(object: object): readonly Found[] {
  const entries: readonly Pair[] = Object.entries(object)
  const keys = entries.flatMap(passwordKey)
  const sure = keys.filter(({ evidence }) => evidence !== 'none')
  const shared = new Set(sure.flatMap(({ prefix, field }) => (prefix === '' ? [] : [`${prefix}${field}`])))
  const users = keys.filter(({ prefix, field, evidence }) => evidence !== 'none' || shared.has(`${prefix}${field}`))
  if (users.length === 0) return entries.flatMap(([, value]) => (isObject(value) ? usersByDots(value) : []))
  const owned = byOwner(entries, new Set(users.map(({ path }) => path)))
  const areEncoded = sure.some(({ evidence }) => evidence === 'encoded')
  return users.map(({ path, prefix }): Found => {
    const own = owned.get(path) ?? []
    const fields = own.map(([key, value]) => [
      key.slice(path.length + 1),
      areEncoded && typeof value === 'string' ? (fromBase64(value) ?? value) : value,
    ])
    const name = prefix === '' ? path.slice(path.lastIndexOf('.') + 1) : path.slice(prefix.length)
    return { value: Object.fromEntries(fields), name, keys: own.map(([key]) => key) }
  })
}

/** The users of an object that is none itself, whose names stand before or behind their fields. */
export function usersByPaths(object: object): readonly Found[] {
  return hasUsersByDots(object) ? usersByDots(object) : usersBehindFields(object)
}

/** Whether an object has users with their names before their fields: they stand below a word for users, or all keys are paths and several lead to a hash. */
function hasUsersByDots(object: object): boolean {
  const entries: readonly Pair[] = Object.entries(object)
  const sure = entries.flatMap(passwordKey).filter(({ evidence }) => evidence !== 'none')
  if (sure.some(({ prefix }) => prefix !== '')) return true
  return new Set(sure.map(({ path }) => path)).size > 1 && entries.every(([key]) => key.includes('.'))
}

/** The entries of each path. One user's name may begin as another's, `ann` and `ann.lee`: an entry belongs to the longer path. */
function byOwner(entries: readonly Pair[], paths: ReadonlySet<string>): ReadonlyMap<string, readonly Pair[]> {
  const owned = new Map<string, Pair[]>()
  for (const pair of entries) {
    const [key] = pair
    let end = key.lastIndexOf('.')
    while (end > 0 && !paths.has(key.slice(0, end))) end = key.lastIndexOf('.', end - 1)
    if (end <= 0) continue
    const path = key.slice(0, end)
    const own = owned.get(path)
    if (own === undefined) owned.set(path, [pair])
    else own.push(pair)
  }
  return owned
}

/** Reads a key whose last part says password. */
function passwordKey([key, value]: Pair): readonly PasswordKey[] {
  if (key.length > maxKey || (typeof value !== 'string' && value !== null)) return []
  const last = key.lastIndexOf('.')
  const [path, field] = [key.slice(0, Math.max(last, 0)), key.slice(last + 1)]
  if (path === '' || hintsOf(field).password !== 'whole') return []
  const parts = path.split('.')
  const word = parts.findIndex(namesUsers)
  const prefix = word === -1 || word === parts.length - 1 ? '' : `${parts.slice(0, word + 1).join('.')}.`
  return [{ path, prefix, field, evidence: evidenceOf(value ?? '', word !== -1) }]
}

function evidenceOf(text: string, isOfUsers: boolean): PasswordKey['evidence'] {
  if (hashLikeness(fromBase64(text) ?? '') === 'certain') return 'encoded'
  if (hashLikeness(text) === 'certain') return 'hash'
  return isOfUsers && (hashLikeness(text) !== null || isSalted(text)) ? 'hash' : 'none'
}

/** A number as salt before a digest, as Apache FtpServer writes it (SaltedPasswordEncryptor). */
function isSalted(text: string): boolean {
  return /^\d{1,12}:[0-9a-f]{32}$/i.test(text) && hashLikenessUnderPasswordName(text) !== null
}

const maxKey = 400
