import { hashLikeness } from '../../../../shared/hashes/hash-likeness.ts'
import { isChecksum } from '../../../../shared/mapping/unmapped/login-likeness.ts'
import { hintsOf } from '../../../../shared/mapping/names/name-hints.ts'
import { isPeopleWord } from '../../../../shared/mapping/names/people-names.ts'
import { isEmailAddress } from '../../../../shared/users/normalise-email.ts'
import { createCursor, type Cursor, position } from '../cursor.ts'
import type { Chunk } from '../file-bytes.ts'
import { nextTag, startOf, type Tag, tagName } from './xml-tags.ts'

/*
 * Where the records of an XML file are: elements that come again and again with more in them, or one that has nothing but values.
 */

/** Statistics of the elements at one path: `export/users/user`. */
type Place = {
  readonly name: string
  readonly members: Map<string, Place>
  /** Whether its elements are rows of a table, whatever that holds. */
  readonly isOfTable: boolean
  /** The most of them within one element. */
  most: number
  hasAttributes: boolean
  hasText: boolean
  /** Whether its elements say what they hold: `<field name="email">`. */
  isNamed: boolean
  /** Whether its attributes are logins. */
  hasLogins: boolean
  /** Whether its own attributes or values are logins, by their names or looks. */
  isLogin: boolean
  /** Whether one of these is an email address. */
  hasAddress: boolean
  /** Whether its own attributes or values may be password hashes, in a row of a table. */
  hasDigests: boolean
  /** Whether it says where a file is, whose checksum a digest is. */
  isOfFile: boolean
  seen: number
  /** Whether its elements have values in the order of columns that are named before them. */
  isPositional: boolean
}

/** The records of a file by the path to their elements, each with the names on the way. */
export type RecordPaths = ReadonlySet<string>

const maxPlaces = 5000
const maxDepth = 64
/** Values of one place that are looked at. */
const looked = 200

/** Whether a text begins as XML of records may: no page, no picture and no list of settings in a form of its own. */
export function isXml(text: string): boolean {
  const start = text.replace(/^\uFEFF/, '').trimStart()
  if (!beginning.test(start)) return false
  const root = element.exec(start.replaceAll(/<!--[^]*?-->|<\?[^]*?\?>|<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>/gi, ''))
  return !ofOtherThings.test(root?.[1] ?? 'html') && !start.slice(0, 2000).includes('office:spreadsheet')
}

const beginning = new RegExp(`^<(?:\\?xml[\\s?]|!--|!DOCTYPE\\s|${tagName}[\\s/>])`, 'iu')
const element = new RegExp(`<(${tagName})[\\s/>]`, 'iu')

const ofOtherThings =
  /^(?:(?:[\w.-]+:)?(?:html|head|body|table|div|script|svg|plist|workbook|worksheet|error)|w:document)$/i

/** Names of columns for rows that have their values in this order, from a position in the content on. */
export type ColumnLists = readonly { readonly from: number; readonly names: readonly string[] }[]

/** `none`: no element looks like a user. `program`: only the authors of a program do. `unbalanced`: none does before the mark at `closedAt`, which leaves the element at `openedAt` open. */
export type FoundRecords =
  | { readonly kind: 'records'; readonly paths: RecordPaths; readonly columns: ColumnLists }
  | { readonly kind: 'none' }
  | { readonly kind: 'program' }
  | ({ readonly kind: 'unbalanced' } & Unbalanced)

/** Positions in the content; `closedAt` is null at its end. */
type Unbalanced = { readonly openedAt: number; readonly closedAt: number | null }

/** Looks through the content, up to where its marks do not fit together. */
export async function findRecords(chunks: AsyncIterable<Chunk>): Promise<FoundRecords> {
  const root = newPlace('')
  const cursor = createCursor(chunks)
  try {
    const columns: { from: number; names: readonly string[] }[] = []
    const unbalanced = await survey(cursor, root, columns)
    const paths = new Set<string>()
    if (collect(root, [], paths) > 0)
      return describesProgram(root, paths) ? { kind: 'program' } : { kind: 'records', paths, columns }
    return unbalanced === null ? { kind: 'none' } : { kind: 'unbalanced', ...unbalanced }
  } finally {
    await cursor.close()
  }
}

