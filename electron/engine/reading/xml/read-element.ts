import sax from 'sax'
import { isCalled } from '../../../../shared/mapping/names/name-fit.ts'
import { fromBase64 } from '../from-base64.ts'
import { readRow } from '../named-rows.ts'
import type { Parsed } from '../scan-records.ts'
import { namedFields, ofCell, ofValue } from './xml-survey.ts'
import { localName } from './xml-tags.ts'

type Element = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

const bounds = { depth: 200, elements: 10_000 }

/**
 * Reads one element as a record: its attributes and the elements in it, each under its name. Entities of a document type are never expanded.
 * `columns`: the names of the values of a row without names of its own.
 */
export function readElement(text: string, columns: readonly string[] = []): Parsed {
  const root = parse(text)
  if (root === null) return { kind: 'unreadable', reason: damaged }
  if (root === 'long') return { kind: 'unreadable', reason: tooMany }
  decodeValues(root)
  if (columns.length > 0 && root.children.length > 0 && root.children.every(({ name }) => ofCell.test(name)))
    return readRow(
      columns,
      root.children.map((cell) => (/^(?:null|none)$/i.test(cell.name) ? null : valueOf(cell))),
      false,
    )
  const value = valueOf(root, true)
  const record = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { [root.name]: value }
  return { kind: 'record', value: { ...record } }
}

/** Decodes the texts of elements that say that they are in base64. */
function decodeValues(element: Element): void {
  const { attributes, children } = element
  for (const child of children) decodeValues(child)
  const saysBase64 = Object.entries(attributes).some(
    ([key, value]) => ofForm.test(localName(key)) && /(?:^|:)base64(?:binary)?$/i.test(value),
  )
  if (saysBase64) element.text = fromBase64(element.text.replaceAll(/\s/g, '')) ?? element.text
}

const damaged = 'This element is not valid XML. Correct this place and load the file again.'
const tooMany = 'This element has more than 10,000 elements in it, so it is not one user.'

/** Comments and texts as they are; any other declaration has no place in an element, and the parser takes for ever over a long one. */
const declarations = /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<!/g

function parse(text: string): Element | 'long' | null {
  if (text.includes('<!') && text.match(declarations)?.includes('<!') === true) return null
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let elements = 0
  let isFaulty = false
  const parser = Object.assign(sax.parser(true, { position: false }), {
    onopentag: ({ name, attributes }: { readonly name: string; readonly attributes: Element['attributes'] }) => {
      elements += 1
      const element = { name: safeName(localName(name)), attributes, children: [], text: '' }
      if (elements <= bounds.elements) open.at(-1)?.children.push(element)
      open.push(element)
      if (open.length > bounds.depth) elements = bounds.elements + 1
    },
    onclosetag: () => open.pop(),
    ontext: (piece: string) => addText(open, piece),
    oncdata: (piece: string) => addText(open, piece),
    onerror: () => {
      isFaulty = true
    },
  })
  try {
    parser.write(text).close()
  } catch {
    isFaulty = true
  }
  if (isFaulty) return null
  return elements > bounds.elements ? 'long' : (root.children[0] ?? null)
}

function addText(open: readonly Element[], piece: string): void {
  const element = open.at(-1)
  if (element !== undefined) element.text += piece
}

function safeName(name: string): string {
  return name === '__proto__' ? '(__proto__)' : name
}

const ofNamespace = /^(?:xmlns(?::.*)?|xml:.*|xsi:.*|(?:\w+:)?(?:nil|null))$/i
/** Attributes about the form of a value, which are none themselves. */
const ofForm = /^(?:type|size|length|format|encoding|datatype|class)$/i

/** A text, nothing, or an object of what is in the element. */
function valueOf(element: Element, isRecord = false): unknown {
  const { attributes, children, name } = element
  const text = element.text.trim()
  if (isNothing(attributes)) return null
  const own = ownAttributes(element, children.length === 0 && !isRecord)
  if (children.length === 0 && own.length === 0) return text
  if (own.length === 0 && text === '' && isList(element)) return children.map((child) => valueOf(child))
  const members = new Map<string, unknown>()
  for (const [key, value] of own) members.set(safeName(localName(key)), value)
  const keys = children.map(keyOf)
  for (const [at, child] of children.entries()) {
    const key = keys[at] ?? child.name
    const named = key === child.name ? child : withoutKey(child)
    const isAlone = keys.indexOf(key) === at && keys.lastIndexOf(key) === at
    const attributesOf =
      isAlone && named.children.length === 0 && named.text.trim() !== '' ? ownAttributes(named, true) : []
    if (attributesOf.length > 0 && !members.has(key) && !isNothing(named.attributes)) {
      members.set(key, named.text.trim())
      for (const [name, value] of attributesOf) members.set(`${key}.${localName(name)}`, value)
      continue
    }
    const value = valueOf(named)
    const before = members.get(key)
    if (!members.has(key)) members.set(key, value)
    else members.set(key, Array.isArray(before) ? [...before, value] : [before, value])
  }
  if (text !== '') members.set(members.has(name) ? 'text' : name, text)
  const [[only, value] = ['', null]] = members
  // `<attr name="mail"><value>…</value></attr>`
  return members.size === 1 && ofValue.test(only) && own.length === 0 ? value : Object.fromEntries(members)
}

/** The attributes that say something themselves. `isValue`: the element is one value, of which some attributes say the form. */
function ownAttributes({ attributes }: Element, isValue: boolean): readonly (readonly [string, string])[] {
  return Object.entries(attributes).filter(([key]) => !ofNamespace.test(key) && !(isValue && ofForm.test(key)))
}

/** Whether an element is called after what it holds: `<roles><role>…</role></roles>`. */
function isList({ name, children }: Element): boolean {
  const [first] = children
  return (
    first !== undefined &&
    children.every((child) => child.name === first.name) &&
    name.length > first.name.length &&
    name.toLowerCase().startsWith(first.name.toLowerCase().slice(0, -1))
  )
}

function isNothing(attributes: Element['attributes']): boolean {
  return Object.entries(attributes).some(([key, value]) => /^(?:\w+:)?(?:nil|null)$/i.test(key) && value === 'true')
}

const keys = ['name', 'Name', 'field', 'key', 'property']

/** The name of a member: that of its element, or what its element says, `<column name="email">`, `<contact type="mail">`. */
function keyOf(element: Element): string {
  const { name, attributes } = element
  const type = attributes['type'] ?? ''
  if (saysContact(type) && !saysContact(name)) return `${name}.${type}`
  const key =
    namedFields.test(name) && !isEntry(element) ? keys.find((one) => Object.hasOwn(attributes, one)) : undefined
  const named = key === undefined ? '' : (attributes[key] ?? '').trim()
  return named === '' ? name : safeName(named)
}

/** Whether a name is one of an email address or a phone number. */
function saysContact(name: string): boolean {
  return (['email', 'phone'] as const).some((contact) => isCalled(contact, name))
}

/** Whether an element has several values in its attributes and nothing else, as the entry of a list: `<item id="1" name="Ann"/>`. */
function isEntry({ attributes, children, text }: Element): boolean {
  const others = Object.keys(attributes).filter(
    (key) => !keys.includes(key) && !ofNamespace.test(key) && !ofForm.test(key),
  )
  return children.length === 0 && text.trim() === '' && others.some((key) => !ofValue.test(key))
}

function withoutKey(element: Element): Element {
  const rest = Object.entries(element.attributes).filter(([key]) => !keys.includes(key))
  return { ...element, attributes: Object.fromEntries(rest) }
}
