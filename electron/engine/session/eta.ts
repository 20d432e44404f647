/** Words for the time that is left; empty while it cannot be known. */
export function remainingWords(left: number, perSecond: number, elapsedMs: number, done: number): string {
  if (left <= 0 || perSecond <= 0 || elapsedMs < 5000 || done < (done + left) / 100) return ''
  const seconds = left / perSecond
  if (seconds < 45) return 'less than a minute'
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  const hours = Math.round(minutes / 60)
  return `about ${hours} ${hours === 1 ? 'hour' : 'hours'}`
}
