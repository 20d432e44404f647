import type { XmlHandlers, XmlShortcut } from '../../reading/shortcuts.ts'

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

  const pass = (text: string, from: number): number => {
    let depth = 0
    let at = from
    used = 0
    do {
      const end = endOfText(text, at, depth === 0)
      if (end === -1 || end === text.length) return end === -1 ? -1 : 0
      if (end > at) add(isText, at, end)
      const isClosing = text.charCodeAt(end + 1) === slash
      const start = end + (isClosing ? 2 : 1)
      at = endOfName(text, start)
      if (at === start) return stopped(text, at)
      if (isClosing) {
        if (depth === 0) return -1
        const opened = names[depth - 1] ?? 0
        if (text.charCodeAt(at) !== greater) return stopped(text, at)
        if (!isSame(text, opened, start, at - start) || isLetter(text.charCodeAt(opened + at - start))) return -1
        depth -= 1
        add(isClose, start, at)
        at += 1
        continue
      }
      if (depth === 0 && text.slice(start, at) !== name) return stopped(text, at)
      add(isOpen, start, at)
      while (text.charCodeAt(at) === blank) {
        const equals = endOfAttributeName(text, at + 1)
        if (equals === at + 1 || text.charCodeAt(equals) !== equalsSign) return stopped(text, equals)
        if (text.charCodeAt(equals + 1) !== quote) return stopped(text, equals + 1)
        const close = endOfValue(text, equals + 2)
        if (text.charCodeAt(close) !== quote) return stopped(text, close)
        add(isAttribute, at + 1, equals)
        add(isAttribute, equals + 2, close)
        at = close + 1
      }
      const isEmpty = text.charCodeAt(at) === slash
      if (isEmpty) at += 1
      if (text.charCodeAt(at) !== greater) return stopped(text, at)
      at += 1
      if (isEmpty) add(isClose, start, start)
      else {
        names[depth] = start
        depth += 1
      }
    } while (depth > 0)
    return at
  }

  const emit = (text: string, { open, close, text: onText }: XmlHandlers): void => {
    const opened: string[] = []
    for (let at = 0; at < used; at += 3) {
      const piece = text.slice(tokens[at + 1], tokens[at + 2])
      if (tokens[at] === isText) onText?.(piece.includes('&') ? withoutEntities(piece) : piece)
      else if (tokens[at] === isClose) close?.(opened.pop() ?? '')
      else {
        const attributes: Record<string, string> = {}
        while (tokens[at + 3] === isAttribute) {
          const attribute = text.slice(tokens[at + 4], tokens[at + 5])
          // The parser takes the first of two that have the same name.
          if (!Object.hasOwn(attributes, attribute)) attributes[attribute] = text.slice(tokens[at + 7], tokens[at + 8])
          at += 6
        }
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
function endOfText(text: string, from: number, isBlank: boolean): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === less) return at
    if (isBlank && code !== blank && code !== 9 && code !== 10 && code !== 13) return -1
    if (code === ampersand && !entities.some((entity) => text.startsWith(entity, at))) {
      return at + maxEntity >= text.length ? text.length : -1
    }
  }
  return text.length
}

function endOfName(text: string, from: number): number {
  let at = from
  while (isLetter(text.charCodeAt(at))) at += 1
  return at
}

/** Names of attributes may have a prefix and digits. */
function endOfAttributeName(text: string, from: number): number {
  let at = endOfName(text, from)
  if (at === from) return from
  for (let code = text.charCodeAt(at); isLetter(code) || code === colon || (code >= 48 && code <= 57);) {
    at += 1
    code = text.charCodeAt(at)
  }
  return at
}

function endOfValue(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote || code === ampersand || code === less) return at
  }
  return text.length
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
}

function isSame(text: string, one: number, other: number, length: number): boolean {
  for (let at = 0; at < length; at += 1) if (text.charCodeAt(one + at) !== text.charCodeAt(other + at)) return false
  return true
}

const entities = ['&amp;', '&lt;', '&gt;', '&quot;', '&apos;']
const maxEntity = 6
const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function withoutEntities(text: string): string {
  return text.replaceAll(/&(\w+);/g, (_, name: string) => characters[name] ?? '')
}