function newPlace(name: string, around = ''): Place {
  return {
    name,
    members: new Map(),
    isOfTable: isRow.test(name) || ofAccess.test(around),
    most: 0,
    hasAttributes: false,
    hasText: false,
    isNamed: false,
    hasLogins: false,
    isLogin: false,
    hasAddress: false,
    hasDigests: false,
    isOfFile: false,
    seen: 0,
    isPositional: false,
  }
}

type Open = {
  readonly place: Place
  readonly counts: Map<Place, number>
  readonly start: number
  readonly textFrom: number
  readonly key: string
  /** The names that elements within give to the columns of rows. */
  readonly names: string[]
}

/** Counts the elements; answers where their marks do not fit together. */
async function survey(
  cursor: Cursor,
  root: Place,
  columns: { from: number; names: readonly string[] }[],
): Promise<Unbalanced | null> {
  const open: Open[] = [{ place: root, counts: new Map(), start: 0, textFrom: 0, key: '', names: [] }]
  let places = 0
  for (let tag = await nextTag(cursor); tag !== null; tag = await nextTag(cursor)) {
    const within = open.at(-1)
    if (tag === 'cut' || within === undefined) return null
    if (tag.kind === 'close') {
      if (open.length === 1) return null
      if (within.place.name !== tag.name) return { openedAt: within.start, closedAt: startOf(cursor, tag) }
      lookAtText(cursor, within, tag)
      open.pop()
      noteColumns(cursor, within, tag, open, columns)
      // A login in a value is one of the element around it.
      const outer = open.at(-1)?.place
      if (outer !== undefined && isValue(within.place) && !within.place.isPositional) {
        outer.isLogin ||= within.place.isLogin
        outer.hasAddress ||= within.place.isLogin && within.place.hasAddress
        outer.hasDigests ||= outer.isOfTable && within.place.hasDigests
        outer.isOfFile ||= ofFile.test(tag.name)
      }
    } else if (tag.kind === 'open' || tag.kind === 'alone') {
      if (open.length > maxDepth) return null
      let place = within.place.members.get(tag.name)
      if (place === undefined) {
        places += 1
        if (places > maxPlaces) return null
        within.place.members.set(tag.name, (place = newPlace(tag.name, within.place.name)))
      }
      const count = (within.counts.get(place) ?? 0) + 1
      within.counts.set(place, count)
      place.most = Math.max(place.most, count)
      const key = lookAtAttributes(cursor, place, tag)
      if (tag.kind === 'open') {
        open.push({ place, counts: new Map(), start: startOf(cursor, tag), textFrom: position(cursor), key, names: [] })
        // A name is kept whole, wherever a chunk ends.
        if (ofColumn.test(tag.name)) cursor.mark(position(cursor))
      }
    }
  }
  const last = open.length > 1 ? open.at(-1) : undefined
  return last === undefined ? null : { openedAt: last.start, closedAt: null }
}

/** Names of columns that are kept of one file. */
const maxNames = 20_000

/**
 * Notes what an element that is closed says of rows with their values in order, as DBUnit writes them: the name of a column, or such a row.
 * Both may have one element around them.
 */
function noteColumns(
  cursor: Cursor,
  { place, start, textFrom }: Open,
  tag: Tag,
  open: readonly Open[],
  columns: { from: number; names: readonly string[] }[],
): void {
  const outer = open.at(-1)
  if (outer === undefined) return
  if (place.members.size === 0 && ofColumn.test(place.name)) {
    const from = textFrom - cursor.base()
    const text = cursor.bytes().toString('utf8', from, Math.min(tag.start, from + 400))
    cursor.release()
    const table = ofColumns.test(outer.place.name) ? open.at(-2) : outer
    if (table !== undefined && table.names.length < maxNames)
      table.names.push(text.replace(/^<!\[CDATA\[|\]\]>$/g, '').trim())
    return
  }
  if (
    !isRow.test(place.name) ||
    place.members.size === 0 ||
    ![...place.members.keys()].every((name) => ofCell.test(name))
  )
    return
  const table = open.slice(-2).findLast(({ names }) => names.length > 1)
  if (table === undefined || table.names.includes('') || columns.length >= maxPlaces) {
    if ((columns.at(-1)?.names ?? []).length > 0) columns.push({ from: start, names: [] })
    return
  }
  place.isPositional = true
  place.isLogin ||= table.names.some(namesLogin)
  if (columns.at(-1)?.names !== table.names) columns.push({ from: start, names: table.names })
}

