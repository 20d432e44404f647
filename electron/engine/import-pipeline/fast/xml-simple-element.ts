import type { XmlAttributes, XmlHandlers, XmlShortcut } from '../../reading/shortcuts.ts'

/**
 * Tokenizes an element of XML as spreadsheet programs write rows and shared texts, in one pass: tags with names of letters,
 * attributes in double quotes without an entity, texts with the five entities of XML. An element with anything else (comments,
 * CDATA, prefixes, character references, tags that do not match) goes through the parser.
 */
export function createSimpleElement(name: string): XmlShortcut {
  // Filled anew for each element, so that tokens cost no objects: kind, start and end; behind a tag the ends of its attributes.
  const tokens: number[] = []
  const names: number[] = []
  let used = 0
  const add = (kind: number, start: number, end: number) => {
    tokens[used] = kind
    tokens[used + 1] = start
    tokens[used + 2] = end
    used += 3
  }

  /** The characters of the text that was passed last, which are read faster from a list of numbers; a zero ends them. */
  let codes = new Uint16Array(0)
  let written = ''
  const write = (text: string) => {
    if (codes.length <= text.length) codes = new Uint16Array(text.length * 2 + 1)
    Buffer.from(codes.buffer).write(text, 'utf16le')
    codes[text.length] = 0
    written = text
  }

  const pass = (text: string, from: number): number => {
    if (text !== written) write(text)
    let depth = 0
    let at = from
    used = 0
    do {
      const end = endOfText(text, codes, at, depth === 0)
      if (end === -1 || end === text.length) return end === -1 ? -1 : 0
      if (end > at) add(isText, at, end)
      const isClosing = codes[end + 1] === slash
      const start = end + (isClosing ? 2 : 1)
      at = endOfName(codes, start)
      if (at === start) return stopped(text, at)
      if (isClosing) {
        if (depth === 0) return -1
        const opened = names[depth - 1] ?? 0
        if (codes[at] !== greater) return stopped(text, at)
        if (!isSame(codes, opened, start, at - start) || isLetter(codes[opened + at - start])) return -1
        depth -= 1
        add(isClose, start, at)
        at += 1
        continue
      }
      if (depth === 0 && text.slice(start, at) !== name) return stopped(text, at)
      add(isOpen, start, at)
      while (codes[at] === blank) {
        const equals = endOfAttributeName(codes, at + 1)
        if (equals === at + 1 || codes[equals] !== equalsSign) return stopped(text, equals)
        if (codes[equals + 1] !== quote) return stopped(text, equals + 1)
        const close = endOfValue(codes, equals + 2)
        if (codes[close] !== quote) return stopped(text, close)
        add(isAttribute, at + 1, equals)
        add(isAttribute, equals + 2, close)
        at = close + 1
      }
      const isEmpty = codes[at] === slash
      if (isEmpty) at += 1
      if (codes[at] !== greater) return stopped(text, at)
      at += 1
      if (isEmpty) add(isClose, start, start)
      else {
        names[depth] = start
        depth += 1
      }
    } while (depth > 0)
    return at
  }

  /** Where the attributes of the element that is opened begin, and their text. */
  let ofOpened = 0
  let around = ''
  const attributes: XmlAttributes = {
    // The parser takes the first of two that have the same name.
    get: (name) => {
      for (let at = ofOpened; tokens[at] === isAttribute; at += 6)
        if (isNamed(codes, tokens[at + 1] ?? 0, tokens[at + 2] ?? 0, name))
          return around.slice(tokens[at + 4], tokens[at + 5])
      return undefined
    },
    names: () => {
      const names: string[] = []
      for (let at = ofOpened; tokens[at] === isAttribute; at += 6)
        names.push(around.slice(tokens[at + 1], tokens[at + 2]))
      return names
    },
  }
  const opened: string[] = []

  const emit = (text: string, { open, close, text: onText }: XmlHandlers): void => {
    around = text
    opened.length = 0
    for (let at = 0; at < used; at += 3) {
      const piece = text.slice(tokens[at + 1], tokens[at + 2])
      if (tokens[at] === isText) onText?.(piece.includes('&') ? withoutEntities(piece) : piece)
      else if (tokens[at] === isClose) close?.(opened.pop() ?? '')
      else {
        ofOpened = at + 3
        while (tokens[at + 3] === isAttribute) at += 6
        opened.push(piece)
        open(piece, attributes)
      }
    }
  }
  return { endTag: `</${name}>`, pass, emit }
}

const [isText, isOpen, isAttribute, isClose] = [0, 1, 2, 3]
const [slash, greater, less, blank, equalsSign, quote, ampersand, colon] = [47, 62, 60, 32, 61, 34, 38, 58]

/** The result of `pass` where the text does not continue as expected. */
function stopped(text: string, at: number): number {
  return at >= text.length ? 0 : -1
}

/** The index of the next `<`; that of the end where the text may go on; -1: something unusual comes before. */
function endOfText(text: string, codes: Uint16Array, from: number, isBlank: boolean): number {
  for (let at = from; at < text.length; at += 1) {
    const code = codes[at]
    if (code === less) return at
    if (isBlank && code !== blank && code !== 9 && code !== 10 && code !== 13) return -1
    if (code === ampersand && !entities.some((entity) => text.startsWith(entity, at))) {
      return at + maxEntity >= text.length ? text.length : -1
    }
  }
  return text.length
}

function endOfName(codes: Uint16Array, from: number): number {
  let at = from
  while (isLetter(codes[at])) at += 1
  return at
}

/** Names of attributes may have a prefix and digits. */
function endOfAttributeName(codes: Uint16Array, from: number): number {
  let at = endOfName(codes, from)
  if (at === from) return from
  for (let code = codes[at] ?? 0; isLetter(code) || code === colon || (code >= 48 && code <= 57);) {
    at += 1
    code = codes[at] ?? 0
  }
  return at
}

/** The index of what ends the value of an attribute, or of the zero at the end. */
function endOfValue(codes: Uint16Array, from: number): number {
  let at = from
  for (let code = codes[at] ?? 0; code !== 0 && code !== quote && code !== ampersand && code !== less;) {
    at += 1
    code = codes[at] ?? 0
  }
  return at
}

function isLetter(code = 0): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
}

function isSame(codes: Uint16Array, one: number, other: number, length: number): boolean {
  for (let at = 0; at < length; at += 1) if (codes[one + at] !== codes[other + at]) return false
  return true
}

function isNamed(codes: Uint16Array, start: number, end: number, name: string): boolean {
  if (end - start !== name.length) return false
  for (let at = 0; at < name.length; at += 1) if (codes[start + at] !== name.charCodeAt(at)) return false
  return true
}

const entities = ['&amp;', '&lt;', '&gt;', '&quot;', '&apos;']
const maxEntity = 6
const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function withoutEntities(text: string): string {
  return text.replaceAll(/&(\w+);/g, (_, name: string) => characters[name] ?? '')
}
