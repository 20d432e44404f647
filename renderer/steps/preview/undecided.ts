import type { FindingGroup } from '../../../shared/bridge/views.ts'

/** The findings that hold users back and that nobody has decided. */
export function undecided(findings: readonly FindingGroup[]): readonly FindingGroup[] {
  return findings.filter((finding) => finding.blocks && finding.users > 0 && finding.chosen === null)
}

/**
 * A finding in one line. What tells it from others of its kind comes first, because lines are cut at their end:
 * "PBKDF2: hash that the core cannot check".
 */
export function findingLabel({ code, title, group }: Pick<FindingGroup, 'code' | 'title' | 'group'>): string {
  const [kind = title, which] = title.split(': ', 2)
  const special = which ?? shownGroup({ code, title, group })
  return special ? `${special}: ${kind.charAt(0).toLowerCase()}${kind.slice(1)}` : title
}

/** The group where it says more than the title; else nothing. */
export function shownGroup({ code, title, group }: Pick<FindingGroup, 'code' | 'title' | 'group'>): string {
  return title.includes(': ') || code.includes(group) ? '' : group
}
