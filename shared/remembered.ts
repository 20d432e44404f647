/** How many texts are kept with their answers, and the longest of them. */
type Limits = { readonly texts: number; readonly length: number }

/** Longer texts are no names. */
const ofNames: Limits = { texts: 2000, length: 200 }

/**
 * Keeps the answers of a function to the last texts, because the names of columns are judged many times over by the same rules. Only for a
 * function whose answers depend on the text alone, and are never changed.
 */
export function remembered<T extends {} | null>(
  answer: (text: string) => T,
  { texts, length }: Limits = ofNames,
): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const value = answer(text)
    if (text.length > length) return value
    if (known.size >= texts) known.clear()
    known.set(text, value)
    return value
  }
}

/** As `remembered`, for a function of two texts, of which the first is one of few, such as a target. */
export function rememberedOf<K extends string, T extends {} | null>(
  answer: (of: K, text: string) => T,
  limits?: Limits,
): (of: K, text: string) => T {
  const known = new Map<K, (text: string) => T>()
  return (of, text) => {
    const before = known.get(of)
    if (before !== undefined) return before(text)
    const own = remembered((one) => answer(of, one), limits)
    if (known.size >= maxFirst) known.clear()
    known.set(of, own)
    return own(text)
  }
}

const maxFirst = 100
