import { disabledByWord } from '../../../shared/mapping/cell.ts'
import type { SourceRecord } from '../../../shared/mapping/export-format.ts'
import { saysKeptOut } from '../../../shared/mapping/names/standing/standing-phrases.ts'
import { isObjectOfUser } from './json/likeness/user-likeness.ts'

/*
 * Lists of users of several groups under one name, each in an object of its own: `{"acme": {"users": [...]}, "globex": {"users": [...]}}`. Where
 * each of them surely holds users, and others than the first list, they are read together, and each user gets the name of the group.
 */

/** The names of the groups whose lists are read together, and the field that the users get. */
export type ListGroups = { readonly names: ReadonlySet<string>; readonly field: string }

/** A list by the names that lead to it, joined by dots, with its first records. */
type NamedList = { readonly name: string; readonly records: readonly SourceRecord[] }

/** Finds the lists that belong with the one at `path`; null: there is none. */
export function groupsOf(path: readonly string[], lists: readonly NamedList[]): ListGroups | null {
  const main = lists.find(({ name }) => name === path.join('.'))
  if (main === undefined || !holdsUsers(main)) return null
  const key = path.at(-1) ?? ''
  for (const [at, own] of path.slice(0, -1).entries()) {
    const before = path.slice(0, at).map((name) => `${name}.`)
    const [start, end] = [before.join(''), `.${path.slice(at + 1).join('.')}`]
    const siblings = lists.flatMap((list) => {
      const { name } = list
      const isSibling = name !== main.name && name.startsWith(start) && name.endsWith(end)
      const group = name.slice(start.length, -end.length)
      return isSibling && group !== '' && holdsUsers({ ...list, name: key }) && areApart(main, list)
        ? [{ group, list }]
        : []
    })
    if (siblings.length === 0) continue
    const records = [main, ...siblings.map(({ list }) => list)].flatMap((list) => list.records)
    const isTaken = records.some((record) => Object.hasOwn(record, 'group'))
    return { names: new Set([own, ...siblings.map(({ group }) => group)]), field: isTaken ? '_group' : 'group' }
  }
  return null
}

/** The fields that a user of a group gets: its name, which is a status as well where it says that its users are kept out. */
export function fieldsOfGroup({ field }: Pick<ListGroups, 'field'>, name: string): Readonly<Record<string, string>> {
  const isOff = disabledByWord(name) === true || saysKeptOut(name)
  return { [field]: name, ...(isOff ? { account_status: name } : {}) }
}

function holdsUsers({ name, records: [first] }: NamedList): boolean {
  if (first === undefined) return false
  // Anchors of YAML may expand what is within a record to many times its size.
  const own = Object.entries(first).filter(([, value]) => typeof value !== 'object' || value === null)
  return isObjectOfUser(JSON.stringify(Object.fromEntries(own)), name.split('.').at(-1) ?? '')
}

/** Whether two lists share no login: a second copy of the same users is none of another group. */
function areApart(one: NamedList, other: NamedList): boolean {
  const logins = new Set(one.records.flatMap(loginsIn))
  return !other.records.flatMap(loginsIn).some((login) => logins.has(login))
}

function loginsIn(record: SourceRecord): readonly string[] {
  return Object.entries(record).flatMap(([name, value]) =>
    typeof value === 'string' && /mail|^(?:user_?name|login|phone\w*)$/i.test(name) ? [value.toLowerCase()] : [],
  )
}
