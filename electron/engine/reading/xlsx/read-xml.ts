import { StringDecoder } from 'node:string_decoder'
import sax, { type XmlEvents } from 'sax'
import type { Chunk } from '../file-bytes.ts'

/** What is done at each part of some XML. Names come without their prefix. */
export type XmlHandlers = {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

/**
 * Parses XML as it comes and yields after each chunk, so that what the handlers collected can be taken. Throws `XmlFault` where
 * the XML or its packing is damaged. Entities of a document type are never expanded.
 */
export async function* readXml(chunks: AsyncIterable<Chunk>, handlers: XmlHandlers): AsyncGenerator<void> {
  const decoder = new StringDecoder('utf8')
  const xml = sax.parser(true, { position: false })
  let isFaulty = false
  // The parser goes on behind a fault, with what it takes for the rest.
  const text = (piece: string) => {
    if (!isFaulty) handlers.text?.(piece)
  }
  const events: XmlEvents = {
    onopentag: ({ name, attributes }) => {
      if (!isFaulty) handlers.open(local(name), attributes)
    },
    onclosetag: (name) => {
      if (!isFaulty) handlers.close?.(local(name))
    },
    ontext: text,
    oncdata: text,
    onerror: () => {
      isFaulty = true
    },
  }
  Object.assign(xml, events)
  const feed = (text: string) => {
    try {
      xml.write(text)
    } catch {
      isFaulty = true
    }
    if (isFaulty) throw new XmlFault(damaged)
  }
  for await (const chunk of chunks) {
    if (chunk.kind === 'broken') throw new XmlFault(chunk.reason)
    feed(decoder.write(chunk.bytes))
    yield
  }
  try {
    xml.close()
  } catch {
    isFaulty = true
  }
  if (isFaulty) throw new XmlFault(damaged)
  yield
}

/** Parses to the end. */
export async function readWholeXml(chunks: AsyncIterable<Chunk>, handlers: XmlHandlers): Promise<void> {
  for await (const _ of readXml(chunks, handlers));
}

/** Why XML cannot be read further, as a sentence. */
export class XmlFault extends Error {}

const damaged = 'The workbook is damaged here. Open it in its program, save it again, and load that.'

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
