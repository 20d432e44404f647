import { disabledByWord } from '../../../../shared/mapping/cell.ts'
import { isOffByFlag } from '../../../../shared/mapping/entries/state-words.ts'
import { fitOfName } from '../../../../shared/mapping/names/name-hints.ts'
import { standingName, type StandingName } from '../../../../shared/mapping/names/standing-names.ts'
import { saysKeptOut } from '../../../../shared/mapping/names/standing-phrases.ts'
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
  /** Looks at the member at the cursor, which does not move. */
  readonly look: (cursor: Cursor, key: string) => Promise<void>
  readonly fields: () => PageFields
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
    look: async (cursor, key) => {
      const byte = cursor.bytes()[cursor.at()]
      if (byte === openBracket) return
      if (isGroup && byte === quote && Object.keys(group).length === 0) {
        const text = textOf(valueIn(await peekText(cursor, maxName)))
        if (text !== null) group = fieldsOfGroup({ field: 'group' }, text)
      }
      const meaning = standingName(key)
      if (meaning !== null && byte !== openBrace) {
        const value = valueIn(await peekText(cursor, maxName))
        if (saysOff(meaning, value)) off = { ...off, [`account_${key}`]: String(value) }
        return
      }
      const rank = labels.indexOf(key.toLowerCase())
      const isTenant = key === 'realm' || fitOfName('tenant', key) === 'exact'
      if (!isTenant && rank === -1 && !ofGroup.test(key)) return
      const value = valueIn(await peekText(cursor, maxName))
      if (byte === openBrace) inside ??= isTenant || ofGroup.test(key) ? labelIn(value) : null
      else {
        const text = textOf(value)
        if (text === null) return
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
