import type { FailureGroup, FindingGroup, PreviewView } from '../../../shared/ipc/views.ts'
import type { TableFilter } from './table-filter.ts'

/** A filter on offer, with how many users it leaves. */
export type Offered = { readonly filter: TableFilter; readonly users: number }
export type PreviewParts = Pick<PreviewView, 'hashes' | 'methods' | 'providers' | 'findings'>

/** What users can be narrowed to, of each kind, with how many there are. */
export function filterChoices(
  { hashes, methods, providers, findings }: PreviewParts,
  failures: readonly FailureGroup[],
): Readonly<Record<TableFilter['kind'], readonly Offered[]>> {
  const shares = (kind: 'hash' | 'method' | 'provider', parts: PreviewParts['methods']): Offered[] =>
    parts.map(({ key, label, users }) => ({ filter: { kind, key, label }, users }))
  return {
    method: shares('method', methods),
    hash: shares('hash', hashes),
    provider: shares('provider', providers),
    finding: findings
      .filter(({ users }) => users > 0)
      .map((finding) => ({ filter: findingFilter(finding), users: finding.users })),
    failure: failures.map(({ key, title, users }) => ({ filter: { kind: 'failure', key, label: title }, users })),
  }
}

function findingFilter(finding: Pick<FindingGroup, 'code' | 'group' | 'title'>): TableFilter {
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
