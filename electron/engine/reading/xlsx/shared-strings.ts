import { maxRecord } from '../raw-record.ts'
import type { Shortcuts, XmlHandlers } from '../shortcuts.ts'
import { readWholeXml, XmlFault } from './read-xml.ts'
import type { WorkbookParts } from './workbook-parts.ts'

/**
 * The texts that the cells of a workbook refer to by number; null: there is no such text. Throws `XmlFault` where the references
 * make far more text than the file holds: one of a few bytes can stand for one of megabytes.
 */
export type SharedStrings = { readonly at: (index: number) => string | null }

const blockSize = 1024 * 1024
const maxBytes = 192 * 1024 * 1024
const maxStrings = 8_000_000

/** Bytes from which on a text counts as long: spreadsheets keep 32,767 characters in a cell. */
const longText = 32_767
/** Bytes that references to long texts may make together. */
const maxReferred = 256 * 1024 * 1024

/** Reads the texts into blocks of bytes: as strings they would take several times as much, each with its part of the XML. */
export async function readSharedStrings(parts: WorkbookParts, { xmlElement }: Shortcuts): Promise<SharedStrings> {
  const blocks: Buffer[] = []
  const starts: number[] = []
  const lengths: number[] = []
  let used = blockSize
  let text: string[] | null = null
  let phonetic = 0
  let isText = false
  const add = (whole: string) => {
    const bytes = Buffer.from(whole, 'utf8')
    if (bytes.length > maxRecord || starts.length >= maxStrings) throw new XmlFault(tooMuch)
    if (used + bytes.length > (blocks.at(-1)?.length ?? 0)) {
      if (blocks.length * blockSize > maxBytes) throw new XmlFault(tooMuch)
      blocks.push(Buffer.alloc(Math.max(blockSize, bytes.length)))
      used = 0
    }
    const block = blocks.length - 1
    bytes.copy(blocks[block] ?? Buffer.alloc(0), used)
    starts.push(block * blockSize * 16 + used)
    lengths.push(bytes.length)
    used += bytes.length
  }
  const handlers: XmlHandlers = {
    open: (name) => {
      if (name === 'si') text = []
      else if (name === 'rPh') phonetic += 1
      else isText = name === 't'
    },
    close: (name) => {
      if (name === 'si') add(text?.join('') ?? '')
      else if (name === 'rPh') phonetic -= 1
      else if (name === 't') isText = false
    },
    text: (piece) => {
      if (isText && phonetic === 0) text?.push(piece)
    },
  }
  await readWholeXml(parts.read('xl/sharedStrings.xml'), handlers, xmlElement?.('si'))
  let referred = 0
  return {
    at: (index) => {
      const start = starts[index]
      if (start === undefined) return null
      const length = lengths[index] ?? 0
      if (length > longText) referred += length
      if (referred > maxReferred) throw new XmlFault(tooMuchReferred)
      const from = start % (blockSize * 16)
      return blocks[Math.floor(start / (blockSize * 16))]?.toString('utf8', from, from + length) ?? null
    },
  }
}

const tooMuchReferred =
  'Cells of this workbook repeat very long texts so often that they cannot be held in memory. Save the table of users as CSV and choose that.'
const tooMuch =
  'The texts of this workbook are too much to be held in memory. Save the table of users as CSV and choose that.'
