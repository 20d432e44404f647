import { stateTitles, unchangedOf } from './state-titles.ts'
import type { StateCounts, Totals } from '../ipc/views.ts'

/** One line of the sum: how many records went where. */
export type SumRow = {
  readonly key: keyof StateCounts | 'unchanged' | 'joined' | 'unmatched' | 'unreadable' | 'other'
  readonly label: string
  readonly value: number
  readonly tone: 'ok' | 'bad' | 'wait' | null
  readonly note: string
}

/**
 * The outcome of every record. Rows that are usually zero are left out when zero; the others still add up
 * to the records.
 */
export function sumRows({
  totals,
  counts,
  undone = null,
}: {
  readonly totals: Totals
  readonly counts: StateCounts
  /** Users that were removed again; null: none. */
  readonly undone?: number | null
}): readonly SumRow[] {
  const unchanged = unchangedOf(totals, counts)
  const rows: readonly (SumRow & { readonly always: boolean })[] = [
    { key: 'migrated', label: stateTitles.migrated, value: counts.migrated, tone: 'ok', note: '', always: true },
    { key: 'existing', label: stateTitles.existing, value: counts.existing, tone: null, note: '', always: false },
    {
      key: 'blocked',
      label: counts.blocked === 1 ? stateTitles.blocked : 'Need a decision',
      value: counts.blocked,
      tone: counts.blocked > 0 ? 'wait' : null,
      note: '',
      always: true,
    },
    {
      key: 'failed',
      label: stateTitles.failed,
      value: counts.failed,
      tone: counts.failed > 0 ? 'bad' : null,
      note: '',
      always: true,
    },
    {
      key: 'excluded',
      label: stateTitles.excluded,
      value: counts.excluded - unchanged,
      tone: null,
      note: 'by you, or deleted in the source',
      always: true,
    },
    {
      key: 'unchanged',
      label: 'Unchanged',
      value: unchanged,
      tone: null,
      note: 'as the earlier migration sent them',
      always: false,
    },
    {
      key: 'ready',
      label: undone === null ? `${stateTitles.ready}, not sent yet` : `${stateTitles.ready} again`,
      value: counts.ready,
      tone: null,
      note: '',
      always: false,
    },
    { key: 'sending', label: 'On their way', value: counts.sending, tone: null, note: '', always: false },
    {
      key: 'in-doubt',
      label: stateTitles['in-doubt'],
      value: counts['in-doubt'],
      tone: 'wait',
      note: 'need your decision',
      always: false,
    },
    {
      key: 'joined',
      label: 'Joined to a user',
      value: totals.joined,
      tone: null,
      note: 'entries of another file',
      always: false,
    },
    {
      key: 'unmatched',
      label: 'Unmatched',
      value: totals.unmatched,
      tone: null,
      note: 'entries of another file',
      always: false,
    },
    { key: 'unreadable', label: 'Unreadable', value: totals.unreadable, tone: null, note: '', always: false },
    {
      key: 'other',
      label: 'Not users',
      value: totals.other,
      tone: null,
      note: 'entries of other kinds',
      always: false,
    },
  ]
  return rows.filter((row) => row.always || row.value > 0)
}

/** The sum of the lines; it must be the number of records. */
export function sumOf(rows: readonly SumRow[]): number {
  return rows.reduce((sum, row) => sum + row.value, 0)
}

type SumPart = { readonly sign: '+' | '−' | '=' | undefined; readonly value: number; readonly label: string }

/**
 * After an undo: the users that the core had, the ones created and removed, and the ones it has now; without its own
 * counts, the users of this migration alone. `stay`: migrated users that this migration did not create.
 */
export function undoneParts(
  { removed, gone, stay }: { readonly removed: number; readonly gone: number; readonly stay: number },
  core: { readonly before: number; readonly now: number } | null,
): readonly SumPart[] {
  const others = core === null ? 0 : core.now - core.before
  return [
    ...(core === null ? [] : [{ sign: undefined, value: core.before, label: 'before' } as const]),
    core === null
      ? { sign: undefined, value: removed + gone + stay, label: 'migrated' }
      : { sign: '+', value: removed + gone, label: stay === 0 ? 'migrated' : 'created' },
    { sign: '−', value: removed, label: 'removed' },
    ...(gone > 0 ? [{ sign: '−', value: gone, label: 'gone before' } as const] : []),
    ...(others === 0
      ? []
      : [{ sign: others > 0 ? '+' : '−', value: Math.abs(others), label: 'others since' } as const]),
    { sign: '=', value: core?.now ?? stay, label: core === null ? 'left' : 'now' },
  ]
}
