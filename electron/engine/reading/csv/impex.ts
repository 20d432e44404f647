import { mentionsPeople } from '../../../../shared/mapping/names/people-names.ts'
import { splitCells } from './csv-cells.ts'
import { uniqueNames } from './csv-layout.ts'
import { rowScanner } from './csv-records.ts'
import type { Chunk } from '../file-bytes.ts'
import type { RawRecord } from '../raw-record.ts'
import { type Parsed, type ScanOptions, scanRecords } from '../scan-records.ts'

/*
 * ImpEx of SAP Commerce: blocks of rows, each below a line with what to do, the type of the rows and their columns, `INSERT_UPDATE Customer;uid;name`. A row
 * begins with a semicolon, or with a subtype before it.
 */

const heading = /^\s*(INSERT_UPDATE|INSERT|UPDATE|REMOVE)\s+([\w.]+)\s*(?:\[[^\]]*\]\s*)*$/i

/** Lines that are neither rows nor headings: comments, scripts between quotation marks, and macros that stand for a text. */
const isNoRow = (text: string) => /^\s*(?:#|"#%|\$[\w-]+\s*=)/.test(text)

/** Whether the beginning of a text is ImpEx. */
export function isImpex(text: string): boolean {
  const first = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n|\r/, maxAbove)
    .find((line) => line.trim() !== '' && !isNoRow(line))
  return first !== undefined && first.includes(';') && heading.test(first.split(';', 1)[0] ?? '')
}

/** Lines of comments and macros that may stand above the first heading. */
const maxAbove = 200

type Block = { readonly verb: string; readonly type: string; readonly names: readonly string[] }

/** Reads the rows of ImpEx, each as a record of the table of its type. */
export function impexRecords(
  chunks: AsyncIterable<Chunk>,
  options: ScanOptions = {},
): AsyncGenerator<readonly RawRecord[]> {
  let block: Block | null = null
  const macros = new Map<string, string>()
  const read = (text: string): Parsed | null => {
    const [, macro, meaning] = /^\s*(\$[\w-]+)\s*=(.*)/.exec(text) ?? []
    if (macro !== undefined) macros.set(macro, (meaning ?? '').trim())
    if (isNoRow(text)) return null
    const split = splitCells(text, ';')
    if (split === null) return { kind: 'unreadable', reason: unbalanced }
    const cells = split.map((cell) => macros.get(cell.trim()) ?? cell)
    const [, verb, type] = heading.exec(cells[0] ?? '') ?? []
    if (verb !== undefined && type !== undefined) {
      block = { verb: verb.toUpperCase(), type, names: uniqueNames(cells.slice(1)) }
      return null
    }
    return block === null ? { kind: 'unreadable', reason: withoutHeading } : rowOf(block, cells)
  }
  return scanRecords(chunks, rowScanner({ delimiter: ';', columns: 2 }), read, options)
}

function rowOf({ verb, type, names }: Block, [first = '', ...cells]: readonly string[]): Parsed {
  if (/^(?:UPDATE|REMOVE)$/.test(verb) && mentionsPeople(type))
    return { kind: 'unreadable', statement: 'unapplied-change', reason: changes }
  if (cells.slice(names.length).some((cell) => cell.trim() !== '')) return { kind: 'unreadable', reason: tooMany }
  const subtype = first.trim() === '' ? {} : { itemtype: first.trim() }
  const value = Object.fromEntries(names.map((name, at) => [name, cells[at]?.trim() ?? '']))
  return { kind: 'record', value: { ...value, ...subtype }, table: type }
}

const unbalanced = 'The quotation marks of this row are unbalanced.'
const withoutHeading =
  'No line above this row says what it is, such as INSERT_UPDATE Customer;uid;name. Export the users with the headings of ImpEx.'
const tooMany =
  'This row has more values than the heading above it has columns. Is a value with a semicolon in it not quoted?'
const changes =
  'This row changes or removes an entry (UPDATE, REMOVE), which only SAP Commerce can apply. Import the file there, and export the users again.'
