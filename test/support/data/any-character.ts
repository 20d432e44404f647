import * as fc from 'fast-check'

/** Surrogates are no characters of their own. */
const surrogates = { from: 0xd800, count: 0x800 }

/**
 * Any character of Unicode, as a unit of `fc.string`. The unit "binary" is the same, but makes a table of all of them first, which takes
 * a second and stays in memory.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10ffff - surrogates.count }).map(
  (index) => String.fromCodePoint(index < surrogates.from ? index : index + surrogates.count),
  (text) => {
    const code = typeof text === 'string' ? text.codePointAt(0) : undefined
    if (code === undefined || String.fromCodePoint(code) !== text) throw new Error('not one character')
    if (code < surrogates.from) return code
    if (code < surrogates.from + surrogates.count) throw new Error('a surrogate')
    return code - surrogates.count
  },
)
