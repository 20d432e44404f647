import type { XmlHandlers, XmlShortcut } from '../shortcuts.ts'

/** A longer element goes through the parser, which needs no more than a chunk of it. */
const maxPending = 1024 * 1024

/**
 * Passes elements to a shortcut and all other XML to the parser, which never sees the former. A shortcut is tried right behind an
 * element of the same name that the parser closed: there, an element of that name can begin and nothing else is open.
 * `parse`: feeds the parser, answers how many elements are open.
 */
export function withShortcut(
  { endTag, pass, emit }: XmlShortcut,
  parse: (text: string) => number,
  handlers: XmlHandlers,
): { readonly feed: (text: string) => void; readonly end: () => void } {
  /** The beginning of an element that is not whole yet. */
  let pending = ''
  let isBehind = false

  /** Takes elements from an index on; answers the index behind them. */
  const passAll = (text: string, from: number): number => {
    let at = from
    for (let next = pass(text, at); next !== -1; next = pass(text, at)) {
      if (next === 0 && text.length - at > maxPending) break
      if (next === 0) {
        pending = text.slice(at)
        return text.length
      }
      emit(text, handlers)
      at = next
    }
    isBehind = false
    return at
  }

  /** Feeds the parser up to the end of the next element; answers the index behind it. */
  const parseNext = (text: string, from: number): number => {
    const end = text.indexOf(endTag, from)
    if (end === -1) {
      parse(text.slice(from))
      return text.length
    }
    const last = end + endTag.length - 1
    const before = parse(text.slice(from, last))
    // Within a comment, text or CDATA nothing is closed.
    const after = parse(text.slice(last, last + 1))
    isBehind = after === before - 1 && after > 0
    return last + 1
  }

  return {
    feed: (text) => {
      const whole = pending + text
      pending = ''
      for (let at = 0; at < whole.length;) at = isBehind ? passAll(whole, at) : parseNext(whole, at)
    },
    end: () => {
      parse(pending)
      pending = ''
    },
  }
}
