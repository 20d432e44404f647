import type { Chunk } from '../file-bytes.ts'
import { isEmailMark, marks, type Mark } from './find-logins.ts'

/** Numbers of email addresses and of password hashes. */
export type Logins = { readonly emails: number; readonly hashes: number }

/** Shared objects for small numbers, which saves an allocation for nearly every record. */
const few = Array.from({ length: 4 }, (_, emails) => Array.from({ length: 4 }, (_, hashes) => ({ emails, hashes })))

export const noLogins: Logins = few[0]?.[0] ?? { emails: 0, hashes: 0 }

export function loginsOf(emails: number, hashes: number): Logins {
  return few[emails]?.[hashes] ?? { emails, hashes }
}

/** Characters from the `@` on in the shortest address, `@b.cd`. */
const shortestLogin = 5

/** Length of the shortest hash with a colon, `OBF:` with one of the shortest passwords. */
const shortestWithColon = 12

type FoundLogin = (mark: Mark, start: number, end: number) => void

/** Calls `found` for each login in a text: mark by mark, each in the order of the text. */
export function eachLogin(text: string, found: FoundLogin): void {
  searchMarks(text, emailMarks, found)
  searchMarks(text, hashMarks, found)
}

/** Counts the logins in a text. */
export function countLogins(text: string): Logins {
  return loginsOf(searchMarks(text, emailMarks), searchMarks(text, hashMarks))
}

const emailMarks = ['@', '\\u0040'] as const
const hashMarks = ['$', '}', ':'] as const

/** Calls `found` for each login with one of these marks; returns their number. */
function searchMarks(text: string, wanted: readonly Mark[], found?: FoundLogin): number {
  if (text.length < shortestLogin) return 0
  let count = 0
  for (const mark of wanted) {
    if (mark === ':' && text.length <= shortestWithColon) continue
    for (let index = text.indexOf(mark); index !== -1;) {
      const end = marks[mark](text, index)
      if (end !== -1) {
        found?.(mark, index, end)
        count += 1
      }
      // The rest of a hash may hold the mark again.
      index = text.indexOf(mark, end === -1 ? index + 1 : end)
    }
  }
  return count
}

/**
 * Streaming scan for logins in the bytes of a file. Memory holds a chunk or two and the finds in them that were not yet taken.
 */
type LoginScan = {
  /** Scans the content and passes it on unchanged. */
  readonly through: (chunks: AsyncIterable<Chunk>) => AsyncGenerator<Chunk>
  /**
   * True if an untaken find lies before a position of the content. Called with rising positions, within the content
   * received so far.
   */
  readonly has: (end: number) => boolean
  /** Position of the first untaken find before a position; Infinity if there is none. */
  readonly first: (end: number) => number
  /** Takes the finds before a position and returns their numbers. */
  readonly take: (end: number) => Logins
  /** Takes the finds before a position and returns their positions. */
  readonly takePlaces: (end: number) => { readonly emails: readonly number[]; readonly hashes: readonly number[] }
}

/** Characters on each side of a mark that a rule may read. */
const contextBytes = 640

/** Bytes converted to text at once. A longer string is a large object for V8, whose memory is mapped anew each time. */
const textBytes = 64 * 1024

/** `next`: the index of the next mark, Infinity if there is none; `from`: index after the last find. */
type Search = { readonly mark: Mark; next: number; from: number }

export function createLoginScan(): LoginScan {
  let text = ''
  /** Buffer for the rest of the text and the next bytes; a concatenated string would be copied by every search. */
  let room = Buffer.alloc(0)
  /** Position of the first character in the text. */
  let base = 0
  /** Everything before this index was searched. */
  let searched = 0
  let searches: readonly Search[] = []
  const emails = createQueue()
  const hashes = createQueue()

  /** Searches for marks before an index; a login may extend beyond it. */
  const searchTo = (limit: number) => {
    for (const search of searches) {
      if (search.next >= limit) continue
      const { mark } = search
      const queue = isEmailMark(mark) ? emails : hashes
      while (search.next < limit) {
        const end = marks[mark](text, search.next)
        if (end !== -1) queue.add(base + search.next)
        search.from = end === -1 ? search.next + 1 : end
        search.next = indexFrom(text, mark, search.from)
      }
    }
    if (limit > searched) searched = limit
  }

  const add = (bytes: Buffer) => {
    searchTo(Math.max(searched, text.length - contextBytes))
    const keep = Math.max(0, searched - contextBytes)
    base += keep
    searched -= keep
    const rest = text.length - keep
    if (room.length < rest + bytes.length) room = Buffer.allocUnsafe(rest + bytes.length)
    room.write(text.slice(keep), 'latin1')
    bytes.copy(room, rest)
    text = room.toString('latin1', 0, rest + bytes.length)
    const wanted: readonly Mark[] = text.includes('\\') ? ['@', '\\u0040', '$', '}', ':'] : ['@', '$', '}', ':']
    searches = wanted.map((mark) => {
      const before = searches.find((search) => search.mark === mark)?.from ?? 0
      const from = Math.max(searched, before - keep)
      return { mark, from, next: indexFrom(text, mark, from) }
    })
  }

  return {
    through: async function* through(chunks) {
      for await (const chunk of chunks) {
        if (chunk.kind === 'bytes')
          for (let at = 0; at < chunk.bytes.length; at += textBytes) add(chunk.bytes.subarray(at, at + textBytes))
        yield chunk
      }
    },
    has: (end) => {
      searchTo(Math.min(text.length, end - base))
      return emails.isBefore(end) || hashes.isBefore(end)
    },
    first: (end) => {
      searchTo(Math.min(text.length, end - base))
      const first = Math.min(emails.first(), hashes.first())
      return first < end ? first : Infinity
    },
    take: (end) => {
      searchTo(Math.min(text.length, end - base))
      return loginsOf(emails.count(end), hashes.count(end))
    },
    takePlaces: (end) => {
      searchTo(Math.min(text.length, end - base))
      return { emails: emails.take(end), hashes: hashes.take(end) }
    },
  }
}

function indexFrom(text: string, mark: Mark, from: number): number {
  const index = text.indexOf(mark, from)
  return index === -1 ? Infinity : index
}

/** Positions in rising order, taken from the front. */
function createQueue() {
  let positions: number[] = []
  let first = 0
  const indexOf = (end: number) => {
    let index = first
    while (index < positions.length && (positions[index] ?? 0) < end) index += 1
    return index
  }
  /** Removes the positions before an index. */
  const drop = (index: number) => {
    first = index
    if (first < positions.length) return
    positions = []
    first = 0
  }
  return {
    first: () => positions[first] ?? Infinity,
    isBefore: (end: number) => first < positions.length && (positions[first] ?? 0) < end,
    add: (position: number) => {
      // Two marks of one kind are searched one after the other, so their positions arrive as two sorted runs.
      if (position < (positions.at(-1) ?? 0)) positions = [...positions, position].toSorted((one, other) => one - other)
      else positions.push(position)
    },
    count: (end: number) => {
      const [before, index] = [first, indexOf(end)]
      drop(index)
      return index - before
    },
    take: (end: number) => {
      const [before, index] = [first, indexOf(end)]
      const taken = positions.slice(before, index)
      drop(index)
      return taken
    },
  }
}