const ofColumn = /^(?:column|col|columnname|header|th)$/i
const ofColumns = /^(?:columns|cols|headers?|columnnames|thead)$/i
/** Elements with one value of a row; `null` and `none` are the elements of DBUnit without one. */
export const ofCell = /^(?:values?|v|c|cell|td|data|null|none)$/i

const attribute = /\s([\p{L}\p{M}\p{N}_:.-]{1,100})\s?=\s?(?:"([^"]*)"|'([^']*)')/gu
const ofForm = /^(?:xmlns|xml:|xsi:)|^(?:type|nil|null|size|length|class)$/i

/** Whether a name says a login: an address, a user name, a password in any language. */
function namesLogin(name: string): boolean {
  return /mail|log_?in|user_?(?:name|id)|^uid$/i.test(name) || hintsOf(name.replaceAll('.', '_')).password !== null
}

/** Answers the name that the element gives its value. */
function lookAtAttributes(cursor: Cursor, place: Place, { start, end }: Tag): string {
  if (place.seen >= looked) return ''
  place.seen += 1
  const text = cursor.bytes().toString('utf8', start, end)
  let key = ''
  for (const [, name = '', double, single] of text.matchAll(attribute)) {
    if (ofForm.test(name)) continue
    const value = double ?? single ?? ''
    if (/^(?:name|field|key|property)$/i.test(name)) key = value
    place.hasAttributes = true
    place.hasLogins ||= namesLogin(name) || isLogin(value)
    place.hasDigests ||= place.isOfTable && isDigest(value, name)
    place.isOfFile ||= ofFile.test(name)
    place.hasAddress ||= isAddress(value)
  }
  place.isNamed ||= key !== '' && namedFields.test(place.name)
  place.isLogin ||= place.hasLogins || (key !== '' && namesLogin(key))
  return key
}

function lookAtText(cursor: Cursor, { place, textFrom, key }: Open, { start }: Tag): void {
  const from = textFrom - cursor.base()
  if (place.members.size > 0 || place.seen > looked || from < 0) return
  const text = cursor
    .bytes()
    .toString('utf8', from, Math.min(start, from + 400))
    .trim()
  place.hasText ||= text !== ''
  const value = text.replace(/^<!\[CDATA\[|\]\]>$/g, '')
  const name = key === '' ? place.name : key
  place.isLogin ||= namesLogin(name) || isLogin(value)
  place.hasDigests ||= isDigest(value, name)
  place.hasAddress ||= isAddress(value)
}

function isLogin(value: string): boolean {
  return isAddress(value) || hashLikeness(value) === 'certain'
}

const ofFile = /^(?:file_?(?:name|path)?|path|url|href|src)$/i

/** Whether a value may be a password hash, though it does not say so. */
function isDigest(value: string, name: string): boolean {
  return hashLikeness(value) === 'possible' && !isChecksum(value, name)
}

function isAddress(value: string): boolean {
  return value.includes('@') && isEmailAddress(value)
}

/** Elements that are named like rows of any table. */
export const isRow = /^(?:row|r|record|rec|item|entry|object|table|tuple|line|result)$/i
/** The element around the rows of a table as Access exports it, which are called like the table. */
const ofAccess = /^dataroot$/i

/** Names of elements that hold a value under a name of its own. */
export const namedFields = /^(?:field|column|col|attr|attribute|property|prop|entry|item|string|param|value|void)$/i

/** Elements that are named after the form of a value. */
export const ofValue = /^(?:(?:oc-)?values?|string|int|integer|long|double|boolean)$/i

/** Whether an element has nothing but a text, or values as `<attr name="mail"><value>…</value></attr>` has. */
function isValue({ members }: Place): boolean {
  return [...members.values()].every((one) => one.members.size === 0 && ofValue.test(one.name))
}

const ofAuthor = /^(?:lead|developers?|authors?|maintainers?|contributors?|helper)$/i
const ofProgram = /^(?:licen[cs]es?|description|summary)$/i

/** Whether a file describes a program, by its version and its authors, and has no other people. */
function describesProgram({ members }: Place, paths: RecordPaths): boolean {
  const [top] = members.values()
  const names = [...paths].map((path) => path.split('/').at(-1) ?? '')
  return (
    top?.members.has('version') === true &&
    [...top.members.keys()].some((name) => ofProgram.test(name)) &&
    names.some((name) => ofAuthor.test(name)) &&
    !names.some((name) => isPeopleWord(name.toLowerCase()))
  )
}

