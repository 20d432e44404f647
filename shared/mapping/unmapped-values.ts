import type { Entry, SourceRecord } from '../exports/export-format.ts'
import type { UnmappedValue, User, UserPart } from '../users/user.ts'
import { lookAt, type Look } from './login-look.ts'
import { hintsOf, type NameHints } from './telling-names.ts'
import { readEmbedded } from './value-at.ts'

/** How the fields of one file are read, as far as the search for values that nothing reads must know it. */
export type ReadFields = {
  /** Paths that are read: there, a value counts only for what it looks like by itself, not for the name of its field. */
  readonly read: ReadonlySet<string>
  /** Those of ids, salts and hashes, in which a bare digest is what the field is read as. */
  readonly digests: ReadonlySet<string>
  /** Paths that the operator does not want, by the mapping: counted, never asked about. */
  readonly ignored: ReadonlySet<string>
  /** A table of the operator's own: nothing else than the columns says where passwords are, so every doubt is asked about. */
  readonly own: boolean
}

/**
 * Finds values of a record that look like a password hash, an email, a phone number or an id at a third party and are in
 * nothing that the record became. A value is in it when the user or part has the same one, wherever it stood, so no reader
 * has to say what it read. Answers with the entry itself where there is none, as nearly always.
 */
export function withUnmapped(fields: ReadFields): (entry: Entry, record: SourceRecord) => Entry {
  const known = new Map<string, FieldNames>()
  return (entry, record) => {
    if (entry.kind !== 'user' && entry.kind !== 'part') return entry
    const found = search(record, entry, fields, known)
    if (found === null) return entry
    return entry.kind === 'user'
      ? { ...entry, user: { ...entry.user, unmapped: found } }
      : { ...entry, part: { ...entry.part, unmapped: found } }
  }
}

type FieldNames = {
  readonly path: string
  readonly hints: NameHints
  readonly isRead: boolean
  readonly holdsDigests: boolean
  readonly ignored: boolean
}
type Search = {
  readonly entry: Extract<Entry, { kind: 'user' | 'part' }>
  readonly fields: ReadFields
  readonly known: Map<string, FieldNames>
  found: UnmappedValue[] | null
}

/** A record with more of them is no user's; what is beyond is not named one by one. */
const mostFound = 24
const deepest = 8
const mostKnown = 5000

function search(
  record: SourceRecord,
  entry: Search['entry'],
  fields: ReadFields,
  known: Search['known'],
): readonly UnmappedValue[] | null {
  const state: Search = { entry, fields, known, found: null }
  for (const name in record) visit(state, name, record[name], 0)
  return state.found
}

function visit(state: Search, path: string, value: unknown, depth: number): void {
  if (typeof value === 'string') {
    const first = value.charCodeAt(0)
    if (first === brace || first === bracket) {
      const inside = depth < deepest ? readEmbedded(value) : null
      if (inside !== null) return visit(state, path, inside, depth + 1)
    }
    if (value !== '') judge(state, path, value)
  } else if (typeof value === 'object' && value !== null) {
    if (depth >= deepest) return
    if (Array.isArray(value)) for (const element of value) visit(state, `${path}[]`, element, depth + 1)
    else
      for (const [name, member] of Object.entries(value)) visit(state, memberPath(path, name, value), member, depth + 1)
  } else if (typeof value === 'number' || typeof value === 'bigint') {
    // A number is a login only where its field says so.
    const { hints } = namesOf(state, path)
    if (value > 0 && (hints.phone || hints.provider !== null)) judge(state, path, String(value))
  }
}

const [bracket, brace] = [91, 123]

/** Keys that are themselves data (ids, digests, emails) would make a field of each; of name and value pairs the name tells. */
function memberPath(path: string, name: string, container: object): string {
  if (name === 'Value' || name === 'value' || name === 'meta_value') {
    const key: unknown = Reflect.get(container, 'Name') ?? Reflect.get(container, 'name')
    const other: unknown = key ?? Reflect.get(container, 'key') ?? Reflect.get(container, 'meta_key')
    if (typeof other === 'string' && other.length <= 60) return `${path}.${other}`
  }
  return `${path}.${name.length > 40 || /^\d+$|@|^[0-9a-f-]{16,}$/i.test(name) ? '*' : name}`
}

