import type { CallResult } from './call-result.ts'
import type { StopReason } from '../../../shared/report/stop-reason.ts'

/** Counts the same failure in a row: after enough of them the trouble is not about single users. */
export type FailureStreak = { readonly signature: string; readonly inARow: number }

export const noFailures: FailureStreak = { signature: '', inARow: 0 }

const maxInARow = 20

/** The breaker after one more result, and why the run has to stop, if it has to. */
export function trackFailure(
  streak: FailureStreak,
  result: CallResult,
  signature: string,
): { readonly streak: FailureStreak; readonly stop: StopReason | null } {
  if (result.kind === 'done' || result.kind === 'skipped-existing') return { streak: noFailures, stop: null }
  if (result.kind !== 'failed' || result.aboutUser) return { streak, stop: null }
  const inARow = signature === streak.signature ? streak.inARow + 1 : 1
  const stop = inARow < maxInARow ? null : result.noAnswer ? 'core-unreachable' : 'repeated-failure'
  return { streak: { signature, inARow }, stop }
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
