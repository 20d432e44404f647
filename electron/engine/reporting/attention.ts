import { describeCause } from '../queries/failures.ts'
import { exclusionTitle, otherCause } from '../queries/open-causes.ts'
import { decisions } from '../../../shared/planning/choices.ts'
import { describeFinding, isFindingCode } from '../../../shared/planning/findings.ts'
import { causeTitle } from '../../../shared/report/cause-title.ts'
import type { ReportRow } from './report-row.ts'

/** Why a line of the report needs attention, in the order in which it is listed. */
export const attentionKinds = ['failed', 'in-doubt', 'blocked', 'excluded', 'unmatched', 'unreadable'] as const
export type AttentionKind = (typeof attentionKinds)[number]

/**
 * Why a user is not migrated; null: this line needs no action. A user who failed has a line for each call that failed,
 * every other user and every record has one.
 */
export function attentionOf(row: ReportRow, before: ReportRow | null): AttentionKind | null {
  if (row.kind === 'unmatched' || row.kind === 'unreadable') return row.kind
  if (row.kind === 'call' && (row.state === 'failed' || row.state === 'in-doubt')) return row.state
  if (row.userState !== 'blocked' && row.userState !== 'excluded') return null
  return isSameUser(row, before) ? null : row.userState
}

/** The lines of one user follow each other. */
export function isSameUser(row: ReportRow, before: ReportRow | null): boolean {
  return row.user !== null && row.user === before?.user
}

/** Why a user is not migrated, in the words of the screen, so that lists can be grouped by it; empty: nothing to say. */
export function causeOf({ state, userState, cause, finding }: ReportRow): string {
  if (state === 'failed' || state === 'in-doubt') return describeCause(cause ?? '').title
  const [code = '', ...rest] = finding?.split(':') ?? []
  const group = rest.join(':')
  if (userState !== 'blocked' && userState !== 'excluded') return ''
  if (!isFindingCode(code)) return otherCause
  if (userState === 'excluded') return exclusionTitle(code, group)
  return causeTitle({ code, group, title: describeFinding(code, group).title })
}

/** What to do about such a line. */
export function adviceFor(row: ReportRow, kind: AttentionKind): string {
  switch (kind) {
    case 'failed':
    case 'in-doubt':
      return describeCause(row.cause ?? '').advice
    case 'blocked':
      return blockedAdvice(decisions.waysOf(row.finding ?? ''))
    case 'excluded':
      return 'None if this is intended. Otherwise change the decision, then send again.'
    case 'unmatched':
      return 'Add the file with the user, or check the id that both files share.'
    case 'unreadable':
      return 'Correct the record in the export and load the file again.'
  }
}

function blockedAdvice(options: string): string {
  return options === ''
    ? 'Correct this user, then send again.'
    : `Decide this for all affected users (${options}), or correct this user, then send again.`
}
