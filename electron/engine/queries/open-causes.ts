import * as z from 'zod'
import type { OpenCause, StateCounts } from '../../../shared/ipc/views.ts'
import { findingChoices } from '../../../shared/planning/choices.ts'
import {
  describeFinding,
  endedByCorrection,
  isFindingCode,
  type FindingCode,
} from '../../../shared/planning/findings.ts'
import { causeTitle, unchangedOf } from '../../../shared/report/state-titles.ts'
import { hashFamily } from '../../../shared/hashes/family-title.ts'
import { ofFacet } from '../document/facets.ts'
import { getSetting } from '../document/settings.ts'
import { allRows, type Database, sql } from '../document/sqlite.ts'
import { userCounts } from './counts.ts'
import { failureGroups } from './failures.ts'

/** The title where no finding says why users are not migrated. */
export const otherCause = 'Another reason'

/**
 * Why users are not migrated: one entry for each cause with the number of its users, by state, the largest first. A user who waits
 * for two decisions is counted with both, as on Review.
 */
export function openCauses(database: Database, targetId: number | null, counts: StateCounts): readonly OpenCause[] {
  const excluded = counts.excluded - unchangedOf(getSetting(database, 'delta-counts') ?? {}, counts)
  return [
    ...(counts.blocked > 0 ? complete('blocked', counts.blocked, blockedCauses(database, targetId)) : []),
    ...(counts.failed > 0 ? complete('failed', counts.failed, failedCauses(database, targetId)) : []),
    ...(counts['in-doubt'] > 0 ? [inDoubt(counts['in-doubt'])] : []),
    ...(excluded > 0 ? complete('excluded', excluded, excludedCauses(database)) : []),
  ]
}

/** Users whose cause is not recorded are one more line, so that the lines account for all. */
function complete(state: OpenCause['state'], users: number, causes: readonly OpenCause[]): readonly OpenCause[] {
  const named = causes.reduce((sum, cause) => sum + cause.users, 0)
  if (named >= users) return causes
  const rest: OpenCause = {
    state,
    title: otherCause,
    next: '',
    users: users - named,
    action: 'show',
    filter: { states: [state] },
    replies: [],
  }
  return [...causes, rest]
}

const causeRow = z.object({ code: z.string(), group_key: z.string(), users: z.number() })

/** Findings that still hold users back; skips users who were sent before they were planned again. */
function blockedCauses(database: Database, targetId: number | null): readonly OpenCause[] {
  const rows = allRows(
    causeRow,
    sql(
      database,
      `SELECT code, group_key, count(*) AS users FROM finding
       LEFT JOIN progress p ON p.target_id = ? AND p.user_id = finding.user_id
       WHERE blocks = 1 AND (p.state IS NULL OR p.state IN ('ready', 'blocked'))
       GROUP BY code, group_key ORDER BY users DESC, code, group_key`,
    ),
    targetId ?? 0,
  )
  const waiting = userCounts.waiting(database, targetId)
  const atCore = waiting === 0 ? [] : [{ code: 'existing-user', group_key: '', users: waiting }]
  return [...rows, ...atCore]
    .toSorted((a, b) => b.users - a.users)
    .flatMap(({ code, group_key: group, users }) => {
      if (!isFindingCode(code)) return []
      const title = causeTitle({ code, group, title: describeFinding(code, group).title })
      const filter = { states: ['blocked' as const], finding: [{ code, group }] }
      return [{ state: 'blocked', title, next: nextAction(code, group), users, action: 'decide', filter, replies: [] }]
    })
}

/** `Create anyway, or exclude them.` */
export function nextAction(code: FindingCode, group: string): string {
  const labels = findingChoices(code, group)
    .filter(({ forOthers }) => forOthers === undefined)
    .map(({ value, label }) => (value === 'exclude' && label === 'Exclude' ? 'exclude them' : label.toLowerCase()))
  const byHand = labels.length === 0 || endedByCorrection.has(code) ? ['correct them'] : []
  const options = [...byHand, ...(labels.length === 0 ? ['exclude them'] : labels)]
  const text = options.length === 1 ? (options[0] ?? '') : `${options.slice(0, -1).join(', ')}, or ${options.at(-1)}`
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
}

function failedCauses(database: Database, targetId: number | null): readonly OpenCause[] {
  return failureGroups(database, targetId).map(({ key, title, advice, action, users, replies }) => ({
    state: 'failed',
    title,
    next: advice,
    users,
    action,
    filter: { states: ['failed'], failure: [key] },
    replies,
  }))
}

function inDoubt(users: number): OpenCause {
  return {
    state: 'in-doubt',
    title: 'Sent, no answer',
    next: 'Look them up in the core, then send again or leave them.',
    users,
    action: 'show',
    filter: { states: ['in-doubt'] },
    replies: [],
  }
}

/** The finding of an excluded user names the reason in its group. The core has users that are unchanged since an earlier migration. */
function excludedCauses(database: Database): readonly OpenCause[] {
  const rows = allRows(
    causeRow,
    sql(
      database,
      `SELECT code, group_key, count(*) AS users FROM ${ofFacet} JOIN finding ON finding.user_id = user.id
       WHERE facet.plan_state = 'excluded' AND code IN ('deleted', 'excluded', 'changed-since')
       GROUP BY code, group_key ORDER BY users DESC, code, group_key`,
    ),
  )
  return rows.map(({ code, group_key: group, users }) => ({
    state: 'excluded',
    title: exclusionTitle(code, group),
    next: '',
    users,
    action: code === 'excluded' ? 'change' : 'show',
    filter: { states: ['excluded'], finding: [{ code, group }] },
    replies: [],
  }))
}

/** Hashes that are excluded for what is wrong with them, not for their family. */
const hashCodes: Readonly<Partial<Record<string, FindingCode>>> = {
  malformed: 'malformed-hash',
  redacted: 'redacted-hash',
}

/** `Disabled in the source`, `No way to log in`, `MD5 hashes`: what the decision was about; else what the finding is called. */
export function exclusionTitle(code: string, group: string): string {
  const about = code === 'excluded' ? (hashCodes[group] ?? group) : code
  if (about === '') return 'Excluded by you'
  if (isFindingCode(about)) {
    const ofGroup = code === 'excluded' ? '' : group
    return causeTitle({ code: about, group: ofGroup, title: describeFinding(about, ofGroup).title })
  }
  if (group.startsWith('tenant:')) return `Tenant “${group.slice('tenant:'.length)}”`
  return hashFamily.is(group) ? hashFamily.hashes(group) : `Provider “${group}”`
}
