import type { CsvLayout } from './csv/csv-layout.ts'
import type { Parsed, ReadText } from './scan-records.ts'

/** Fast path for rows of a table that finds and parses them in one pass. */
export type RowShortcut = {
  /** The index after the row that begins at `from`; -1 if the tokenizer must handle this row. */
  readonly pass: (bytes: Buffer, from: number) => number
  /** Parses the row passed last, from `from` up to `end` of the same bytes. `start`: its position in the content. */
  readonly read: (bytes: Buffer, from: number, end: number, start: number) => Parsed | null
}

/** The attributes of an element, which can be asked for while `open` handles it. An object for each cell would cost more than its text. */
export type XmlAttributes = {
  readonly get: (name: string) => string | undefined
  readonly names: () => readonly string[]
}

/** SAX handlers. Names of elements have no namespace prefix. */
export type XmlHandlers = {
  readonly open: (name: string, attributes: XmlAttributes) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

/** Fast path for XML elements that finds and parses them in one pass. */
export type XmlShortcut = {
  readonly endTag: string
  /** The index after the element, or the blanks, at `from`; -1 if the parser must handle it; 0 if it is incomplete. */
  readonly pass: (text: string, from: number) => number
  /** Calls the handlers for the element passed last, as the parser would. `text`: the text that was given to `pass`. */
  readonly emit: (text: string, handlers: XmlHandlers) => void
}

/** Optional fast paths. Without them, a reader tokenizes each record to the same result. */
export type Shortcuts = {
  /** `read`: the full parser, for rows that the fast path cannot handle. */
  readonly csvRow?: (layout: CsvLayout, read: ReadText) => RowShortcut
  /** Fast path for elements of this name. */
  readonly xmlElement?: (name: string) => XmlShortcut
}
