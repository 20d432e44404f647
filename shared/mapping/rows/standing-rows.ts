import { booleanOf, isTime } from '../cell.ts'
import { comesAgain, isCoded, madeId } from '../columns/keys/key-values.ts'
import { namesThing } from '../columns/keys/key-names.ts'
import { type ColumnProfile, profileColumns } from '../columns/profile-columns.ts'
import type { Sample } from '../export-format.ts'
import { isLoginName, splitPath, wordsOf } from '../names/column-words.ts'
import { standingName } from '../names/standing/standing-names.ts'
import { type Doubtful, isOfStanding } from '../columns/doubtful-columns.ts'
import { isOfOtherThings } from '../columns/table-doubt.ts'
import type { Mapping } from '../mapping.ts'
import { hasIdsOfPeople, namesOwner, refersToAccount, refersToPerson } from '../names/account-names.ts'
import { hintsOf } from '../names/name-hints.ts'
import { mapsLogin, standingTargets } from '../targets.ts'

/** Before an ID, it makes a key that a user with this ID carries, whatever product the user's file is of. */
export const anyUserKey = 'account:'

/** Before an email in small letters, it makes a key that the user with this email carries. */
export const anyEmailKey = 'address:'

/** Before an ID, it makes a key that a user carries who has this ID in a column of the same name, in another file. */
export const sameColumnKey = 'same-column:'

/**
 * Whether the rows of a table say who of the users of another file is disabled: they have an ID and a standing but no login. The ID
 * names an account (`user_id`), or all columns (`paths`) are mapped or asked about: a table of orders has an ID and a status too. Beside the ID of
 * a thing, or what orders have, a status that is only asked about is that of the order or of taking part.
 */
export function saysStandingOnly(mapping: Mapping, paths: readonly string[], doubtful: Doubtful = new Map()): boolean {
  const { columns } = mapping
  const id = columns.find(({ target }) => target === 'source-id')
  if (id === undefined || !saysStanding(mapping, doubtful)) return false
  const told = new Set([...columns.map(({ path }) => path), ...askedStandings(mapping, doubtful)])
  const others = paths.filter((path) => !told.has(path))
  if (keepsAllOut(mapping)) return true
  const isMapped = columns.some(({ target }) => standingTargets.includes(target))
  if (!isMapped && others.some((path) => namesThing(path) || isOfOtherThings(path))) return false
  // `order_id` before `customer_id`, with a total.
  if (others.some((path) => isKeyBefore(id.path, path, paths)) && others.some(isOfOtherThings)) return false
  return refersToAccount(id.path) || namesOwner(id.path) || others.length === 0
}

/**
 * Whether a table with standings alone may name users by an ID that another file has under the same name: `henkilo_id`, in any language. A plain
 * `id` may be in every table. The rows of orders, and rows with a key of a thing before the ID, are about the order or the thing.
 */
export function mayNameUsers({ columns }: Mapping, paths: readonly string[]): boolean {
  const id = columns.find(({ target }) => target === 'source-id')
  if (id === undefined || splitPath(id.path).containers.length > 0) return false
  const isMapped = columns.some(({ target }) => standingTargets.includes(target))
  const isOther = (path: string) =>
    path !== id.path && (isOfOtherThings(path) || isKeyBefore(id.path, path, paths) || (!isMapped && namesThing(path)))
  return wordsOf(id.path).some((word) => !besideNoun.test(word)) && !paths.some(isOther)
}

/** Whether a column has the keys of things, and stands before the ID of the user: the row is about the thing. */
function isKeyBefore(id: string, path: string, paths: readonly string[]): boolean {
  return namesThing(path) && paths.indexOf(path) < paths.indexOf(id)
}

/** Whether a table has no login and a standing, which is mapped or asked about (`doubtful`). */
export function saysStanding(mapping: Mapping, doubtful: Doubtful): boolean {
  const isMapped = mapping.columns.some(({ target }) => standingTargets.includes(target))
  return !mapsLogin(mapping) && (isMapped || keepsAllOut(mapping) || askedStandings(mapping, doubtful).length > 0)
}

/** Whether a mapping disables every user of its file. */
export function keepsAllOut({ constants = [] }: Mapping): boolean {
  return constants.some(({ target }) => target === 'disabled')
}

function askedStandings({ columns }: Mapping, doubtful: Doubtful): readonly string[] {
  return [...doubtful].flatMap(([path, doubt]) =>
    isOfStanding(doubt) && !columns.some((one) => one.path === path) ? [path] : [],
  )
}

/*
 * Lists that say which users of another file are in which groups, a row for each: `user_id` with `group_id`, and maybe a status, a role or a time. Rows without
 * a status may pair users with anything.
 */

