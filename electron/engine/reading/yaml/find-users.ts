import { userLists } from '../json-lists.ts'

/** Something that may be a record: a value, and the name it stands under in an object of users. */
export type Found = { readonly value: unknown; readonly name: string | null; readonly realm?: string }

/** The records of one document, and further lists of users beside them, which are not read. */
export type Users = { readonly records: readonly Found[]; readonly others: readonly object[] }

const userField = /mail|^(?:user_?name|phone\w*|user_?id|uid|sub|id|_id|password\w*)$/i

/** Finds the users of a document: a list, an object with one under a usual name, an object of users by name, or one user. */
export function findUsers(document: unknown): Users {
  if (document === null || document === undefined) return { records: [], others: [] }
  if (Array.isArray(document)) {
    const realms: readonly unknown[] = document
    return realms.length > 0 && realms.every(isRealm)
      ? { records: realms.flatMap((realm) => usersOfRealm(realm, realms.length > 1)), others: [] }
      : { records: elements(document), others: [] }
  }
  if (isRealm(document)) return { records: usersOfRealm(document, false), others: [] }
  if (!isObject(document) || looksLikeUser(document)) return { records: [{ value: document, name: null }], others: [] }
  const named = namedLists(document, 1)
  const [first, ...others] = named.length > 0 ? named : otherLists(document)
  if (first !== undefined) return { records: elements(first), others: named.length > 0 ? others : [] }
  if (isByName(document)) return { records: elements(document), others: [] }
  return { records: [{ value: document, name: null }], others: [] }
}

/** A realm of Keycloak has an id, as users have, and lists of much more than its users. */
type Realm = { readonly realm: string; readonly users: readonly unknown[]; readonly federatedUsers?: unknown }

function isRealm(value: unknown): value is Realm {
  return (
    isObject(value) &&
    'realm' in value &&
    typeof value.realm === 'string' &&
    'users' in value &&
    Array.isArray(value.users)
  )
}

/** `isListed`: one of several, of which each user says which one is its own. */
function usersOfRealm({ realm, users, federatedUsers }: Realm, isListed: boolean): readonly Found[] {
  const federated: readonly unknown[] = Array.isArray(federatedUsers) ? federatedUsers : []
  return [...users, ...federated].map((value) => ({ value, name: null, ...(isListed ? { realm } : {}) }))
}

/** Lists, and objects of users by name, under names like `users`. */
function namedLists(object: object, level: number): object[] {
  return Object.entries(object).flatMap(([name, value]: [string, unknown]) => {
    if (!isContainer(value)) return []
    if (userLists.has(name) && (Array.isArray(value) || isByName(value))) return [value]
    return !Array.isArray(value) && level < deepest ? namedLists(value, level + 1) : []
  })
}

const deepest = 4

function otherLists(object: object): object[] {
  return Object.values(object).filter(
    (value: unknown): value is object => Array.isArray(value) && value.some(looksLikeUser),
  )
}

/** Every value is an object itself, as in a map of users by their names. */
function isByName(object: object): boolean {
  const values: unknown[] = Object.values(object)
  return values.length > 0 && values.every(isObject)
}

function elements(container: object): readonly Found[] {
  return Array.isArray(container)
    ? container.map((value: unknown) => ({ value, name: null }))
    : Object.entries(container).map(([name, value]: [string, unknown]) => ({ value, name }))
}

function looksLikeUser(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.entries(value).some(([name, member]) => userField.test(name) && typeof member !== 'object')
  )
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
}

function isObject(value: unknown): value is object {
  return isContainer(value) && !Array.isArray(value)
}
