import { isObject } from '../../../../shared/json.ts'
import { disabledByWord } from '../../../../shared/mapping/cell.ts'
import { isOffByFlag } from '../../../../shared/mapping/entries/state-words.ts'
import { wordsOf } from '../../../../shared/mapping/names/column-words.ts'
import { fitOfName } from '../../../../shared/mapping/names/name-fit.ts'
import { standingName, type StandingName } from '../../../../shared/mapping/names/standing/standing-names.ts'
import { saysKeptOut } from '../../../../shared/mapping/names/standing/standing-phrases.ts'
import type { Cursor } from '../cursor.ts'
import { openBrace, openBracket, quote } from '../file-bytes.ts'
import { fieldsOfGroup } from '../sibling-lists.ts'
import { peekText } from './json-members.ts'
import { valueIn } from './json-value.ts'

/*
 * The names of pages: each organization, tenant or realm of a file has a list of its users, who belong to it. Their records get the name
 * as a field, and the status of a page that keeps its users out.
 */

/** Fields that the records of a page get. */
export type PageFields = Readonly<Record<string, string>>

/** Fields of pages that stand behind their lists, by the order of the pages, as an earlier scan of the same file found them. */
export type LateNames = Map<number, PageFields>

export function isSameName(one: PageFields, other: PageFields): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

/** Collects the name of one page from its members. `outer`: the fields of the page that it is in. `isGroup`: its first text is its name. */
type PageName = {
  /** Whether the value of a member says something, by its name and its first character. */
  readonly wants: (key: string, first: number | undefined) => boolean
  readonly add: (key: string, value: unknown) => void
  readonly fields: () => PageFields
}

/** Adds the member at a cursor, which does not move, where it says something. */
export async function addMember(cursor: Cursor, key: string, { wants, add }: PageName): Promise<void> {
  if (wants(key, cursor.bytes()[cursor.at()])) add(key, valueIn(await peekText(cursor, maxName)))
}

/** The fields that the users of a group get, in a document that was parsed as a whole. */
export function fieldsOfPage(group: object): PageFields {
  const name = createPageName({}, true)
  const members: readonly [string, unknown][] = Object.entries(group)
  for (const [key, value] of members) if (name.wants(key, firstOf(value))) name.add(key, value)
  return name.fields()
}

function firstOf(value: unknown): number | undefined {
  if (Array.isArray(value)) return openBracket
  return typeof value === 'object' && value !== null ? openBrace : typeof value === 'string' ? quote : undefined
}

export function createPageName(outer: PageFields, isGroup = false): PageName {
  let group: PageFields = {}
  /** Under the name of a tenant, such as `orgId`. */
  let own: PageFields = {}
  /** The object about the tenant, such as `organization`, and the ID or name of the page itself, by rank. */
  let inside: string | null = null
  /** Standings of the page that keep its users out. */
  let off: PageFields = {}
  let least: { readonly rank: number; readonly text: string } | null = null
  return {
    wants: (key, first) =>
      first !== openBracket &&
      ((isGroup && first === quote && Object.keys(group).length === 0) ||
        (standingOfPage(key) !== null && first !== openBrace) ||
        labels.includes(key.toLowerCase()) ||
        isTenantName(key) ||
        ofGroup.test(key)),
    add: (key, value) => {
      const isTenant = isTenantName(key)
      const isOfGroup = ofGroup.test(key)
      if (isObject(value)) {
        inside ??= isTenant || isOfGroup ? labelIn(value) : null
        return
      }
      const text = textOf(value)
      if (isGroup && typeof value === 'string' && text !== null && Object.keys(group).length === 0)
        group = fieldsOfGroup({ field: 'group' }, text)
      const meaning = standingOfPage(key)
      if (meaning !== null && value !== undefined) {
        if (saysOff(meaning, value)) off = { ...off, ...standingField(key, value) }
        return
      }
      const rank = labels.indexOf(key.toLowerCase())
      if (text !== null && (isTenant || rank >= 0 || isOfGroup)) {
        if (isTenant) own = { ...own, [key]: text }
        else if (rank === -1) inside ??= text
        else if (least === null || rank < least.rank) least = { rank, text }
      }
    },
    fields: () => {
      if (Object.keys(own).length > 0) return { ...outer, ...own, ...off }
      // A part of an organization, such as a team, has an ID as well.
      const isPart = Object.keys(outer).length > 0
      const tenant = inside ?? (isPart ? null : (least?.text ?? null))
      return { ...outer, ...(tenant === null ? group : { tenant }), ...off }
    },
  }
}

function isTenantName(key: string): boolean {
  return key === 'realm' || fitOfName('tenant', key) === 'exact'
}

/** The standing of a page by the name of a member. A rule for its users, such as whether people may register, is none. */
function standingOfPage(key: string): StandingName | null {
  return wordsOf(key).some((word) => ofRules.test(word)) ? null : standingName(key)
}

const ofRules = /^(?:registrations?|enroll?ments?|lockouts?)$/

/** The field by which a user has the standing of a page. */
function standingField(key: string, value: unknown): PageFields {
  return { [`account_${key}`]: String(value) }
}

/** Whether a page says that all its users are kept out, as that of a suspended organization does. */
function saysOff(meaning: StandingName, value: unknown): boolean {
  if (meaning === 'status') return disabledByWord(value) === true || (typeof value === 'string' && saysKeptOut(value))
  return isOffByFlag(meaning, value)
}

/** Bytes of a name, or of an object about a tenant. */
const maxName = 4096

/** Members that tell one of several things apart: names that are unique and readable, then IDs, then others. */
const labels = ['slug', 'key', 'code', 'id', '_id', 'uuid', 'name', 'title']

/** Names of members whose value is the group of people in the list beside them. */
const ofGroup =
  /^(?:tenant|org|organi[sz]ation|company|workspace|team|group|account|customer|school|firma|mandant)(?:_?(?:id|uuid|slug|key|code|nr|name))?$/i

function labelIn(value: unknown): string | null {
  const members = Object.entries(value ?? {}).map(([key, one]) => [key.toLowerCase(), textOf(one)] as const)
  return labels.flatMap((label) => members.find(([key, text]) => key === label && text !== null)?.[1] ?? [])[0] ?? null
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value
  return typeof value === 'number' ? String(value) : null
}
