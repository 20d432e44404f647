import type { CsvLayout } from './csv-layout.ts'
import type { Parsed, ReadText } from './scan-records.ts'

/** Finds and reads rows of a table in one pass. */
export type RowShortcut = {
  /** The index behind the row that begins at `from`; -1: the row has to go through the tokenizer. */
  readonly pass: (bytes: Buffer, from: number) => number
  /** What the row is that was passed last. `text`: that row, of so many bytes. */
  readonly read: (text: string, start: number, bytes: number) => Parsed | null
}

/** Faster ways for records that allow them; a reader without them follows each record byte by byte, to the same result. */
export type Shortcuts = {
  /** `read`: the way without a shortcut. */
  readonly csvRow?: (layout: CsvLayout, read: ReadText) => RowShortcut
}
