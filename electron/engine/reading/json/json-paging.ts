import { parseJson } from '../../../../shared/json.ts'
import { type Cursor, position } from '../cursor.ts'
import type { Piece } from '../scan-records.ts'
import { peekText } from './json-members.ts'
import { truncatingPiece } from './json-record-reader.ts'

const oneOfSeveral =
  'This file is one page of a longer list: it says that another page follows. Add the other pages, and check that none is missing.'
const fewerThanTotal =
  'This file says that its list has more entries than the file holds, so it is one page of a longer list. Add the other pages, and check that none is missing.'

/** Compares what the pages of a file say of further pages and of the number of all entries with the entries that were read. */
export type Paging = {
  /** A page begins that follows the one before, so only the last one says whether another follows. */
  readonly begin: () => void
  /** Reads a member beside a list. The cursor is at the value and stays there. */
  readonly read: (cursor: Cursor, key: string) => Promise<void>
  readonly count: (entries: number) => void
  /** The piece that says at the end of the file that entries are missing; null: none are, as far as it says. */
  readonly missing: (cursor: Cursor) => Piece | null
}

export function createPaging(): Paging {
  /** The line on which the last page says that another follows. */
  let nextPageAt: number | null = null
  /** The largest total that a page states, and its line. */
  let total = { number: 0, line: 0 }
  let read = 0
  return {
    begin: () => {
      nextPageAt = null
    },
    read: async (cursor, key) => {
      const line = cursor.lineOf(position(cursor))
      if (!isOfPage(key)) return
      const value = parseJson(await peekText(cursor, maxAboutPage))
      if (hasNext(key, value)) nextPageAt = line
      const stated = totalIn(key, value)
      if (stated > total.number) total = { number: stated, line }
    },
    count: (entries) => {
      read += entries
    },
    missing: (cursor) => {
      const page = { entries: read, total: total.number === 0 ? null : total.number }
      const piece = (fault: string, line: number) => ({
        ...truncatingPiece(cursor, position(cursor), fault),
        line,
        page,
      })
      if (nextPageAt !== null) return piece(oneOfSeveral, nextPageAt)
      return read >= total.number ? null : piece(fewerThanTotal, total.line)
    },
  }
}

const nextPage =
  /^(?:@odata\.)?next_?(?:page|link|url|cursor|token|page_?token|pagination_?token)?$|^(?:pagination_?token|last_?evaluated_?key)$/i

const morePages = /^(?:has_?more|has_?next(?:_?page)?|is_?truncated)$/i

/** Members that hold the number of entries on all pages. */
const totalNumber =
  /^total(?:_?(?:results|count|records|items|elements|users|size|entries|rows))?$|^records_?total$|^@?odata\.count$/i

/** Members that describe the page. In WorkOS `after` is the cursor of the next page. */
const aboutPage = /^(?:_?links|pagination|paging|page_?info|(?:\w{1,20}_)?meta_?data|meta)$/i

/** Limit on the bytes of a member that describes the page. */
const maxAboutPage = 8192

/** Whether a member describes the page, as its links do. */
export function isOfPage(key: string): boolean {
  return [nextPage, morePages, aboutPage, totalNumber].some((about) => about.test(key))
}

function totalIn(key: string, value: unknown): number {
  if (typeof value === 'number') return totalNumber.test(key) && Number.isSafeInteger(value) ? value : 0
  const inside = typeof value === 'object' && value !== null && aboutPage.test(key) ? Object.entries(value) : []
  return Math.max(0, ...inside.map(([name, one]) => totalIn(name, one)))
}

function hasNext(key: string, value: unknown): boolean {
  if (morePages.test(key)) return value === true
  if (typeof value === 'object' && value !== null) {
    const inside = Object.entries(value)
    if (nextPage.test(key)) return inside.length > 0 && !Array.isArray(value)
    return inside.some(
      ([name, one]) => hasNext(name, one) || (name === 'after' && typeof one === 'string' && one !== ''),
    )
  }
  return nextPage.test(key) && ((typeof value === 'string' && value !== '') || (typeof value === 'number' && value > 0))
}
