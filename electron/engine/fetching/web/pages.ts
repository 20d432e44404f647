import { createHash } from 'node:crypto'
import * as z from 'zod'
import { isObject, type JsonObject, type JsonValue } from '../source.ts'
import { failed, type Refusal } from './web-client.ts'

/** An object as JSON gave it. Its values are whatever the API sent; what becomes of them is decided when the file is read. */
const jsonObject = z.custom<JsonObject>(isObject, { message: 'not an object' })

export const jsonObjects = z.array(jsonObject)

/** A field that holds a text or a number, as a text; null for everything else. */
export function textIn(record: JsonObject, name: string): string | null {
  const value = record[name]
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null
}

/** The objects of a field that is a list. */
export function objectsIn(record: JsonObject, name: string): readonly JsonObject[] {
  const value: JsonValue | undefined = record[name]
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** A record without some of its fields. */
export function without(record: JsonObject, names: readonly string[]): JsonObject {
  if (!names.some((name) => Object.hasOwn(record, name))) return record
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))
}

/**
 * Notices a source whose pages go round in a circle: a cursor that follows itself, or that was handed out before, behind
 * another page. To request one page twice is fine.
 */
export function createCursorGuard(title: string): (cursor: string | null, next: string | null) => Refusal | null {
  const followers = new Map<string, string>()
  return (cursor, next) => {
    if (next === null) return null
    const from = digestOf(cursor ?? '')
    const to = digestOf(next)
    const before = followers.get(to)
    if (next === cursor || (before !== undefined && before !== from)) return circular(title)
    followers.set(to, from)
    return null
  }
}

/**
 * Notices a server that does not look at the offset: the same users for the third time in a row. Twice is fine, because a
 * page is read again where the list has moved.
 */
export function createPageGuard(title: string): (records: readonly JsonObject[]) => Refusal | null {
  let last = ''
  let repeats = 0
  return (records) => {
    if (records.length === 0) return null
    const print = digestOf(JSON.stringify(records))
    repeats = print === last ? repeats + 1 : 0
    last = print
    return repeats < 2 ? null : circular(title)
  }
}

/** Cursors may be kilobytes long, and there may be a hundred thousand of them. */
function digestOf(cursor: string): string {
  return createHash('sha256').update(cursor).digest('base64').slice(0, 22)
}

/** The refusal of a list that has no end. */
export function circular(title: string): Refusal {
  return failed(
    'bad-reply',
    `${title} hands out the same page again and again, so its list has no end. What was fetched is kept. Contact its support.`,
  )
}

/** Query of the next page. `unreadable`: there is a next page, but its link cannot be used. */
type NextLink =
  | { readonly kind: 'none' }
  | { readonly kind: 'next'; readonly query: string }
  | { readonly kind: 'unreadable' }

/**
 * The query of the link to the next page (RFC 8288). The address in front of it is not looked at: the next request goes where the
 * first one went, with its credentials.
 */
export function nextLink(header: string | readonly string[] | undefined): NextLink {
  const values = header === undefined ? [] : typeof header === 'string' ? [header] : header
  const links = values.flatMap((value) => value.split('<').slice(1))
  const next = links.map((link) => link.split('>')).find(([, parameters]) => isNext(parameters ?? ''))
  if (next === undefined) return { kind: 'none' }
  const [target = ''] = next
  const at = target.indexOf('?')
  const query = at === -1 ? '' : (target.slice(at + 1).split('#')[0] ?? '')
  // Nothing else may stand in the line of a request.
  return /^[\x21-\x7e]+$/.test(query) ? { kind: 'next', query } : { kind: 'unreadable' }
}

/** The refusal of a list whose next page cannot be requested: users would be missing. */
export function unreadableLink(title: string): Refusal {
  return failed(
    'bad-reply',
    `${title} has more users, but its link to the next page cannot be used. What was fetched is kept. Continue later, or contact its support.`,
  )
}

function isNext(parameters: string): boolean {
  return parameters.split(/[;,]/).some((parameter) => {
    const [name = '', value = ''] = parameter.split('=')
    if (name.trim().toLowerCase() !== 'rel') return false
    return value.toLowerCase().replaceAll('"', ' ').split(/\s/).includes('next')
  })
}
