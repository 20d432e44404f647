import { StringDecoder } from 'node:string_decoder'
import sax, { type XmlEvents } from 'sax'
import type { Chunk } from '../file-bytes.ts'
import type { XmlHandlers, XmlShortcut } from '../shortcuts.ts'
import { withShortcut } from './with-shortcut.ts'

/**
 * Parses XML as it comes and yields after each chunk, so that what the handlers collected can be taken. Throws `XmlFault` where
 * the XML or its packing is damaged. Entities of a document type are never expanded. `shortcut`: for elements that allow it.
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
  // The parser goes on behind a fault, with what it takes for the rest.
  const text = (piece: string) => {
    if (!isFaulty) handlers.text?.(piece)
  }
  const events: XmlEvents = {
    onopentag: ({ name, attributes }) => {
      depth += 1
      if (!isFaulty) handlers.open(local(name), attributes)
    },
    onclosetag: (name) => {
      depth -= 1
      if (!isFaulty) handlers.close?.(local(name))
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

/** Parses to the end. */
export async function readWholeXml(
  chunks: AsyncIterable<Chunk>,
  handlers: XmlHandlers,
  shortcut?: XmlShortcut,
): Promise<void> {
  for await (const _ of readXml(chunks, handlers, shortcut));
}

function nothing() {}

/** Why XML cannot be read further, as a sentence. */
export class XmlFault extends Error {}

const damaged = 'The workbook is damaged here. Open it in its program, save it again, and load that.'

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
