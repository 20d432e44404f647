/** The most of these moments (milliseconds, ascending) that lie within any one second, its end left out. */
export function maxInASecond(moments: readonly number[]): number {
  let most = 0
  let from = 0
  for (const [index, at] of moments.entries()) {
    while ((moments[from] ?? at) <= at - 1000) from += 1
    most = Math.max(most, index - from + 1)
  }
  return most
}
