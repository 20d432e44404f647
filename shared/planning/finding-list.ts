import { findingCodes, type FindingCode } from './findings.ts'
import type { Finding } from './plan.ts'

/**
 * Adds a finding, once per code and group. `decided`: the operator's choice settled it, so it blocks no longer but
 * stays counted, so that the choice can be seen and changed.
 */
export function addFinding(
  list: Finding[],
  code: FindingCode,
  group: string,
  detail: string,
  decided: 'decided' | 'open' = 'open',
): void {
  for (const finding of list) if (finding.code === code && finding.group === group) return
  list.push({ code, blocks: decided === 'open' && findingCodes[code].blocks, group, detail })
}
