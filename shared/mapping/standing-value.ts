import type { StandingName } from './names/standing-names.ts'

/** The name of a column that is asked about, or a status of which an administrator approves users. */
export type AskedStanding = StandingName | 'approval'

/** Whether a status says that an administrator let its user in: beside it, one that waits is kept out. */
export function saysApproval(value: string): boolean {
  return /^(?:approved|accepted|admitted|freigegeben|genehmigt|freigeschaltet|aprobado|aprovado|approuvee?|approvato|goedgekeurd|zatwierdzony|godkjent|godkand|godkendt)$/i.test(
    value.trim(),
  )
}
