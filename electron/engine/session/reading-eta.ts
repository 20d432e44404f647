/** Before that, too little was read to say how long the rest takes. */
const minElapsedMs = 1000
const minShare = 0.02

/** Seconds until a file is read to its end at the pace so far, whole and at least one; null while it cannot be known. */
export function secondsLeftOf(bytes: number, size: number, elapsedMs: number): number | null {
  if (size <= 0 || elapsedMs < minElapsedMs || bytes / size < minShare) return null
  const left = Math.max(size - bytes, 0)
  return Math.max(Math.ceil((elapsedMs * left) / bytes / 1000), 1)
}
