/** Words that leave open what a comment is about: it names its subject instead. */
export const vagueWords =
  /\b(?:nobody|everybody|somebody|who(?:m|ever)|what was|those of|goes on|so many|by itself|go(?:es)? (?:about|along)|gone on|strikes|in vain|hangs? up|how-manieth|told of)\b|(?:^|[.;] )\s*[Ww]ho\b|^\s*what(?:ever)?\b/i

/**
 * The comments of a source text, each with its first line, counted from 1: consecutive lines of comment are one, so that
 * words which a line break parts are found. A `//` counts where code and a blank stand before it.
 *
 * @param {string} source
 * @returns {{ text: string, line: number }[]}
 */
export function commentsOf(source) {
  const found = []
  let last = -2
  source.split('\n').forEach((line, at) => {
    const [, text] = /^\s*(?:\{?\/\*+|\*|\/\/|#)(.*)$/.exec(line) ?? /\s\/\/ (.*)$/.exec(line) ?? []
    if (text === undefined) return
    const words = text.replace(/\*\/\}?\s*$/, '').trim()
    if (last === at - 1) found[found.length - 1].text += ` ${words}`
    else found.push({ text: words, line: at + 1 })
    last = at
  })
  return found
}
