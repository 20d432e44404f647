import type { CallResult, StopReason } from './call-result.ts'

/** Counts the same failure in a row: after enough of them the trouble is not about single users. */
export type Breaker = { readonly signature: string; readonly inARow: number }

export const closedBreaker: Breaker = { signature: '', inARow: 0 }

const mostInARow = 20

/** The breaker after one more result, and why the run has to stop, if it has to. */
export function afterResult(
  breaker: Breaker,
  result: CallResult,
  signature: string,
): { readonly breaker: Breaker; readonly stop: StopReason | null } {
  if (result.kind === 'done' || result.kind === 'left-alone') return { breaker: closedBreaker, stop: null }
  if (result.kind !== 'failed' || result.aboutUser) return { breaker, stop: null }
  const inARow = signature === breaker.signature ? breaker.inARow + 1 : 1
  const stop = inARow < mostInARow ? null : result.noAnswer ? 'away' : 'same-answer'
  return { breaker: { signature, inARow }, stop }
}

/**
 * What makes two failures "the same": operation, code and text without the parts that belong to one user
 * (addresses, numbers, ids).
 */
export function failureSignature(kind: string, result: Extract<CallResult, { kind: 'failed' }>): string {
  const text = result.message
    .replaceAll(/(?<![^\s@"'<>])[^\s@"'<>]+@[^\s@"'<>]+/g, '…')
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/gi, '…')
    .replaceAll(/\+?\d{5,}/g, '…')
    .slice(0, 300)
  return `${kind}|${result.status ?? result.httpStatus ?? (result.noAnswer ? 'no answer' : '')}|${text}`
}
