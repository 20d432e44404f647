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
  return address !== null && isName && !isSentence && !name.every(isSmall) ? address : null
}

function isSmall(word: string): boolean {
  return /^\p{Ll}\P{Lu}*$/u.test(word)
}

const [maxText, maxWords] = [400, 5]
const ofName = /^\p{L}[\p{L}\p{M}.'’-]{0,40}$/u
