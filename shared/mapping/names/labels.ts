import { hintsOf } from './name-hints.ts'

/* Labels within a text that a person wrote: `Password: hunter2; phone: +49 170 1234567`. */

/** Up to four words before a colon or an equals sign. Words and what separates them have no letter in common, so the search is linear. */
const label =
  /(?<![\p{L}\p{N}_])(\p{L}[\p{L}\p{M}\p{N}_'’-]{0,30}(?:[ .]{1,2}\p{L}[\p{L}\p{M}\p{N}_'’-]{0,30}){0,3})\.?\s?[:=：]\s*/gu

const maxText = 2000

/** Whether a text may have a label, by a cheap look: it begins with a letter, and is no address of a page. */
export function mayHoldLabel(text: string): boolean {
  return text.length <= maxText && /^\p{L}/u.test(text) && /[:=：]/.test(text) && !text.startsWith('http')
}

/** The labels of a text, each with the text between it and the next one. */
export function labelsIn(text: string): readonly { readonly name: string; readonly rest: string }[] {
  if (!mayHoldLabel(text)) return []
  const found = [...text.matchAll(label)]
  return found.map(({ 0: whole, 1: name = '', index }, at) => ({
    name,
    rest: text.slice(index + whole.length, found[at + 1]?.index),
  }))
}

/** Whether a label is of a kind, or its last words are: those before them may belong to a sentence. */
export function isLabelOf(name: string, is: (words: string) => boolean): boolean {
  const words = name.split(/[ .]+/)
  return words.some((_, at) => is(words.slice(at).join(' ')))
}

/** Whether a name or a label says password, and nothing else. */
export function saysPasswordAlone(name: string): boolean {
  return hintsOf(name).password === 'whole'
}
