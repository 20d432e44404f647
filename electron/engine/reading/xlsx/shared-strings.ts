import { maxRecord } from '../raw-record.ts'
import type { Shortcuts, XmlHandlers } from '../shortcuts.ts'
import { readWholeXml, XmlFault } from './read-xml.ts'
import type { WorkbookParts } from './workbook.ts'

/**
 * The shared strings, to which cells refer by number; null for a missing one. Throws `XmlFault` if repeated references to long strings
 * exceed a limit, because a few bytes can refer to megabytes.
 */
export type SharedStrings = { readonly at: (index: number) => string | null }

/** Characters of neighboring strings that are written, and read again, as one text: a call for each string costs more than the text does. */
const runSize = 2048
const blockSize = 1024 * 1024
const maxBytes = 192 * 1024 * 1024
const maxStrings = 8_000_000

/** Characters above which a string counts as long; a cell holds at most 32,767. */
const longText = 32_767
/** Limit on the characters of all references to long strings. */
const maxReferred = 256 * 1024 * 1024

/** Reads the shared strings into blocks of bytes. As JavaScript strings they would take several times the memory. Throws `XmlFault` if they exceed a limit. */
export async function readSharedStrings(parts: WorkbookParts, { xmlElement }: Shortcuts): Promise<SharedStrings> {
  const runs = createTextRuns()
  /** Where each string begins in its run, and the number of the run times `runSize`. */
  const starts: number[] = []
  const lengths: number[] = []
  let text = ''
  let phonetic = 0
  let isText = false
  const add = () => {
    if (starts.length >= maxStrings) throw new XmlFault(tooMuch)
    starts.push(runs.add(text))
    lengths.push(text.length)
  }
  const handlers: XmlHandlers = {
    open: (name) => {
      if (name === 'si') text = ''
      else if (name === 'rPh') phonetic += 1
      else isText = name === 't'
    },
    close: (name) => {
      if (name === 'si') add()
      else if (name === 'rPh') phonetic -= 1
      else if (name === 't') isText = false
    },
    text: (piece) => {
      if (isText && phonetic === 0) text += piece
      if (text.length > maxRecord) throw new XmlFault(tooMuch)
    },
  }
  await readWholeXml(parts.read('xl/sharedStrings.xml'), handlers, xmlElement?.('si'))
  runs.end()
  let referred = 0
  return {
    at: (index) => {
      const start = starts[index]
      if (start === undefined) return null
      const length = lengths[index] ?? 0
      if (length > longText) referred += length
      if (referred > maxReferred) throw new XmlFault(tooMuchReferred)
      const from = start % runSize
      return runs.text(Math.floor(start / runSize)).slice(from, from + length)
    },
  }
}

/** Runs of texts, stored as bytes. A run ends with the text that reaches `runSize`. */
type TextRuns = {
  /** Adds a text; returns the number of its run times `runSize`, and its start there. */
  readonly add: (text: string) => number
  readonly end: () => void
  readonly text: (run: number) => string
}

function createTextRuns(): TextRuns {
  const blocks: Buffer[] = []
  /** Of each run: its block, and its bytes there. */
  const places: { readonly block: Buffer; readonly from: number; readonly to: number }[] = []
  let used = 0
  let pieces: string[] = []
  let length = 0
  const end = () => {
    const run = pieces.join(separator)
    const bytes = Buffer.byteLength(run)
    let block = blocks.at(-1)
    if (block === undefined || used + bytes > block.length) {
      if (blocks.length * blockSize > maxBytes) throw new XmlFault(tooMuch)
      block = Buffer.alloc(Math.max(blockSize, bytes))
      blocks.push(block)
      used = 0
    }
    block.write(run, used)
    places.push({ block, from: used, to: used + bytes })
    used += bytes
    pieces = []
    length = 0
  }
  /** The runs that were read last, because cells mostly refer to strings in their order, or to few again and again. */
  const read: { readonly run: number; readonly text: string }[] = []
  return {
    add: (text) => {
      const start = places.length * runSize + length
      pieces.push(text)
      length += text.length + separator.length
      if (length >= runSize) end()
      return start
    },
    end,
    text: (run) => {
      const known = read[run % maxRead]
      if (known?.run === run) return known.text
      const { block, from, to } = places[run] ?? { block: Buffer.alloc(0), from: 0, to: 0 }
      const text = block.toString('utf8', from, to)
      read[run % maxRead] = { run, text }
      return text
    },
  }
}

/** Keeps halves of a character beyond the first 65,536 at the edges of two texts apart. */
const separator = '\n'
const maxRead = 64

const tooMuchReferred =
  'Cells of this workbook repeat very long texts so often that they cannot be held in memory. Save the table of users as CSV and choose that.'
const tooMuch =
  'The texts of this workbook are too large to be held in memory. Save the table of users as CSV and choose that.'
