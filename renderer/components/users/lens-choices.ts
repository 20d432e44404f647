import type { FailureGroup, FindingGroup } from '../../../shared/bridge/views.ts'
import type { Offered, PreviewParts } from './filter-row.tsx'
import type { Lens } from './lens.ts'

/** What users can be narrowed to, of each kind, with how many there are. */
export function lensesOf(
  { hashes, methods, providers, findings }: PreviewParts,
  failures: readonly FailureGroup[],
): Readonly<Record<Lens['kind'], readonly Offered[]>> {
  const shares = (kind: 'hash' | 'method' | 'provider', parts: PreviewParts['methods']): Offered[] =>
    parts.map(({ key, label, users }) => ({ lens: { kind, key, label }, users }))
  return {
    method: shares('method', methods),
    hash: shares('hash', hashes),
    provider: shares('provider', providers),
    finding: findings
      .filter(({ users }) => users > 0)
      .map((finding) => ({ lens: findingLens(finding), users: finding.users })),
    failure: failures.map(({ key, title, users }) => ({ lens: { kind: 'failure', key, label: title }, users })),
  }
}

export function findingLens(finding: Pick<FindingGroup, 'code' | 'group' | 'title'>): Lens {
  return { kind: 'finding', code: finding.code, group: finding.group, label: findingLabel(finding) }
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
