import type { FindingGroup } from '../../../shared/bridge/views.ts'

/** The findings that hold users back and that nobody has decided. */
export function undecided(findings: readonly FindingGroup[]): readonly FindingGroup[] {
  return findings.filter((finding) => finding.blocks && finding.users > 0 && finding.chosen === null)
}

/** Title and group of a finding in one line. */
export function findingLabel({ title, group }: Pick<FindingGroup, 'title' | 'group'>): string {
  return group ? `${title}: ${group}` : title
}
