import type { FindingGroup } from '../../../shared/bridge/views.ts'

/** The findings that hold users back and that nobody has decided. */
export function undecided(findings: readonly FindingGroup[]): readonly FindingGroup[] {
  return findings.filter((finding) => finding.blocks && finding.users > 0 && finding.chosen === null)
}

/** Group and title of a finding in one line; the group first, because lines are cut at their end. */
export function findingLabel({ title, group }: Pick<FindingGroup, 'title' | 'group'>): string {
  return group ? `${group}: ${title.charAt(0).toLowerCase()}${title.slice(1)}` : title
}
