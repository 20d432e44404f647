import type { Doubt, Doubtful } from '../columns/doubtful-columns.ts'
import { saysEnabled } from '../names/column-words.ts'
import { isCalled } from '../names/name-fit.ts'
import { hintsOf, type NameHints } from '../names/name-hints.ts'
import { onceForName } from '../names/names-in-order.ts'
import { isInOther, isMachineFlag, standingName } from '../names/standing/standing-names.ts'
import type { FlagMeaning, StateWords } from '../entries/state-words.ts'

/** How the fields of one file are read, as far as the search for values that nothing reads must know it. */
export type ReadFields = {
  /** Paths that are read: there, a value counts only by its own look, not by the name of its field. */
  readonly read: ReadonlySet<string>
  /** Paths of ids, salts and hashes, in which a bare digest is a regular value. */
  readonly digests: ReadonlySet<string>
  /** Paths that a hash is read from: another one in the same list may be an old password. */
  readonly hashes?: readonly string[]
  /** Paths of clear passwords, one of which may be written like an address. */
  readonly clear?: ReadonlySet<string>
  /** Users have an address in a field of its own. */
  readonly hasEmails?: boolean
  /** Paths that the operator does not want, by the mapping: counted, never asked about. */
  readonly ignored: ReadonlySet<string>
  /** Paths of what may say who is disabled or how users sign in, and is not surely that: each value of them is asked about. */
  readonly doubtful?: Doubtful
  /** Paths of the sample by which a table of the operator's own was judged; what only later records have is asked about by its name alone. */
  readonly sampled?: ReadonlySet<string>
  /** Paths that a known export reads in records of this shape; other columns of it may say who is disabled. */
  readonly ofShape?: ReadonlySet<string>
  /** The words for states in the fields of a known export that hold them. */
  readonly states?: ReadonlyMap<string, StateWords>
  /** The flags of a known export that say whether an account is off. */
  readonly flags?: ReadonlyMap<string, FlagMeaning>
  /** A known export has passwords in columns of their own. */
  readonly hasPasswords?: boolean
  /** A table of the operator's own: nothing else than the columns says where passwords are, so every doubt is asked about. */
  readonly own: boolean
}

/** The facts about one field, determined when it is first seen. */
export type Field = {
  readonly path: string
  readonly hints: NameHints
  /** Its name says nothing, so that only a value with a certain look is examined. */
  readonly isQuiet: boolean
  readonly isRead: boolean
  /** It is read in records of this shape; a product may have a field of this name in records of another one. */
  readonly isOfShape: boolean
  readonly holdsDigests: boolean
  /** It is in the list that the hash is read from. */
  readonly besideHash: boolean
  readonly ignored: boolean
  readonly doubt: Doubt | null
  readonly states: StateWords | null
  readonly members: Map<string, Field>
}

/** Fields seen so far. Millions of records have the same few, so they are kept as a tree and their paths not put together again. */
export type Known = {
  readonly fields: ReadFields
  readonly byPath: Map<string, Field>
  /** A field of the record itself. `at`: how many come before it. */
  readonly top: (name: string, at: number) => Field
}

const maxKnown = 5000

export function knownFields(fields: ReadFields): Known {
  const tree = { fields, byPath: new Map<string, Field>() }
  return { ...tree, top: onceForName((name) => fieldAt(tree, name), maxKnown) }
}

/** A field within another; `[]`: any element of a list. */
export function memberOf(known: Known, field: Field, name: string): Field {
  const before = field.members.get(name)
  if (before !== undefined) return before
  const made = fieldAt(known, name === '[]' ? `${field.path}[]` : `${field.path}.${isData(name) ? '*' : name}`)
  if (field.members.size < maxKnown) field.members.set(name, made)
  return made
}

/** Keys that are themselves data (ids, digests, emails) would make a field of each. */
function isData(name: string): boolean {
  return name.length > 60 || /^\d+$|@|^[0-9a-f-]{16,}$/i.test(name)
}

function fieldAt({ fields, byPath }: Pick<Known, 'fields' | 'byPath'>, long: string): Field {
  const path = long.length > maxPath ? `${long.slice(0, maxPath)}…` : long
  const before = byPath.get(path)
  if (before !== undefined) return before
  const isIn = (paths: ReadonlySet<string>) => paths.has(path) || paths.has(path.replaceAll('[]', '[0]'))
  const at = <T>(paths: ReadonlyMap<string, T> | undefined) =>
    paths?.get(path) ?? paths?.get(path.replaceAll('[]', '[0]'))
  const hints = hintsOf(path.replaceAll('[]', ''))
  const field: Field = {
    path,
    hints,
    isQuiet: hints.password === null && hints.provider === null && hints.thirdParty === null && !hints.phone,
    doubt: doubtOf(fields, path, at(fields.flags)),
    states: at(fields.states) ?? null,
    isRead: isIn(fields.read),
    isOfShape: isIn(fields.ofShape ?? fields.read),
    holdsDigests: isIn(fields.digests),
    besideHash: fields.hashes?.some((hash) => isInList(path, hash)) === true,
    ignored: isIn(fields.ignored),
    members: new Map(),
  }
  if (byPath.size < maxKnown) byPath.set(path, field)
  return field
}

/** Whether a path is in the list whose first element has the hash: `passwords[0].hash`, or `passwords` itself. */
function isInList(path: string, hash: string): boolean {
  const at = hash.lastIndexOf('[0]')
  const list = `${at === -1 ? hash : hash.slice(0, at)}[]`.replaceAll('[0]', '[]')
  return path === list || path.startsWith(`${list}.`)
}

/** The fields of a known export that disable users; a column that was added to it may do so too. */
function doubtOf(
  { doubtful, ofShape, sampled, read }: ReadFields,
  path: string,
  flag: FlagMeaning | undefined,
): Doubt | null {
  // A time in a flag of a product does not say whether its user may log in.
  if (flag !== undefined) return flag === 'lets-in' ? 'lets-in-by-flag' : flag
  const doubt = doubtful?.get(path)
  if (doubt === undefined && sampled !== undefined && !sampled.has(path) && !read.has(path) && !path.includes('[]'))
    return lateDoubt(path)
  if (doubt !== undefined || ofShape === undefined || ofShape.has(path) || isOfList(path)) return doubt ?? null
  const named = standingName(path)
  if (named === null) return isMachineFlag(path) ? 'machine-flag' : null
  return named === 'status' ? statusAt(path) : named
}

/** Whether a field is one of a list's elements; attributes of a user's own, as Cognito lists them, are not. */
function isOfList(path: string): boolean {
  return path.includes('[]') && !/^\w+\[\]\.custom:[^.[]+$/.test(path)
}

/** A status within an object may be that of an address, a login method or a subscription. */
function statusAt(path: string): Doubt | null {
  if (!path.includes('.')) return 'status'
  if (isOfList(path)) return null
  return isInOther(path) ? null : 'inner-status'
}

function lateDoubt(path: string): Doubt | null {
  const named = standingName(path)
  if (named !== null) return named === 'status' ? statusAt(path) : named
  const isOff = (['disabled', 'deleted'] as const).some((target) => isCalled(target, path))
  return isOff ? (saysEnabled(path) ? 'lets-in' : 'keeps-out') : isMachineFlag(path) ? 'machine-flag' : null
}

const maxPath = 200
