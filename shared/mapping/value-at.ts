import { booleanOf, textOf } from './cell.ts'
import { beginsSerialized, readSerialized } from './serialized-text.ts'

/** Lists of pairs that stand for an object, e.g. `[{"Name": "email", "Value": "..."}]`: the fields of name and value. */
const pairFields = [
  ['Name', 'Value'],
  ['name', 'value'],
  ['key', 'value'],
  ['meta_key', 'meta_value'],
  ['Type', 'Value'],
] as const

/**
 * The value at a path: `email`, `profile.contact.email`, `identities[0].provider`, `factors[type=totp].key` of the first element with
 * that type, `emails[verified].email` of the first that is verified, else of the first. A field whose own name has dots is found too; JSON inside a text is looked into; a list of name and value pairs is read like an object. Undefined when
 * there is nothing.
 */
export function valueAt(value: unknown, path: string): unknown {
  const container = typeof value === 'string' ? readEmbedded(value) : value
  if (typeof container !== 'object' || container === null) return undefined
  if (Array.isArray(container)) return inList(container, path)
  if (Object.hasOwn(container, path)) return memberOf(container, path)
  const outer = outerOf(container, path)
  return outer === null ? undefined : valueAt(memberOf(container, outer[0]), outer[1])
}

/** The longest name of a member that a path begins with, and the path inside of that; null: no member has such a name. */
function outerOf(container: object, path: string): readonly [name: string, rest: string] | null {
  for (let at = path.length - 1; at > 0; at -= 1) {
    const ends = path[at]
    if (ends !== '.' && ends !== '[') continue
    const name = path.slice(0, at)
    if (Object.hasOwn(container, name)) return [name, path.slice(ends === '.' ? at + 1 : at)]
  }
  return null
}

/** The record with another value at a path, as `valueAt` finds it; the same record where there is none. */
export function withValueAt(
  record: Readonly<Record<string, unknown>>,
  path: string,
  value: unknown,
): Readonly<Record<string, unknown>> {
  const split = Object.hasOwn(record, path) ? ([path, ''] as const) : outerOf(record, path)
  return split === null ? record : { ...record, [split[0]]: replaced(Reflect.get(record, split[0]), split[1], value) }
}

/** `path`: empty for the value itself. */
function replaced(before: unknown, path: string, value: unknown): unknown {
  if (path === '') return value
  if (typeof before === 'string') {
    const inside = readEmbedded(before)
    return inside === null ? before : JSON.stringify(replaced(inside, path, value))
  }
  if (Array.isArray(before)) return inListReplaced(before, path, value)
  return typeof before === 'object' && before !== null ? withValueAt({ ...before }, path, value) : before
}

function inListReplaced(list: readonly unknown[], path: string, value: unknown): readonly unknown[] {
  const step = stepOf(list, path)
  if (step !== null) {
    const at = list.indexOf(step.element)
    return list.map((one, index) => (index === at ? replaced(one, step.rest, value) : one))
  }
  const fields = pairFieldsOf(list)
  if (fields === undefined) return list
  const [name, held] = fields
  return list.map((pair) => (has(pair, name) && memberOf(pair, name) === path ? { ...pair, [held]: value } : pair))
}

/** `valueAt` for one path and many objects: a plain name, as nearly all paths are, is looked up at once. */
export function readerOf(path: string): (record: Readonly<Record<string, unknown>>) => unknown {
  return isPlainName(path) ? (record) => record[path] : (record) => valueAt(record, path)
}

