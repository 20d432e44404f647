import { bookCells, type ControlBook } from '../control-totals/control-book.ts'
import { type Chunk, newline, space } from '../file-bytes.ts'
import { type Head, maxLinesAbove } from '../head.ts'
import type { Layout } from '../layout.ts'
import { blanked } from './json-comments.ts'
import { parseJson } from './json-value.ts'

/*
 * JSON with other text around it: below lines that a tool printed, and in scripts that assign or insert plain data. Blanks replace the other text, so that
 * every record keeps its place; logins in it are booked as such.
 */

/** The first bytes of a content as they are read. `removed`: the text in place of which they have blanks. */
export type Overlay = { readonly bytes: Buffer; readonly removed: string }

/** The content with its first bytes replaced. */
export async function* withOverlay(chunks: AsyncIterable<Chunk>, { bytes }: Overlay): AsyncGenerator<Chunk> {
  let base = 0
  for await (const chunk of chunks) {
    if (chunk.kind === 'broken' || base >= bytes.length) yield chunk
    else yield { kind: 'bytes', bytes: withBytes(chunk.bytes, bytes.subarray(base)) }
    base += chunk.kind === 'bytes' ? chunk.bytes.length : 0
  }
}

function withBytes(own: Buffer, over: Buffer): Buffer {
  const first = over.subarray(0, own.length)
  return Buffer.concat([first, own.subarray(first.length)])
}

/** The layout of an overlaid content, with the logins of the removed text booked before its records. */
export function bookRemoved(layout: Layout, { removed }: Overlay): Layout {
  const booked = (book: ControlBook | undefined) =>
    book?.book({ kind: 'heading', name: null }, bookCells.count(book, [removed]), () => 0)
  return {
    ...layout,
    records: (chunks, wants, book) => {
      booked(book)
      return layout.records(chunks, wants, book)
    },
  }
}

