/*
 * Legends: texts that say in words what the codes of a column mean, as comments of a schema and headings do: `0=active, 1=banned`.
 */

/** A code, a sign or a blank, and the words for it up to the next sign or digit. A letter takes a sign. */
const byCode =
  /(?<![\p{L}\d.-]|\d,)['"]?(-?\d{1,4}|[A-Z](?=['"]?\s{0,3}[=:-]))['"]?\s{0,3}(?:=>|->|[=:.)（(：–—-]|(?:if|for|means)\s)?\s{0,3}['"(（]?(\p{L}[\p{L}\p{M} _'’-]{0,40})/gu
/** The words before the code: `active(1), banned(2)`, `banned = 1`. */
const byWords =
  /(\p{L}[\p{L}\p{M}_'’-]{0,30}(?: [\p{L}\p{M}_'’-]{1,30}){0,2})\s{0,3}[=:(（]\s{0,3}(-?\d{1,4})(?![\d.])/gu

/** Longer texts are no legends, and of long ones the beginning is enough. */
const maxLegend = 300

/** The words for each code that a text explains; empty where it explains fewer than two. */
export function legendIn(text: string): ReadonlyMap<string, string> {
  const told = text.slice(0, maxLegend)
  if (!/\d|[A-Z]['"]?\s{0,3}[=:-]/.test(told)) return none
  const forward = [...told.matchAll(byCode)].map(([, code = '', words = '']) => [code, plain(words)] as const)
  const pairs =
    forward.length > 1
      ? forward
      : [...told.matchAll(byWords)].map(([, words = '', code = '']) => [code, plain(words)] as const)
  const found = new Map(pairs.filter(([, words]) => words !== ''))
  return found.size === pairs.length && found.size > 1 ? found : none
}

const none: ReadonlyMap<string, string> = new Map()

/** The words for the one code that a whole text explains: `1 = enabled`; empty where it explains none. */
export function oneMeaningIn(text: string): ReadonlyMap<string, string> {
  const [, code, words] = single.exec(text) ?? []
  return code === undefined || words === undefined ? none : new Map([[code, plain(words)]])
}

const single =
  /^\s{0,5}['"]?(-?\d{1,4}|[A-Z])['"]?\s{0,3}(?:=>|->|[=:]|means\s)\s{0,3}['"]?(\p{L}[\p{L}\p{M} _'’-]{1,40})$/u

/** Words without what binds them to the next ones. */
function plain(words: string): string {
  return words
    .trim()
    .replace(/(?<![\s_-])[\s_-]+$/u, '')
    .replace(/\s(?:and|or|und|oder|et|ou|y|o|e)$/iu, '')
}
