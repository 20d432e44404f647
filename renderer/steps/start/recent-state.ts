import { migrationTitle } from '../../../shared/report/migration-title.ts'
import type { MigrationSummary, RecentMigration } from '../../../shared/ipc/views.ts'
import type { Tone } from '../../components/tag.tsx'
import { count, shortDayOf, shortTime } from '../../components/format.ts'

/** How a migration stands, in one or two words. */
export type RecentState = {
  readonly kind: 'draft' | 'decide' | 'ready' | 'paused' | 'failed' | 'finished'
  readonly label: string
  readonly tone: Tone
}

export function recentState(summary: MigrationSummary | null): RecentState {
  if (summary === null || summary.users === 0) return { kind: 'draft', label: 'Draft', tone: 'off' }
  const { started, ready, failed, blocked } = summary
  if (started && ready > 0) return { kind: 'paused', label: 'Paused', tone: 'accent' }
  if (started && failed > 0) return { kind: 'failed', label: `${count(failed)} failed`, tone: 'bad' }
  if (blocked > 0)
    return { kind: 'decide', label: `${count(blocked)} ${blocked === 1 ? 'needs' : 'need'} a decision`, tone: 'wait' }
  if (started) return { kind: 'finished', label: 'Finished', tone: 'ok' }
  return summary.core === null
    ? { kind: 'draft', label: 'Draft', tone: 'off' }
    : { kind: 'ready', label: 'Ready', tone: 'accent' }
}

/** The migration to continue: the one that was open last whose run did not come to its end. */
export function interrupted(recent: readonly RecentMigration[]): RecentMigration | null {
  return recent.find(({ summary }) => recentState(summary).kind === 'paused') ?? null
}

/** What a migration is called on the list. */
export function recentTitle({ name, summary }: RecentMigration): string {
  if (summary === null) return name
  return migrationTitle({ ...summary, name, file: summary.file ?? null })
}

export type Part = { readonly users: number; readonly fill: 'ok' | 'bad' | 'ready' | 'wait' | 'off' | 'rest' }

/** The parts of the bar; empty where there is nothing to show. */
export function progressParts(summary: MigrationSummary | null): readonly Part[] {
  if (summary === null || summary.users === 0) return []
  const { users, migrated, failed, blocked, excluded, ready, started } = summary
  const parts: Part[] = started
    ? [
        { users: migrated, fill: 'ok' },
        { users: blocked, fill: 'wait' },
        { users: failed, fill: 'bad' },
        { users: excluded, fill: 'off' },
        { users: users - migrated - blocked - failed - excluded, fill: 'rest' },
      ]
    : [
        { users: ready, fill: 'ready' },
        { users: blocked, fill: 'wait' },
        { users: excluded, fill: 'off' },
      ]
  return parts.filter((part) => part.users > 0)
}

/** `Today, 09:15`, `Yesterday, 18:42`, `Nov 20, 14:12`, and with the year when it is another one. */
export function whenText(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)]
  const days = Math.round((startOfDay(today) - startOfDay(then)) / 86_400_000)
  if (days === 0) return `Today, ${shortTime(at)}`
  if (days === 1) return `Yesterday, ${shortTime(at)}`
  return `${shortDayOf(at, now)}, ${shortTime(at)}`
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}
