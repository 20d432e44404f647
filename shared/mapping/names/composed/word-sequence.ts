/**
 * Names made of words without a separator, `datecreationprofil`, as sequences of places with a pattern each. A single pattern of several long lists
 * of words behind each other takes V8 tens of milliseconds to compile, because it compiles what follows a list once for each length of its words.
 */

/** A place with one of these words, which have bars between them. */
export function oneOf(words: string): RegExp {
  return new RegExp(`^(?:${words})$`, 'u')
}

/** A place with one of these words or none. */
export function oneOrNone(words: string): RegExp {
  return new RegExp(`^(?:${words})?$`, 'u')
}

/** Whether a text consists of one part for each place from `first` on, which the pattern of its place matches. */
export function isSequence(text: string, places: readonly RegExp[], first = 0): boolean {
  const place = places[first]
  if (place === undefined) return text === ''
  if (first === places.length - 1) return place.test(text)
  for (let end = 0; end <= text.length; end += 1) {
    if (place.test(text.slice(0, end)) && isSequence(text.slice(end), places, first + 1)) return true
  }
  return false
}
