/** Texts of users, one per line, and whose they are. */
export type TextLines = { readonly text: string; readonly starts: Uint32Array; readonly places: Uint32Array }

/** Null when the lines are not as many as the users: then nothing here can be told apart. */
export function textLines(text: string, places: Uint32Array): TextLines | null {
  const starts = new Uint32Array(places.length)
  if (places.length === 0) return text === '' ? { text, starts, places } : null
  let line = 1
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
    if (line >= starts.length) return null
    starts[line++] = end + 1
  }
  return line === starts.length ? { text, starts, places } : null
}

/** As SQLite's LIKE compares: only the letters of ASCII are the same in small and capital. */
export function smallLetters(words: string): string {
  return words.replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase()).replaceAll('\n', ' ')
}

/** Marks the users whose text contains `words`, which are in small letters. */
export function markMatches({ text, starts, places }: TextLines, words: string, marks: Uint8Array): void {
  let line = 0
  for (let found = text.indexOf(words); found >= 0;) {
    while (line + 1 < starts.length && (starts[line + 1] ?? 0) <= found) line += 1
    marks[places[line] ?? 0] = 1
    if (line + 1 >= starts.length) return
    found = text.indexOf(words, starts[line + 1])
  }
}
