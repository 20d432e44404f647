import { closeBrace, comma, isBlank, newline } from '../../reading/bytes.ts'
import { decodeText } from '../../reading/encoding.ts'
import { createFinder } from '../../reading/find-byte.ts'
import { parseJson } from '../../reading/parse-json.ts'
import type { JsonShortcut } from '../../reading/shortcuts.ts'

/** A text this short cannot have more brackets within brackets than a record may have. Bytes. */
const longest = 400

/**
 * Reads records that end with their line, as they do in most files. When what lies between an opening brace and the last
 * closing one of its line is JSON, it is that record and nothing else, so its brackets need not be followed one by one,
 * which costs as much again as half the parsing. Null where it is not, or is longer than most records are. Ask in rising order.
 */
export function createLineReader(): JsonShortcut {
  const nextFeed = createFinder(newline)
  return (bytes, from) => {
    let end = nextFeed(bytes, from)
    if (end === bytes.length || end - from > longest) return null
    while (end > from && (bytes[end - 1] === comma || isBlank(bytes[end - 1]))) end -= 1
    if (bytes[end - 1] !== closeBrace) return null
    const parsed = parseJson(decodeText(bytes, from, end))
    return parsed.kind === 'record' ? { end, parsed } : null
  }
}