/** Adds the paths of records within a place; answers how many of them look like users. */
function collect(place: Place, path: readonly string[], paths: Set<string>): number {
  let users = 0
  for (const member of place.members.values()) {
    const at = [...path, member.name]
    if (!isObject(member) || describesColumns(member)) continue
    const isList = [...member.members.values()].some(
      (one) => one.most > 1 && (one.members.size > 0 || (one.hasAttributes && !isField(one))),
    )
    const areValues = member.members.size > 1 && [...member.members.values()].every(isValue)
    const isRecord = member.most > 1 || ((areValues || isOfLogin(member)) && !isList) || isPerson(member)
    const within = new Set<string>()
    const isWhole =
      (member.most > 1 && (isOfLogin(member) || isNamedPerson(member) || isInParts(member))) ||
      isPerson(member) ||
      (isNamedPerson(member) && !holdsPeople(member))
    const deeper = isWhole ? 0 : collect(member, at, within)
    if (deeper > 0 || !(isRecord || isWhole)) {
      users += deeper
      for (const one of within) paths.add(one)
    } else {
      paths.add(at.join('/'))
      users += looksLikeUser(member) || isNamedPerson(member) ? 1 : 0
    }
  }
  return users
}

function isObject(place: Place): boolean {
  return place.isPositional || !isValue(place) || (place.members.size === 0 && place.hasAttributes && !isField(place))
}

/** Whether elements are fields of what is around them: `<field name="email">ann@acme.example</field>`. */
function isField({ isNamed, hasText, hasLogins }: Place): boolean {
  return isNamed && hasText && !hasLogins
}

/** Whether an element is called a person, with values of its own or in parts, and all logins in it are of one. */
function isPerson(place: Place): boolean {
  const isPeople = ({ name }: Place) => isPeopleWord(name.toLowerCase())
  const members = [...place.members.values()]
  const hasOwn = members.some((one) => one.members.size === 0 && one.hasText) || isInParts(place)
  const holdsPeople = members.some((one) => one.members.size > 0 && isPeople(one))
  return isPeople(place) && hasOwn && !holdsPeople && looksLikeUser(place) && !holdsSeveral(place)
}

/** Whether the logins of one are in several elements within: its address in one, and others without an address. */
function isInParts({ members }: Place): boolean {
  const parts = [...members.values()].filter((one) => isObject(one) && looksLikeUser(one))
  const ofAddress = parts.filter(holdsAddress)
  return parts.length > 1 && ofAddress.length === 1 && parts.every((one) => one.most === 1 && !holdsSeveral(one))
}

function holdsAddress({ hasAddress, members }: Place): boolean {
  return hasAddress || [...members.values()].some(holdsAddress)
}

/** Whether elements are called people and have attributes of their own, beside a password in an element within: `<user name="ann">`. */
function isNamedPerson(place: Place): boolean {
  return place.hasAttributes && isPeopleWord(place.name.toLowerCase()) && [...place.members.values()].some(isOfSecret)
}

/** Whether an element within is called a person. */
function holdsPeople({ members }: Place): boolean {
  return [...members.values()].some((one) => isPeopleWord(one.name.toLowerCase()) || holdsPeople(one))
}

function isOfSecret({ name, members }: Place): boolean {
  return /scram|credential|passw|hash/i.test(name) || [...members.values()].some(isOfSecret)
}

function holdsSeveral({ members }: Place): boolean {
  return [...members.values()].some((one) => (one.most > 1 && looksLikeUser(one)) || holdsSeveral(one))
}

function isOfLogin({ isLogin, hasDigests, isOfFile, isOfTable }: Place): boolean {
  return isLogin || (isOfTable && hasDigests && !isOfFile)
}

/** Whether an element describes the columns of the rows beside it, as Delphi and ADO write it. */
function describesColumns(place: Place): boolean {
  const holdsColumns = ({ members }: Place): boolean =>
    [...members.values()].some((one) => /^(?:field|attributetype)$/i.test(one.name) || holdsColumns(one))
  return /^(?:metadata|schema)$/i.test(place.name) && holdsColumns(place) && !holdsAddress(place)
}

/** Whether a place or an object within has logins. */
function looksLikeUser(place: Place): boolean {
  return isOfLogin(place) || [...place.members.values()].some((one) => isObject(one) && looksLikeUser(one))
}