/** JSON that begins in a line below others; null: none does. */
export function jsonBelow({ bytes }: Head): Overlay | null {
  let from = 0
  for (let line = 2; line <= maxLinesAbove + 1; line += 1) {
    from = bytes.indexOf(newline, from) + 1
    if (from === 0) return null
    if (!/^(?:\[\s*)?\{\s*["}]/.test(bytes.toString('latin1', from, from + 2000))) continue
    const above = bytes.toString('utf8', 0, from)
    return {
      bytes: Buffer.from(bytes.toString('latin1', 0, from).replaceAll(/[^\r\n]/g, ' '), 'latin1'),
      removed: above,
    }
  }
  return null
}

/** The code before data in a script: an assignment or an export with its name, or a call that inserts into a collection. */
const opening =
  /(?:(?:module\.)?exports(?:\.(\w{1,60}))? ?= ?|export default |(?:export )?(?:const|let|var) (\w{1,60})(?: ?: ?[\w<>[\], |]{1,100})? ?= ?|db\.(?:(\w{1,60})|getCollection\(["'](\w{1,60})["']\))\.insert(?:One|Many)?\()\s*(?=[[{])/y
const closing =
  /(?:\s{1,100}(?:as const|satisfies [\w<>[\]]{1,100})|,\s{0,100}\{[^{}]{0,200}\})?\s{0,100}(?:\)|;|(?=\s{0,100}(?:$|\n)))/y
/** Statements beside the data that say nothing of it. */
const beside =
  /(?:[\s;]+|["']use strict["']|import (?:type )?[^;\n]{1,200} from ["'][^"'\n]{1,200}["']|use[ (]["']?\w{1,60}["']?\)?|db ?= ?(?:db\.getSiblingDB|connect)\(["'][^"'\n]{1,200}["']\)|db\.createCollection\([^()]{0,200}\)|db\.\w{1,60}\.(?:drop\(\)|createIndex\([^()]{0,200}\)|deleteMany\(\{\}\))|(?:module\.exports ?= ?|export default )(?:\w{1,60}|\{[\w\s,]{1,200}\})(?=\s|;|$)|export \{[\w\s,]{1,200}\})/y

type Value = {
  readonly name: string
  readonly kind: 'list' | 'object'
  readonly opens: number
  readonly start: number
  readonly end: number
}

function isObject({ kind }: Value): boolean {
  return kind === 'object'
}

/** The data of a script that assigns or inserts nothing but literals, as JSON has them; null: it has code, or is none. */
export function dataOfScript({ bytes, whole }: Head): Overlay | null {
  if (!whole || /^\s*[[{]/.test(bytes.toString('latin1', 0, 100))) return null
  const code = blanked(bytes)
    .toString('latin1')
    .replace(/^\xEF\xBB\xBF/, '   ')
  const values = valuesIn(code)
  if (values === null || values.length === 0) return null
  if (!values.every(({ start, end }) => isData(code.slice(start, end)))) return null
  const over = Buffer.from(code.replaceAll(/[^\r\n]/g, ' '), 'latin1')
  for (const { start, end } of values) bytes.copy(over, start, start, end)
  const isOne = values.length === 1 || (values.every(isObject) && values.every(({ name }) => name === values[0]?.name))
  if (!isOne && !writeTables(over, values)) return null
  const removed = Buffer.from(bytes.map((byte, at) => (over[at] === byte ? space : byte)))
  return { bytes: over, removed: removed.toString('utf8') }
}

/**
 * Writes the names of collections before their values, as members of one object: `{"users":[` in place of `db.users.insertOne(`. Answers whether each
 * name has one list, or objects one after the other.
 */
function writeTables(over: Buffer, values: readonly Value[]): boolean {
  const names = new Set<string>()
  let [inside, before] = ['', '{']
  for (const value of values) {
    const { name, opens } = value
    const goesOn = inside === name && isObject(value)
    if (!goesOn && names.has(name)) return false
    names.add(name)
    over.write(goesOn ? ',' : `${before}"${name}":${isObject(value) ? '[' : ''}`, opens, 'latin1')
    inside = isObject(value) ? name : ''
    before = isObject(value) ? '],' : ','
  }
  const closing = inside === '' ? '}' : ']}'
  return over.write(closing, values.at(-1)?.end ?? 0, 'latin1') === closing.length
}

/** The literals of a script in their order; null: something else stands between them. */
function valuesIn(code: string): readonly Value[] | null {
  const values: Value[] = []
  const found = (pattern: RegExp, at: number) => {
    pattern.lastIndex = at
    return pattern.exec(code)
  }
  for (let at = 0; at < code.length;) {
    const passed = found(beside, at)
    if (passed !== null) {
      at += passed[0].length
      continue
    }
    const opens = found(opening, at)
    const start = at + (opens?.[0].length ?? 0)
    const end = opens === null ? null : endOfLiteral(code, start)
    const closes = end === null ? null : found(closing, end)
    if (opens === null || end === null || closes === null) return null
    const name = opens.slice(1).find((one) => one !== undefined) ?? 'exports'
    values.push({ name, kind: code[start] === '{' ? 'object' : 'list', opens: at, start, end })
    at = end + closes[0].length
  }
  return values
}

/** Texts in any quotation marks, also one without an end, and brackets. */
const part = /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\]|\\.)*`?|[[\]{}]/gs

/** The index behind a list or an object; null: its brackets do not close. */
function endOfLiteral(code: string, start: number): number | null {
  part.lastIndex = start
  let depth = 0
  for (let found = part.exec(code); found !== null; found = part.exec(code)) {
    const [token] = found
    depth += /^[[{]$/.test(token) ? 1 : /^[\]}]$/.test(token) ? -1 : 0
    if (depth === 0) return found.index + token.length
  }
  return null
}

/** Whether the elements of a list, or an object, are values that can be read without running the script. */
function isData(literal: string): boolean {
  return parseJson(`{list: ${literal}}`).kind === 'record'
}
