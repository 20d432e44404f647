import type { FindingGroup } from '../../../shared/ipc/views.ts'

/** The undecided findings that hold users back. */
export function undecided(findings: readonly FindingGroup[]): readonly FindingGroup[] {
  return findings.filter((finding) => finding.blocks && finding.users > 0 && finding.chosen === null)
}
