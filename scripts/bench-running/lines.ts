/** One measured figure and what it has to reach. */
export type Line = {
  readonly what: string
  /** Measured, in words. */
  readonly figures: string
  /** Null: a figure to know, which nothing is asked of. */
  readonly target: string | null
  readonly reached: boolean
}

/** A ratio that has to be at least so much. */
export function atLeast(what: string, ratio: number, target: number, figures: string): Line {
  return { what, figures: `${twoPlaces(ratio)}  (${figures})`, target: `>= ${target}`, reached: ratio >= target }
}

/** A ratio that is only told. */
export function toKnow(what: string, ratio: number, figures: string): Line {
  return { what, figures: `${twoPlaces(ratio)}  (${figures})`, target: null, reached: true }
}

/** A ratio that may be at most so much. */
export function atMost(what: string, ratio: number, target: number, figures: string): Line {
  return { what, figures: `${twoPlaces(ratio)}  (${figures})`, target: `<= ${target}`, reached: ratio <= target }
}

export function printed({ what, figures, target, reached }: Line): string {
  if (target === null) return `      ${what}: ${figures}`
  return `${reached ? 'pass' : 'MISS'}  ${what}: ${figures}, target ${target}`
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** A rate in words. */
export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`
}

function twoPlaces(value: number): string {
  return value.toFixed(2)
}
