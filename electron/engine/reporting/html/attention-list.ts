import { adviceFor, attentionKinds, attentionOf, isSameUser, type AttentionKind } from '../attention.ts'
import { attentionStates, type AttentionState } from '../attention-users.ts'
import type { ReportRow } from '../report-row.ts'

/** Of each kind; more would make a book of the report. The list says which file has the rest. */
export const maxListed = 300

/** A line that needs attention, with what to do. */
export type Listed = ReportRow & { readonly advice: string }

/** What needs attention for one reason. `total`: users, or records that are nobody's, listed or not. */
export type Attention = { readonly kind: AttentionKind; readonly listed: readonly Listed[]; readonly total: number }

/**
 * Sorts out, line by line, what needs attention. `found`: with the number of users in each state, because the lines of all of
 * them need not be read.
 */
export function attentionList(): {
  readonly take: (row: ReportRow) => void
  readonly found: (users: Readonly<Record<AttentionState, number>>) => readonly Attention[]
} {
  const lists = attentionKinds.map((kind) => ({
    kind,
    listed: [] as Listed[],
    total: 0,
    last: null as ReportRow | null,
  }))
  let before: ReportRow | null = null
  return {
    take: (row) => {
      const kind = attentionOf(row, before)
      before = row
      const list = lists.find((one) => one.kind === kind)
      if (list === undefined || kind === null) return
      // Several calls of one user may have failed.
      if (!isSameUser(row, list.last)) list.total += 1
      list.last = row
      if (list.listed.length < maxListed) list.listed.push({ ...row, advice: adviceFor(row, kind) })
    },
    found: (users) =>
      lists
        .map(({ kind, listed, total }) => ({ kind, listed, total: Math.max(total, isState(kind) ? users[kind] : 0) }))
        .filter(({ total }) => total > 0),
  }
}

function isState(kind: AttentionKind): kind is AttentionState {
  return attentionStates.some((state) => state === kind)
}
