import { isEmailAddress } from './normalise-email.ts'

/**
 * The one email address of a text that has nothing else but a name before or behind it: `Ann Lee ann@acme.example`, `Ann (ann@acme.example)`,
 * `ann@acme.example - Ann`; null: a sentence, or several addresses.
 */
export function addressBesideName(text: string): string | null {
  if (text.length > maxText) return null
  const words = text.split(/[\s,;:|()<>[\]"]+|(?<=\s)[-–—/](?=\s)/u).filter((word) => word !== '')
  const [first = '', last = ''] = [words[0], words.at(-1)]
  const address = isEmailAddress(last) ? last : isEmailAddress(first) ? first : null
  const name = address === last ? words.slice(0, -1) : words.slice(1)
  const isName = name.length > 0 && name.length <= maxWords && name.every((word) => ofName.test(word))
  // A sentence has a small word before its address: `Write to help@acme.example`.
  const isSentence = address === last && isSmall(name.at(-1) ?? '')
  if (address === null || !isName || isSentence || name.every(isSmall)) return null
  return address === last && isPartedBySpace(text) && !name.some((word) => isOfLocalPart(word, address))
    ? null
    : address
}

/** Whether nothing but a space is before the address: it may have been typed within the address, `ANNA 12@acme.example`. */
function isPartedBySpace(text: string): boolean {
  return /[\p{L}\p{M}.'’-]\s+[^\s@<(["|]+@\S+\s*$/u.test(text)
}

/** Whether a word tells the name of an address, `Ann Lee` of ann@ or alee@, or cannot stand in one. */
function isOfLocalPart(word: string, address: string): boolean {
  const local = address.slice(0, address.lastIndexOf('@')).toLowerCase()
  const name = word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return !/^[\w.'’-]+$/.test(name) || (name.length > 1 && local.includes(name))
}

function isSmall(word: string): boolean {
  return /^\p{Ll}\P{Lu}*$/u.test(word)
}

const [maxText, maxWords] = [400, 5]
const ofName = /^\p{L}[\p{L}\p{M}.'’-]{0,40}$/u
