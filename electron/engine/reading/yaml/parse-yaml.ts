import { readTemplate } from './template.ts'
import { FAILSAFE_SCHEMA, loadAll, Type, types, YAMLException } from 'js-yaml'
import { isObject } from '../../../../shared/json.ts'

/** The documents of a YAML text, or why it cannot be parsed. `places`, `ends`: where each list and object begins and ends, as indexes in the text. */
export type YamlText =
  | {
      readonly kind: 'documents'
      readonly documents: readonly unknown[]
      readonly places: WeakMap<object, number>
      readonly ends: WeakMap<object, number>
      /** Some documents are files within another one. */
      readonly hasEmbedded?: true
    }
  /** `isTwice`: an object has two members of one name. */
  | { readonly kind: 'fault'; readonly at: number; readonly reason: string; readonly isTwice?: true }

const kinds = ['scalar', 'sequence', 'mapping'] as const

/** Accepts tags of other programs, such as `!vault`, and keeps the value, unless it is an object of Ruby that stands for another one. */
const anyTag = kinds.flatMap((kind) =>
  ['!', 'tag:'].map((tag) => new Type(tag, { kind, multi: true, construct: (data, of) => ofRuby(data ?? '', of) })),
)

/** Keeps every value except booleans and null as text, so that ids and phone numbers keep their zeros, signs and digits. */
const schema = FAILSAFE_SCHEMA.extend({
  implicit: [types.null, types.bool, types.merge],
  explicit: [types.binary, ...anyTag],
})

const alias = /^\s*\*/
/** Characters between a key and its alias. */
const maxBlanks = 200

const bounds = { maxDepth: 200, maxTotalMergeKeys: 2_000_000 }

/** Parses a whole text, YAML or properties. The parser's own messages are not passed on, because they quote the text. */
export function parseYaml(text: string): YamlText {
  const places = new WeakMap<object, number>()
  const ends = new WeakMap<object, number>()
  const properties = readProperties(text)
  if (properties !== null) return { kind: 'documents', documents: [properties], places, ends }
  const open: number[] = []
  try {
    const documents = loadAll(text, null, {
      ...bounds,
      schema,
      listener: (event, { position, result }) => {
        if (event === 'open') open.push(position)
        else {
          const at = open.pop() ?? 0
          if (typeof result !== 'object' || result === null || places.has(result)) return
          // An alias resolves to an object that has its place elsewhere.
          if (alias.test(text.slice(at, at + maxBlanks))) return
          places.set(result, at)
          ends.set(result, position)
        }
      },
    })
    if (symbolKey.test(text)) nameBySymbols(documents, new Set())
    return { kind: 'documents', documents, places, ends }
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const plain = withStandIns(text)
    const again = plain === text ? null : parseYaml(plain)
    if (again?.kind === 'documents') return withReservedAgain(again)
    const twice = error.reason.startsWith('duplicated mapping key') ? ({ isTwice: true } as const) : {}
    const at = Math.min(error.mark?.position ?? 0, text.length)
    return { kind: 'fault', at, reason: reasonOf(error.reason), ...twice }
  }
}

/**
 * Characters that YAML reserves at the beginning of a value, and that Symfony accepted there until its version 3: `role: @admin`, `%kernel.secret%`.
 * Each is parsed as a character of no text, so that all places stay.
 */
