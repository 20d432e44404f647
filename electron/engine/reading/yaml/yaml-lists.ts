import { holdsPeople, isOfStaff } from '../../../../shared/mapping/names/people-names.ts'
import { isBanList } from '../../../../shared/mapping/names/standing/standing-names.ts'
import { bannedMember, bannedRow, keysBanned, listsBanned } from '../json/banned/banned-ids.ts'
import { holdsLogin } from '../json/json-beside.ts'
import { userLists } from '../json/likeness/user-likeness.ts'
import { fieldsOfGroup, groupsOf, type ListGroups } from '../sibling-lists.ts'
import type { Found } from './found.ts'
import { elements, hasUsersAmongOthers, isContainer, isObject, looksLikeUser, type Users } from './yaml-users.ts'
import { fixtureEntries, isFixtureName, valuesOfParameters } from './fixture-entries.ts'

/*
 * Lists of records beside the one that users are read from, each called by the names that lead to it. A list of which no element is a record
 * is one of them, so that none goes uncounted.
 */

type List = { readonly name: string; readonly path: readonly string[]; readonly rows: readonly Found[] }

/** The users of a document with the rows of its other lists, in the order of the document. */
export function withLists(document: unknown, { records, others }: Users): Users {
  const taken = new Set(records.flatMap(({ value, from }) => [value, from].filter(isContainer)))
  if (!isObject(document)) return { records, others }
  const classes = classesOf(document)
  if (classes.length > 0) {
    const keys = new Set(classes.map(({ key }) => key))
    const rest = Object.fromEntries(Object.entries(document).filter(([name]) => !keys.has(name)))
    return { records: [...classes.flatMap(({ rows }) => rows), ...listsIn(rest, []).flatMap(ofList)], others: [] }
  }
  const lists = listsIn(document, [])
  // Of people without the usual names of fields, none is found; a document that holds lists of them is no user itself.
  if (records.some(({ value }) => value === document))
    return !looksLikeUser(document) && lists.some(isOfPeople)
      ? { records: lists.flatMap(ofList), others }
      : { records, others }
  const main = lists.find(({ rows }) => rows.some(isIn(taken)))
  if (main === undefined) return { records, others }
  const groups = groupsOf(main.path, lists.map(namedList))
  const grouped = groups === null ? [] : lists.filter(isOfGroups(main, groups))
  const name = groups === null ? main.name : main.path.filter((one) => !groups.names.has(one)).join('.')
  const beside = lists.filter(
    (list) => !grouped.includes(list) && !list.rows.some(({ value }) => holds(value, taken, 0)),
  )
  const ofGroups = new Set(grouped.flatMap(({ rows }) => rows.map(({ value }) => value)))
  const found = new Set([...ofGroups, ...beside.flatMap(({ rows }) => rows.map(({ value }) => value))])
  return {
    records: [
      ...records.filter(({ value }) => !ofGroups.has(value)).map((one) => ({ list: name, ...one })),
      ...(groups === null ? [] : grouped.flatMap((list) => usersOfGroup(list, name, groups))),
      ...beside.flatMap(ofList),
    ],
    others: others.filter((list) => !Object.values(list).some((one: unknown) => found.has(one))),
  }
}

/** Its first rows as plain objects, by which the lists of several groups are compared. */
function namedList({ path, rows }: List) {
  const records = rows.slice(0, compared).flatMap(({ value }) => (isObject(value) ? [{ ...value }] : []))
  return { name: path.join('.'), records }
}

const compared = 50

/** Whether a list is that of one of the groups, such as the main one. */
function isOfGroups(main: List, { names }: ListGroups): (list: List) => boolean {
  const before = main.path.findIndex((name) => names.has(name))
  return ({ path }) =>
    path.length === main.path.length &&
    path.every((name, at) => (at === before ? names.has(name) : name === main.path[at]))
}

function usersOfGroup({ path, rows }: List, list: string, groups: ListGroups): readonly Found[] {
  const group = path.find((name) => groups.names.has(name)) ?? ''
  return rows.map((row) => ({ ...row, list, group: fieldsOfGroup(groups, group) }))
}

function ofList({ name, rows }: List): readonly Found[] {
  return rows.map((row) => ({ ...row, list: name }))
}

