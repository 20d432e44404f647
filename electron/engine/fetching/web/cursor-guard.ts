import { createHash } from 'node:crypto'
import type { JsonObject } from '../source.ts'
import { failed, type Refusal } from './refusal.ts'

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

/** What is said of a list that has no end. */
export function circular(title: string): Refusal {
  return failed(
    'bad-reply',
    `${title} hands out the same page again and again, so its list has no end. What was fetched is kept. Contact its support.`,
  )
}