const reserved = /(?<=(?:[:,[]|^[ \t]*-)[ \t]{1,20}|\[)[@%`](?=[^\s,\]])/gm
const standIns = ['\uFDD0', '\uFDD1', '\uFDD2']
const ofStandIns = new Map(['@', '%', '`'].map((char, at) => [char, standIns[at] ?? char]))

function withStandIns(text: string): string {
  return standIns.some((one) => text.includes(one))
    ? text
    : text.replaceAll(reserved, (char) => ofStandIns.get(char) ?? char)
}

/** Writes the reserved characters into all texts again. */
function withReservedAgain(parsed: Extract<YamlText, { kind: 'documents' }>): YamlText {
  const chars = new Map([...ofStandIns].map(([char, standIn]) => [standIn, char]))
  const seen = new Set<object>()
  const written = (value: unknown): unknown => {
    if (typeof value === 'string')
      return chars.has(value[0] ?? '') ? `${chars.get(value[0] ?? '')}${value.slice(1)}` : value
    if (typeof value !== 'object' || value === null || seen.has(value)) return value
    seen.add(value)
    for (const [name, member] of Object.entries(value)) Reflect.set(value, name, written(member))
    return value
  }
  return { ...parsed, documents: parsed.documents.map(written) }
}

/** A key that is a symbol of Ruby: `:email: ann@acme.example`. */
const symbolKey = /^[ \t]*(?:- +)*:[A-Za-z]\w*[?!]?:(?:\s|$)/m

/** Names the members of all objects by their symbols without the colon; the objects stay those whose places are known. */
function nameBySymbols(value: unknown, seen: Set<object>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  for (const member of Object.values(value)) nameBySymbols(member, seen)
  if (Array.isArray(value)) return
  const members = Object.entries(value).map(([name, member]) => [name.replace(/^:(?=[A-Za-z])/, ''), member] as const)
  if (new Set(members.map(([name]) => name)).size < members.length) return
  for (const name of Object.keys(value)) Reflect.deleteProperty(value, name)
  for (const [name, member] of members) Reflect.set(value, name, member)
}

/** The values of properties by their keys, `key=value` on each line; null if the text is something else. No YAML has nothing but such lines. */
function readProperties(text: string): object | null {
  const pairs: [string, string][] = []
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    if (/^\s*(?:[#!]|$)/.test(line)) continue
    const [, name = '', value = ''] = pair.exec(line) ?? []
    if (name === '') return null
    pairs.push([plainProperty(name), plainProperty(value.trim())])
  }
  return pairs.length === 0 ? null : Object.fromEntries(pairs)
}

/** The name stands before the first `=`; a colon in it has a backslash before it (java.util.Properties). */
const pair = /^\s*((?:[^\s:=\\]|\\.)+)\s*=(.*)$/

function plainProperty(text: string): string {
  return text.replaceAll(/\\([=:#! \\])/g, '$1')
}

const faults: readonly (readonly [RegExp, string])[] = [
  [/^duplicated mapping key/, 'A name comes twice in one object here, so it is not clear which value counts.'],
  [/maxDepth/, 'More than 200 lists and objects are nested here, so this is not a user.'],
  [/merge/i, 'Merged objects ("<<") make this file too large.'],
  [/unidentified alias/, 'This alias refers to something that is not in the file. Part of the file may be missing.'],
  [/tab/i, 'YAML does not allow a tab here. Use spaces.'],
  [/indent/, 'The lines are not indented alike from here on.'],
  [/unexpected end/, 'The file ends within a value: it was cut.'],
]

function reasonOf(reason: string): string {
  return faults.find(([is]) => is.test(reason))?.[1] ?? 'This is not valid YAML.'
}

/** Limit on the lines that are examined. */
const maxLines = 400
const cutLength = 100_000

const key =
  /^(?::(?=[A-Za-z]))?(?:"[^"]{1,200}" ?|'[^']{1,200}' ?|[^\s\-#,;|:"'{}[\]&*!%@`](?:[^,;|:\t]|::(?=[A-Za-z_])){0,200}):(?:\s|$)/

/** An element that is an object, a list, or either of them with a tag. */
const isContainer = /^-\s+(?:[{&!]|-\s|\[[^\]]*(?:\]\s*)?$)/

/**
 * Whether a text is YAML: every line without indentation begins with a key, a dash or a document marker, and there is a list of objects,
 * an indented line or a second key.
 */
export function isYaml(text: string): boolean {
  const lines = (readTemplate(text)?.text ?? text)
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/, maxLines)
    .filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'))
  // The last line of a long head may be incomplete.
  if (text.length > cutLength && lines.length < maxLines) lines.pop()
  const top = lines.filter((line) => !/^[ \t]/.test(line))
  const marks = top.filter((line) => /^(?:---|\.\.\.)(?:\s|$)|^%YAML\s/.test(line)).length
  const items = top.filter((line) => /^-\s+\S/.test(line))
  const keys = top.filter((line) => key.test(line)).length
  const dashes = top.filter((line) => /^-(?:\s|$)/.test(line)).length
  if (top.length === 0 || marks + dashes + keys < top.length) return false
  const isList = items.some((line) => key.test(line.replace(/^-\s+/, '')) || isContainer.test(line))
  const hasIndented = lines.length > top.length && (keys > 0 || dashes > 0)
  return (
    isList ||
    hasIndented ||
    keys >= 2 ||
    (marks > 0 && keys > 0) ||
    top.some((line) => isFlowMember.test(line) || isFlowValues.test(line))
  )
}

/** A key whose value is a list of objects, or an object, on the same line: `users: [{name: ann}, …`. */
const isFlowMember =
  /^(?:"[^"]{1,200}"|'[^']{1,200}'|[^\s"':,;|]{1,200}):[ \t]+(?:\[\s*)?\{\s*["']?[^\s"'{}[\],:]{1,100}["']?\s?:\s/

/** A key whose value is a list of values on the same line: `users: [ann@acme.example, ben@acme.example]`. */
const isFlowValues = /^(?:"[^"]{1,200}"|'[^']{1,200}'|[^\s"':,;|]{1,200}):[ \t]+\[[^[\]{}]{1,10000}\][ \t]*(?:#.*)?$/

/** Whether a text is YAML that begins with the first object of a list, which no other form does. */
export function isYamlList(text: string): boolean {
  const [first = ''] = text.split(/\r\n|\n|\r/, maxLines).filter((line) => !/^(?:\uFEFF|---|\s*#|\s*$)/.test(line))
  return /^- +/.test(first) && key.test(first.replace(/^- +/, '')) && isYaml(text)
}

/**
 * Whether a text in braces is YAML: its first name has no quotation marks, no value is a call, as shells of MongoDB print it, and no object
 * follows another on a line of its own without a comma. A list of objects is YAML if a value is a word without quotation marks, as no other
 * form has it.
 */
export function isFlowYaml(text: string): boolean {
  const start = text.slice(0, 4000)
  if (/\}[ \t]{0,100}\r?\n\s{0,100}\{/.test(start)) return false
  if (flowList.test(start)) return true
  return /^[\uFEFF\s]*\{\s*[A-Za-z_][\w.@-]{0,100}\s?:\s/.test(start) && !/:\s?[A-Z]\w{1,20}\(/.test(start)
}

const flowList =
  /^[\uFEFF\s]*\[\s*\{\s*[A-Za-z_][^{}"'[\]()]{0,500}?:\s(?!\s*(?:true|false|null|undefined|NaN)\b)\s*[A-Za-z_][^"'{}[\](),]{0,200}[,}]/

/** The value of an object with a tag: the text, the time, the hash or the record of a database that it stands for; any other stays as it is. */
function ofRuby(value: unknown, tag: string): unknown {
  if (!isObject(value) || !ofPsych.test(tag)) return value
  const [text, ...others] = Object.entries(value).filter(([name]) => !name.startsWith('@'))
  if (ofText.test(tag) && text !== undefined && others.length === 0 && nameOfText.test(text[0])) return text[1]
  if (tag.endsWith('::TimeWithZone')) return value['utc'] ?? value['time'] ?? value
  if (tag.includes('-with-ivars')) return value['elements'] ?? value
  return recordOf(value)
}

const ofPsych = /^(?:!(?:ruby\/|str:)|tag:ruby\.yaml\.org,)/
/** Tags of texts and of passwords, which are texts. */
const ofText = /^(?:!(?:ruby\/string|str)(?::|$)|tag:ruby\.yaml\.org,\d{4}:string(?::|$)|!ruby\/object:\S*Password$)/
const nameOfText = /^(?:str|=|value|__string__)$/

/** A record of Active Record with its columns as its own members: they are in `attributes`, or each with its name in a list. */
function recordOf(value: Readonly<Record<string, unknown>>): object {
  const { attributes, concise_attributes: listed, ...rest } = value
  const columns = isObject(attributes) ? attributes : columnsIn(listed)
  const isApart = columns !== null && !Object.keys(columns).some((name) => name in rest)
  return isApart ? { ...rest, ...columns } : value
}

function columnsIn(list: unknown): object | null {
  if (!Array.isArray(list)) return null
  const columns = list.flatMap((one: unknown): [string, unknown][] =>
    isObject(one) && typeof one['name'] === 'string' ? [[one['name'], columnValue(one)]] : [],
  )
  return columns.length === list.length ? Object.fromEntries(columns) : null
}

/** Its value as the database has it, or as the program set it. */
function columnValue(column: Readonly<Record<string, unknown>>): unknown {
  return column['value_before_type_cast'] ?? column['value'] ?? null
}
