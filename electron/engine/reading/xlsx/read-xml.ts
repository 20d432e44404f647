import { localName } from '../xml/xml-tags.ts'
import { StringDecoder } from 'node:string_decoder'
import sax, { type XmlEvents } from 'sax'
import type { Chunk } from '../file-bytes.ts'
import type { XmlAttributes, XmlHandlers, XmlShortcut } from '../shortcuts.ts'

/** A longer incomplete element goes through the parser, which buffers only a chunk. In characters. */
const maxPending = 1024 * 1024

/**
 * Gives elements to the fast path and all other XML to the parser, which does not see the former. The fast path is tried directly after an
 * element of the same name that the parser closed, because there its next sibling can begin. `parse` feeds the parser and returns the
 * number of open elements.
 */
function withShortcut(
  { endTag, pass, emit }: XmlShortcut,
  parse: (text: string) => number,
  handlers: XmlHandlers,
): { readonly feed: (text: string) => void; readonly end: () => void } {
  /** The beginning of an incomplete element. */
  let pending = ''
  let isBehind = false

  /** Consumes elements from an index on; returns the index after them. */
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

  /** Feeds the parser up to the end of the next element; returns the index after it. */
  const parseNext = (text: string, from: number): number => {
    const end = text.indexOf(endTag, from)
    if (end === -1) {
      parse(text.slice(from))
      return text.length
    }
    const last = end + endTag.length - 1
    const before = parse(text.slice(from, last))
    // An end tag within a comment or CDATA does not close an element.
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

/**
 * Parses XML as a stream and yields after each chunk, so that the caller can use what the handlers collected. Throws `XmlFault` if
 * the XML or its compression is damaged. Entities of a DTD are never expanded. `shortcut`: fast path for some elements.
 */
export async function* readXml(
  chunks: AsyncIterable<Chunk>,
  handlers: XmlHandlers,
  shortcut?: XmlShortcut,
): AsyncGenerator<void> {
  const decoder = new StringDecoder('utf8')
  const xml = sax.parser(true, { position: false })
  let isFaulty = false
  let depth = 0
  // After a fault sax continues with a guess, which is ignored.
  const text = (piece: string) => {
    if (!isFaulty) handlers.text?.(piece)
  }
  const events: XmlEvents = {
    onopentag: ({ name, attributes }) => {
      depth += 1
      if (!isFaulty) handlers.open(localName(name), attributesOf(attributes))
    },
    onclosetag: (name) => {
      depth -= 1
      if (!isFaulty) handlers.close?.(localName(name))
    },
    ontext: text,
    oncdata: text,
    onerror: () => {
      isFaulty = true
    },
  }
  Object.assign(xml, events)
  const parse = (text: string): number => {
    try {
      xml.write(text)
    } catch (error) {
      if (error instanceof XmlFault) throw error
      isFaulty = true
    }
    if (isFaulty) throw new XmlFault(damaged)
    return depth
  }
  const { feed, end } = shortcut === undefined ? { feed: parse, end: nothing } : withShortcut(shortcut, parse, handlers)
  for await (const chunk of chunks) {
    if (chunk.kind === 'broken') {
      end()
      throw new XmlFault(chunk.reason)
    }
    feed(decoder.write(chunk.bytes))
    yield
  }
  end()
  try {
    xml.close()
  } catch {
    isFaulty = true
  }
  if (isFaulty) throw new XmlFault(damaged)
  yield
}

/** Parses a whole part. Throws as `readXml` does. */
export async function readWholeXml(
  chunks: AsyncIterable<Chunk>,
  handlers: XmlHandlers,
  shortcut?: XmlShortcut,
): Promise<void> {
  for await (const _ of readXml(chunks, handlers, shortcut));
}

function nothing() {}

/** A fault in the XML of a workbook; the message is a sentence for the operator. */
export class XmlFault extends Error {}

const damaged = 'The workbook is damaged here. Open it in its program, save it again, and load that.'

function attributesOf(attributes: Readonly<Record<string, string>>): XmlAttributes {
  return { get: (name) => attributes[name], names: () => Object.keys(attributes) }
}
