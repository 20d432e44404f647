import type { CsvLayout } from './csv/csv-layout.ts'
import type { Parsed, ReadText } from './scan-records.ts'

/** Finds and reads rows of a table in one pass. */
export type RowShortcut = {
  /** The index behind the row that begins at `from`; -1: the row has to go through the tokenizer. */
  readonly pass: (bytes: Buffer, from: number) => number
  /** The parsed row that was passed last. `text`: that row, `bytes` long. */
  readonly read: (text: string, start: number, bytes: number) => Parsed | null
}

/** Handlers of the parts of some XML. Names come without their prefix. */
export type XmlHandlers = {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

/** Finds and reads elements of XML in one pass. */
export type XmlShortcut = {
  readonly endTag: string
  /** The index behind the element that begins at `from`, or behind blanks there; -1: it has to go through the parser; 0: it is not whole. */
  readonly pass: (text: string, from: number) => number
  /** Tells the handlers the parts of the element that was passed last, as the parser would. `text`: the one it was passed in. */
  readonly emit: (text: string, handlers: XmlHandlers) => void
}

/** Faster ways for records that allow them; a reader without them follows each record byte by byte, or by a parser, to the same result. */
export type Shortcuts = {
  /** `read`: the way without a shortcut. */
  readonly csvRow?: (layout: CsvLayout, read: ReadText) => RowShortcut
  /** For elements of this name. */
  readonly xmlElement?: (name: string) => XmlShortcut
}