function judge(state: Search, path: string, value: string): void {
  const field = namesOf(state, path)
  const look = lookAt(value, field.hints)
  if (look === null) return
  for (const one of look) {
    if (isRead(state, field, one)) continue
    add(state, field, one)
  }
}

function namesOf({ known, fields }: Search, path: string): FieldNames {
  const before = known.get(path)
  if (before !== undefined) return before
  const isIn = (paths: ReadonlySet<string>) => paths.has(path) || paths.has(path.replaceAll('[]', '[0]'))
  const names: FieldNames = {
    path: path.length > longestPath ? `${path.slice(0, longestPath)}…` : path,
    hints: hintsOf(path.replaceAll('[]', '')),
    isRead: isIn(fields.read),
    holdsDigests: isIn(fields.digests),
    ignored: isIn(fields.ignored),
  }
  if (known.size < mostKnown) known.set(path, names)
  return names
}

const longestPath = 200

/** Is this value in what the record became, as what it looks like? */
function isRead({ entry }: Search, field: FieldNames, { kind, value, certain, byName }: Look): boolean {
  if ((field.isRead && byName) || (field.holdsDigests && kind === 'password-hash' && !certain)) return true
  const became: User | UserPart = entry.kind === 'user' ? entry.user : entry.part
  if (entry.kind === 'part' && entry.keys.some((key) => key.toLowerCase().includes(value.toLowerCase()))) return true
  switch (kind) {
    case 'password-hash': {
      const { hash } = became
      if (hash === null || hash === undefined) return isId(became, value) && !certain
      return (
        hash.salt === value || holds(hash.hash, value) || holds(value, hash.hash) || (!certain && isId(became, value))
      )
    }
    case 'email': {
      const plain = value.toLowerCase()
      if (isAmong(plain, became.email?.toLowerCase() ?? '')) return true
      return hasIdentity(
        became,
        ({ email, userId }) => email?.toLowerCase() === plain || userId.toLowerCase() === plain,
      )
    }
    case 'phone':
      return 'phone' in became && became.phone !== null && digitsOf(became.phone) === digitsOf(value)
    case 'provider-user-id':
      return hasIdentity(became, ({ userId }) => userId === value || (userId !== '' && value.endsWith(`|${userId}`)))
    default:
      return false
  }
}

/** Credentials are put together of several fields, so a long part of one counts as read. */
function holds(whole: string, part: string): boolean {
  return whole === part || whole.trim() === part || (part.length >= longPart && whole.includes(part))
}

const longPart = 20

function isAmong(email: string, own: string): boolean {
  return own === email || own.trim() === email || (/[\s,;|<]/.test(own) && own.includes(email))
}

function isId(became: User | UserPart, value: string): boolean {
  if ('sourceId' in became && became.sourceId === value) return true
  return hasIdentity(became, ({ userId }) => userId === value)
}

function hasIdentity(
  { identities }: User | UserPart,
  is: (identity: NonNullable<UserPart['identities']>[number]) => boolean,
): boolean {
  return identities?.some(is) === true
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}

function add(state: Search, { path, ignored, hints }: FieldNames, look: Look): void {
  state.found ??= []
  const { kind, value, provider } = look
  if (state.found.length >= mostFound) return
  if (state.found.some((other) => other.kind === kind && other.field === path && other.value === value)) return
  // A known export says where its emails and phones are; whoever has none there waits for want of a login already.
  const telling =
    kind === 'password-hash' ? look.certain || hints.password !== null : kind === 'provider-user-id' && look.certain
  const asks = !ignored && (state.fields.own || telling)
  state.found.push({ kind, field: path, value, ...(provider === null ? {} : { provider }), asks })
}