function isOfPeople({ name, rows: [first] }: List): boolean {
  return holdsPeople(name.split('.').at(-1) ?? '') || isLogin(first?.value)
}

const deepest = 4

function listsIn(value: unknown, path: readonly string[]): readonly List[] {
  if (!isContainer(value) || path.length > deepest) return []
  const members: readonly unknown[] = Object.values(value)
  const name = path.at(-1) ?? ''
  const isList = Array.isArray(value)
    ? members.some(isObject)
    : (userLists.has(name) && hasUsersAmongOthers(value)) ||
      ((members.length > 1 ? path.length > 0 : holdsPeople(name) || isOfStaff(name) || isBanList(name)) &&
        members.every(isObject) &&
        !members.some(holdsListOfUsers))
  if (isList) return [{ name: path.join('.'), path, rows: elements(value) }]
  // A label such as `banned_user` names one account, whose fields are none of banned users.
  const banned = isLogin(value) ? [] : bannedIn(value, path.join('.'))
  if (banned.length > 0)
    return [{ name: path.join('.'), path, rows: banned.map((row) => ({ value: row, name: null, from: value })) }]
  if (Array.isArray(value)) return []
  if (path.length > 0 && isLogin(value)) return [{ name: path.join('.'), path, rows: [{ value, name: null }] }]
  return Object.entries(value).flatMap(([name, member]) => listsIn(member, [...path, name]))
}

/** The rows of banned users that a list or an object names by bare IDs. */
function bannedIn(value: object, name: string): readonly object[] {
  const members: readonly [string, unknown][] = Object.entries(value)
  const rows = Array.isArray(value)
    ? listsBanned(name, value)
      ? value.map(bannedRow)
      : []
    : !members.some(([, one]) => Array.isArray(one)) && keysBanned(name, Object.keys(value))
      ? members.map(([key, one]) => bannedMember(key, one))
      : []
  return rows.filter((row) => row !== null)
}

/** Whether an object is a group that holds its users under a usual name, and no user itself. */
function holdsListOfUsers(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.entries(value).some(([name, one]) => userLists.has(name) && Array.isArray(one) && one.some(looksLikeUser))
  )
}

/** Whether an object has a password and a name of its own. */
function isLogin(value: unknown): boolean {
  return (
    isObject(value) &&
    holdsLogin(Object.entries(value).flatMap(([name, member]) => (isContainer(member) ? [] : [name])))
  )
}

function isIn(taken: ReadonlySet<object>): (row: Found) => boolean {
  return ({ value }) => isContainer(value) && taken.has(value)
}

/** Whether a value is a record, or holds one, as a tenant does. */
function holds(value: unknown, taken: ReadonlySet<object>, depth: number): boolean {
  if (!isContainer(value) || depth > deepest) return false
  return taken.has(value) || Object.values(value).some((member: unknown) => holds(member, taken, depth + 1))
}

const className = /^\\?[A-Za-z_]\w*(?:(?:\\|::|\.|\/)[A-Za-z_]\w*)*(?:\\|::|\.|\/)[A-Z]\w*$/

/**
 * The rows of all classes of a document, with the key of each class; empty if it has none. Where names of entries are written as Alice's, all
 * objects of objects are classes, whatever they are called.
 */
function classesOf(document: object): readonly { readonly key: string; readonly rows: readonly Found[] }[] {
  const groups = Object.entries(document).filter((member): member is [string, object] => holdsObjects(member[1]))
  const isOfAlice = groups.some(([, members]) => Object.keys(members).some(isFixtureName))
  const classes = groups.filter(([key]) => isOfAlice || className.test(key))
  const parameters = valuesOfParameters(document)
  const last = classes.map(([key]) => lastPart(key))
  return classes.map(([key, members], at) => {
    const name = last[at] ?? key
    const list = last.filter((other) => other === name).length === 1 ? name : key
    return { key, rows: fixtureEntries(members, parameters).map((row) => ({ ...row, list })) }
  })
}

function lastPart(key: string): string {
  return key.slice(Math.max(...['\\', ':', '.', '/'].map((sign) => key.lastIndexOf(sign))) + 1)
}

function holdsObjects(value: unknown): value is object {
  if (!isContainer(value)) return false
  const rows: unknown[] = Object.values(value)
  return rows.some(isObject) && rows.every((row) => row === null || isObject(row))
}
