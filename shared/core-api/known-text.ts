import { replyWords } from './reply-words.ts'

/** Stands where something stood that is not known to be harmless. */
const gap = '…'

/** Stands for a text of which nothing is known to be harmless. */
export const nothingKnown = 'The text of the reply is not kept, because it may quote secrets.'

/** Numbers in a text; more could be the bytes of something. */
const maxNumbers = 4

const token = /•••|[\p{L}\p{N}\p{M}_]+(?:\.\p{N}+)*/gu

/**
 * What is known to be harmless of a text that a server chose: words of the vocabulary, also where they make up an identifier,
 * the server's error codes, and single numbers. The rest, which may be a secret in any form, is left out.
 * `mask`: what stands for a secret that was found already; it stays.
 */
export function keepKnown(text: string, mask: string): string {
  let kept = ''
  let from = 0
  let numbers = 0
  let hasGap = false
  let isAfterNumber = false
  let isKnown = false
  for (const found of text.matchAll(token)) {
    const [one] = found
    const between = text.slice(from, found.index)
    from = found.index + one.length
    const isNumber = number.test(one)
    if (isNumber) numbers += 1
    const isKept = isNumber
      ? !isAfterNumber && numbers <= maxNumbers && !(hasGap && isGlued(between))
      : one === mask || isHarmless(one, between)
    isAfterNumber = isNumber
    if (!isKept) {
      // A code is told from other words by the colon behind it.
      if (!hasGap && between.startsWith(':') && /(?:^|\W)E\d{3}$/.test(kept)) kept += ':'
      hasGap = true
      continue
    }
    isKnown ||= one === mask || !isNumber
    kept += (hasGap ? gapAfter(kept) : punctuation(between)) + one
    hasGap = false
  }
  if (!isKnown) return from === 0 ? punctuation(text) : nothingKnown
  return (kept + (hasGap ? gapAfter(kept) : punctuation(text.slice(from)))).trim()
}

/** A number of a message: a port, a length, a version; the parts of a key are longer or more. */
const number = /^\d{1,5}(?:\.\d{1,3}){0,2}$/

/** `E003`, `HTTP2`: a code of a core, and names of protocols. */
const code = /^(?:E\d{3}|HTTP2|IPv[46])$/

function isHarmless(one: string, before: string): boolean {
  // Of single letters, those of `A user`, `a user`, `doesn't` and `user's`.
  if (one.length === 1)
    return one === 'a' || (one === 'A' && before === ': ') || (/^[st]$/.test(one) && /^['’]$/.test(before))
  if (replyWords.has(one.toLowerCase()) || code.test(one)) return true
  const parts = one.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^A-Za-z_]+/g) ?? []
  return parts.length > 0 && parts.every((part) => part.length > 1 && replyWords.has(part.toLowerCase()))
}

/** Signs between two words that are kept; in a longer row they could spell something. */
function punctuation(between: string): string {
  const signs = between.replaceAll(/[^ .,:;!?'"()[\]{}<>/=&|*+-]/g, '')
  return signs.length <= 6 ? signs : `${signs.slice(0, 3)}${signs.slice(-3)}`
}

/** Is a number part of something longer, such as an id or a time? */
function isGlued(between: string): boolean {
  return /^[-:_]$/.test(between)
}

function gapAfter(kept: string): string {
  return kept === '' ? `${gap} ` : kept.endsWith(' ') ? `${gap} ` : ` ${gap} `
}