/** The column of such a list that has the ID of the user; null: its rows are something else. */
export function memberColumn({ records, header }: Sample, mapping: Mapping): string | null {
  const { columns } = mapping
  if (mapsLogin(mapping) || columns.some(({ target }) => target === 'totp-secret')) return null
  const all = profileColumns(records, header)
  const [owner, ...others] = [...all.filter(refersToUser), ...all.filter((column) => !refersToUser(column))]
  if (owner === undefined || !refersToUser(owner) || others.some(refersToUser)) return null
  const isStanding = ({ path }: ColumnProfile) =>
    standingName(path) !== null || columns.some((one) => one.path === path && standingTargets.includes(one.target))
  const isDetail = (column: ColumnProfile) => isOwnKey(column) || isStanding(column) || isTimeOrFlag(column)
  const mayPair = !others.some(isStanding) && !others.some(comesOnce)
  const isPaired = (column: ColumnProfile) => namesGroup(column) || (mayPair && namesOther(column))
  return others.some(isPaired) && others.every((column) => isPaired(column) || isDetail(column)) ? owner.path : null

  /** Whether rows with the key of a thing describe things that belong to one user each, and no pairs. */
  function comesOnce(column: ColumnProfile): boolean {
    return namesOther(column) && !comesAgain(column) && !isOwnKey(column) && !comesAgainIn(owner)
  }
}

function comesAgainIn(column: ColumnProfile | undefined): boolean {
  return column !== undefined && comesAgain(column)
}

/** Whether a column has the keys of other things than groups by its name and its values: `tag_id`, `courseid`. */
function namesOther({ path, values }: ColumnProfile): boolean {
  const words = wordsOf(splitPath(path).name)
  const isNamed = words.length > 1 ? words.at(-1) === 'id' : /^\w{3,}id$/.test(words[0] ?? '')
  const areKeys = values.every((value) => /^\d{1,12}$/.test(value.trim()) || madeId.test(value))
  return isNamed && areKeys && values.length > 0 && hintsOf(path).provider === null && !refersToPerson(path)
}

/** Only IDs tell a user: names of people may be spelled in any way. */
function refersToUser({ path, values, records }: ColumnProfile): boolean {
  if (splitPath(path).containers.length > 0 || !refersToAccount(path)) return false
  const isId = (value: string) => /^\d{1,18}$/.test(value.trim()) || madeId.test(value) || isCoded(value.trim())
  return values.length === records && values.every(isId)
}

/** Whether a column names a group, or a role there, by an ID or a word. */
function namesGroup({ path }: ColumnProfile): boolean {
  return isNameOfGroup(splitPath(path).name)
}

/** Whether a path leads to the ID of a group or a role, also within an object: `role.$oid`. */
export function refersToGroup(path: string): boolean {
  const { containers, name } = splitPath(path)
  return isNameOfGroup(name) || (/^[$_]?o?id$/.test(name) && isNameOfGroup(containers.at(-1) ?? ''))
}

function isNameOfGroup(name: string): boolean {
  const words = wordsOf(name).filter((word) => !besideNoun.test(word))
  return words.length > 0 && words.every((word) => ofGroup.test(word))
}

const besideNoun = /^(?:ids?|uid|uuid|guid|fk|ref|key|nr|no|name|code|slug|title)$/

/** Groups that people belong to, and no rooms or courses that they take part in. */
const ofGroup =
  /^(?:(?:user)?groups?|teams?|squads?|roles?|permissions?|privileges?|org|organi[sz]ations?|tenants?|workspaces?|projects?|departments?|dept|divisions?|units?|branch(?:es)?|compan(?:y|ies)|clubs?|communit(?:y|ies)|gruppen?|grup[oy]s?|groupes?|grupp[io]|grupa|equip[oe]s?|squadr[ae]|mannschaft(?:en)?|abteilung(?:en)?|departamentos?|departements?|rolle[n]?|rol|ruol[io]|papel|vereine?|roli|rola|skupin[ay]?|zespol|grubu?|takim)$/

function isOwnKey({ path, values, records }: ColumnProfile): boolean {
  const words = wordsOf(splitPath(path).name)
  const isNamed = words.every(
    (word) => besideNoun.test(word) || /^(?:membership|member|row|link|rel|relation)$/.test(word),
  )
  return isNamed && values.length === records && new Set(values).size === values.length
}

function isTimeOrFlag({ path, values }: ColumnProfile): boolean {
  if (values.every((value) => isTime(value))) return true
  return /^(?:is|has|can)_?/i.test(splitPath(path).name) && values.every((value) => booleanOf(value) !== null)
}

/**
 * The column with the names of users in rows of standings, once each: the one of names to sign in with where the rows have no ID, or one that refers to
 * users. Null: there is none, or the rows are about things.
 */
export function nameOfStandings({ records, header }: Sample, { columns }: Mapping): string | null {
  const id = columns.find(({ target }) => target === 'source-id')?.path
  if (id !== undefined && hasIdsOfPeople(id)) return null
  const profiles = profileColumns(records, header)
  if (profiles.some(({ path }) => namesThing(path) || isOfOtherThings(path))) return null
  const [name, ...others] = profiles.filter(
    ({ path, values }) =>
      columns.every((one) => one.path !== path) &&
      values.length === records.length &&
      new Set(values).size === values.length &&
      values.every((value) => /^\S{1,64}$/.test(value.trim())) &&
      values.some((value) => /\p{L}{2}/u.test(value)) &&
      (refersToAccount(path) || (id === undefined && isLoginName(path))),
  )
  return name === undefined || others.length > 0 ? null : name.path
}
