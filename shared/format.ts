/*
 * Numbers as the product writes them, on screen, in the command line and in reports. No formatter is made ahead: the first one takes a process
 * a tenth of its start, and many print no number.
 */

/** `12,554` */
export function count(value: number): string {
  return value.toLocaleString('en')
}

/** `1 user`, `12,554 users` */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

/** How many of the columns of a file are used, without a full stop. */
export function usedOf(used: number, total: number): string {
  return `${count(used)} of ${counted(total, 'column')} ${used === 1 ? 'is' : 'are'} used`
}

/** A number with the words that follow it. */
export type CountedPart = readonly [n: number, words: string]

/** `573 need a decision` for each part that is not zero. */
export function countedParts(parts: readonly CountedPart[]): readonly string[] {
  return parts.flatMap(([n, words]) => (n === 0 ? [] : [`${count(n)} ${words}`]))
}

/** A text with a capital, as it stands in a cell or begins a sentence: `Line 5`. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A title within a sentence: `line 5`; an abbreviation keeps its capitals: `TOTP secrets`. */
export function inSentence(title: string): string {
  return /^\p{Lu}{2}/u.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1)
}

/** Rounded to two significant digits: `0.58`, `1.9`, `270`. */
export function rounded(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 2 })
}

/** A figure at an axis, with three significant digits: `0.5`, `1,200`. */
export function axisFigure(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 3 })
}

/** Bytes for people: `812 bytes`, `1.4 MB`. */
export function bytes(value: number): string {
  if (value < 1000) return counted(value, 'byte')
  const units = ['kB', 'MB', 'GB', 'TB']
  const power = Math.min(Math.floor(Math.log10(value) / 3), units.length)
  return `${rounded(value / 1000 ** power)} ${units[power - 1] ?? ''}`
}

/** A rate: whole above ten, one decimal below. */
export function rate(perSecond: number): string {
  return perSecond >= 10 || perSecond === 0 ? count(Math.round(perSecond)) : perSecond.toFixed(1)
}
