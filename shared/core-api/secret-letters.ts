/**
 * A secret is known by its letters and digits in a row, whatever stands between them and however they are dressed:
 * capitals, full-width forms, invisible characters, line breaks, punctuation.
 */

/** This many letters and digits in a row of a secret are a leak; of a short secret, half of it is. */
const maxRun = 10

/** A shorter run says nothing. A secret with fewer letters is looked for as it is spelled only. */
const minRun = 6

/** Every run of letters by which one of some secrets is known, by its length. */
export type SecretLetters = ReadonlyMap<number, ReadonlySet<string>>

/** The runs of letters of `secrets`. */
export function secretLetters(secrets: readonly string[]): SecretLetters {
  const runs = new Map<number, Set<string>>()
  for (const secret of secrets) {
    const alphanumerics = lettersIn(secret)
    if (alphanumerics.length < minRun) continue
    const length = runLength(alphanumerics)
    const ofLength = runs.get(length) ?? new Set()
    for (let at = 0; at + length <= alphanumerics.length; at += 1) ofLength.add(alphanumerics.slice(at, at + length))
    runs.set(length, ofLength)
  }
  return runs
}

/** Whether a run of letters of a secret stands in `letters`, the letters of a text. */
export function holdsRuns(alphanumerics: string, secrets: SecretLetters): boolean {
  for (const [length, runs] of secrets) {
    for (let at = 0; at + length <= alphanumerics.length; at += 1) {
      if (runs.has(alphanumerics.slice(at, at + length))) return true
    }
  }
  return false
}

/** Whether a short text has a run of letters in common with a secret. Cheaper than `secretLetters` for one look. */
export function sharesLetters(text: string, secrets: readonly string[]): boolean {
  const alphanumerics = lettersIn(text)
  return secrets.some((secret) => {
    const others = lettersIn(secret)
    if (others.length < minRun) return false
    const length = runLength(others)
    for (let at = 0; at + length <= alphanumerics.length; at += 1) {
      if (others.includes(alphanumerics.slice(at, at + length))) return true
    }
    return false
  })
}

function runLength(alphanumerics: string): number {
  return Math.min(maxRun, Math.max(minRun, Math.ceil(alphanumerics.length / 2)))
}

/** The letters and digits of a text, in lower case. */
export function lettersIn(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '')
}

/** Puts `instead` in place of every run of letters of a secret, with all that stands between its letters. */
export function maskLetters(text: string, secrets: SecretLetters, instead: string): string {
  const { alphanumerics, starts, ends } = lettersOf(text)
  const secret = new Uint8Array(alphanumerics.length)
  let found = false
  for (const [length, runs] of secrets) {
    for (let at = 0; at + length <= alphanumerics.length; at += 1) {
      if (!runs.has(alphanumerics.slice(at, at + length))) continue
      secret.fill(1, at, at + length)
      found = true
    }
  }
  if (!found) return text
  let masked = ''
  let from = 0
  for (let at = 0; at < alphanumerics.length; at += 1) {
    if (secret[at] !== 1) continue
    let last = at
    while (secret[last + 1] === 1) last += 1
    masked += text.slice(from, starts[at]) + instead
    from = ends[last] ?? text.length
    at = last
  }
  return masked + text.slice(from)
}

type Letters = {
  /** The letters and digits of a text, in lower case. */
  readonly alphanumerics: string
  /** Where the character of each letter begins and ends in the text. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

function lettersOf(text: string): Letters {
  let alphanumerics = ''
  const starts: number[] = []
  const ends: number[] = []
  let at = 0
  for (const character of text) {
    const plain = character < '\u0080' ? character : character.normalize('NFKC')
    for (const letter of plain.toLowerCase()) {
      if (!isLetter(letter.charCodeAt(0))) continue
      alphanumerics += letter
      starts.push(at)
      ends.push(at + character.length)
    }
    at += character.length
  }
  return { alphanumerics, starts, ends }
}

/** Of ASCII: every secret of a request is written in it, or known by what of it is. */
function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
}
