/*
 * Spelling correction for names of columns: `userSatus`, `actve`, `pasword`. A word at an edit distance of one from a word of a closed list is taken
 * for that word: a letter is missing, doubled or wrong, or two neighbors changed places. The first and the last letter of a word may only change
 * places with a neighbor, because other endings and joined letters are no mistakes: `emails`, `verifier`, `uemail`.
 */

/** Words that decide who migrates and how, of at least five letters: shorter ones are one edit away from too many others. */
const wanted = (
  'status active inactive activated enabled disabled blocked locked banned suspended deleted pending approved verified confirmed ' +
  'email password username account phone'
).split(' ')

/** Other words that are one edit away from a wanted one, and what they are. */
const others = new Set(
  (
    'states stats stratus statuts looked lacked licked lucked banked banded binned conformed depleted penning prone blacked versified statfs ' +
    // In other languages.
    'passord aktive attive'
  ).split(' '),
)

const minLetters = 5

/** Words that are joined to a misspelled one without a separator: `isactve`, `emailverifed`, `passwrodhash`. */
const joined =
  /^(?:is|has|usr|user|acct|account|member|customer|client|login|e?mail|phone|hashed|encrypted|new|my)(?=[a-z]{5})|(?:hash|digest|code|flag|yn|at|on|date|id|no|name|text|addr|address|adress)$/g

const ofLetters = /[A-Z]?[a-z]{4,40}|[A-Z]{5,40}/g

/** A name with its misspelled words as they are meant. */
export function withoutMisspelling(name: string): string {
  return name.replaceAll(ofLetters, (word) => meant(word) ?? word)
}

/** The word that a misspelled one is meant to be, written as it is, in capitals or not; null: it is no misspelled one. */
function meant(word: string): string | null {
  const plain = word.toLowerCase()
  const core = intended(plain)
  const whole = core ?? joinedIntended(plain)
  if (whole === null) return null
  if (word === word.toUpperCase()) return whole.toUpperCase()
  return word === plain ? whole : `${whole.charAt(0).toUpperCase()}${whole.slice(1)}`
}

/** The same where words without separators stand before or behind it. */
function joinedIntended(name: string): string | null {
  const inner = name.replaceAll(joined, '')
  if (inner === name) return null
  const core = intended(inner)
  return core === null ? null : name.replace(inner, core)
}

function intended(word: string): string | null {
  if (word.length < minLetters || others.has(word)) return null
  // Letters beside a whole word are joined to it: `isactive` is not `inactive`.
  if (wanted.some((one) => word.startsWith(one) || word.endsWith(one))) return null
  const near = wanted.filter((one) => isOneEditAway(word, one))
  return near.length === 1 ? (near[0] ?? null) : null
}

/** Whether a word becomes another by one letter more, less or another inside it, or by two neighbors that change places. */
function isOneEditAway(word: string, other: string): boolean {
  const more = word.length - other.length
  if (more < -1 || more > 1 || word === other) return false
  let from = 0
  while (word[from] === other[from]) from += 1
  const swapped = word[from] === other[from + 1] && word[from + 1] === other[from]
  if (more === 0 && swapped && word.slice(from + 2) === other.slice(from + 2)) return true
  const isInside = from > 0 && word.at(-1) === other.at(-1)
  return isInside && word.slice(from + (more < 0 ? 0 : 1)) === other.slice(from + (more > 0 ? 0 : 1))
}