/** Names a field of the record itself, and nothing inside of one. */
export function isPlainName(path: string): boolean {
  return !/[.[]/.test(path) && !(path in Object.prototype)
}

/**
 * The object or list that a text holds as JSON, also with every quotation mark escaped once too often, or as PHP or PostgreSQL write it
 * (`serialized-text.ts`); null otherwise.
 */
export function readEmbedded(text: string): object | null {
  const bare = text.trim()
  const isJson = beginsJson.test(bare)
  if (!isJson && !beginsSerialized(bare)) return null
  for (const { text, inside } of last) if (text === bare) return inside
  const inside = isJson ? parseEmbedded(bare) : readSerialized(bare)
  last.unshift({ text: bare, inside })
  if (last.length > maxLast) last.pop()
  return inside
}

/** The same of JSON alone. */
export function readEmbeddedJson(text: string): object | null {
  return beginsJson.test(text.trim()) ? readEmbedded(text) : null
}

/** A scheme such as `{SSHA}` is told at once: to let the parser fail takes a hundred times as long. */
const beginsJson = /^(?:\[|\{\s*["}\\])/

/** Several paths lead into the same text one after the other, and many users have the same one. */
const last: { readonly text: string; readonly inside: object | null }[] = []
const maxLast = 4

function parseEmbedded(bare: string): object | null {
  for (const json of [bare, bare.replaceAll('\\"', '"')]) {
    try {
      const value: unknown = JSON.parse(json)
      if (typeof value === 'object' && value !== null) return value
    } catch {
      // Not JSON in this reading.
    }
  }
  return null
}

/** The pairs of a list that stands for an object; null when it does not. */
export function pairsOf(list: readonly unknown[]): readonly (readonly [string, unknown])[] | null {
  const fields = pairFieldsOf(list)
  if (fields === undefined) return null
  return list.flatMap((pair) => {
    const name = has(pair, fields[0]) ? memberOf(pair, fields[0]) : undefined
    return typeof name === 'string' && has(pair, fields[1]) ? [[name, memberOf(pair, fields[1])] as const] : []
  })
}

function pairFieldsOf([first]: readonly unknown[]) {
  return pairFields.find(([name, value]) => hasText(first, name) && has(first, value))
}

function inList(list: readonly unknown[], path: string): unknown {
  const step = stepOf(list, path)
  if (step === null) {
    const pairs = pairsOf(list)
    return pairs === null ? undefined : valueAt(Object.fromEntries(pairs), path)
  }
  return step.rest === '' ? step.element : valueAt(step.element, step.rest)
}

/** The element that a path begins with, and the path inside of it; null: the path begins with none. */
function stepOf(list: readonly unknown[], path: string): { readonly element: unknown; readonly rest: string } | null {
  const step = /^\[(?:(\d{1,6})|([A-Za-z]\w{0,60})(?:=([^\]]{1,60}))?)\]\.?/.exec(path)
  if (step === null) return null
  const [matched, index, name = '', is] = step
  return {
    element: index === undefined ? elementWith(list, name, is) : list[Number(index)],
    rest: path.slice(matched.length),
  }
}

/** The first element whose member is this; without `is`, the first whose member says yes, else the first of all. */
function elementWith(list: readonly unknown[], name: string, is: string | undefined): unknown {
  const memberIn = (one: unknown) => (has(one, name) ? memberOf(one, name) : undefined)
  if (is !== undefined) return list.find((one) => textOf(memberIn(one)) === is)
  return list.find((one) => booleanOf(memberIn(one)) === true) ?? list[0]
}

function has(value: unknown, name: string): value is object {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
}

function hasText(value: unknown, name: string): boolean {
  return has(value, name) && typeof memberOf(value, name) === 'string'
}

function memberOf(value: object, name: string): unknown {
  return Reflect.get(value, name)
}

/** The value in a text that holds JSON; any other value as it is. */
export function insideOf(value: unknown): unknown {
  return typeof value === 'string' ? (readEmbedded(value) ?? value) : value
}

/** The words of an array of PostgreSQL, `{active,banned}`, or of a set of MySQL, `active,banned`; null: the cell holds something else. */
export function wordsInCell(text: string): readonly string[] | null {
  if (!text.includes(',') && !text.startsWith('{')) return null
  const [, inside] = /^\{("?[a-z][\w-]*"?(?:,"?[a-z][\w-]*"?)*)\}$/i.exec(text) ?? [null, text]
  const words = (inside ?? '').split(',').map((word) => word.replace(/^"(.*)"$/, '$1'))
  return words.every((word) => /^[a-z][\w-]{1,40}$/i.test(word)) ? words : null
}
