import type { MigrationSummary, RecentMigration } from '../../../shared/ipc/views.ts'
import { migrationTitle } from '../../../shared/report/migration-title.ts'
import type { Reason } from '../../components/controls/button.tsx'
import { Card } from '../../components/display/card.tsx'
import { count, shortDayOf, shortTime } from '../../components/texts/format.ts'
import { Menu } from '../../components/overlays/menu.tsx'
import { Tag, type Tone } from '../../components/display/tag.tsx'
import { Clipped } from '../../components/overlays/tooltip.tsx'
import styles from './start-screen.module.css'

export type RecentActions = {
  readonly open: (id: string) => void
  readonly rename: (migration: RecentMigration) => void
  /** Missing where folders cannot be shown. */
  readonly show: ((id: string) => void) | null
  readonly remove: (id: string) => void
}

/** Migrations worked on before, the one that was open last first. */
export function RecentList({
  recent,
  now,
  disabled,
  actions,
}: {
  readonly recent: readonly RecentMigration[]
  readonly now: number
  readonly disabled: Reason
  readonly actions: RecentActions
}) {
  if (recent.length === 0) return null
  return (
    <section aria-labelledby="recent">
      <h2 id="recent" className={styles.recent}>
        Recent
      </h2>
      <Card bare>
        <table className={styles.table}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Core</th>
              <th scope="col">Progress</th>
              <th scope="col">State</th>
              <th scope="col">Last opened</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {recent.map((migration) => {
              const { id, location, at, summary } = migration
              const name = recentTitle(migration)
              const state = recentState(summary)
              const parts = progressParts(summary)
              return (
                <tr key={id}>
                  <th scope="row" className={styles.name}>
                    <button
                      type="button"
                      className="plain"
                      data-tip={location}
                      onClick={() => disabled || actions.open(id)}
                    >
                      {name}
                    </button>
                  </th>
                  <td className={styles.core}>
                    <CoreLabel core={summary?.core ?? null} />
                  </td>
                  <td className={styles.progress}>
                    <ProgressBar parts={parts} />
                  </td>
                  <td>
                    <Tag tone={state.tone}>{state.label}</Tag>
                  </td>
                  <td className={styles.when}>{whenText(at, now)}</td>
                  <td className={styles.menu}>
                    <RecentMenu migration={migration} disabled={disabled} actions={actions} />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </Card>
    </section>
  )
}

/** Actions on a migration besides opening it. */
export function RecentMenu({
  migration,
  disabled,
  actions,
}: {
  readonly migration: RecentMigration
  readonly disabled: Reason
  readonly actions: RecentActions
}) {
  const { id } = migration
  return (
    <Menu
      label={`More actions for ${recentTitle(migration)}`}
      disabled={disabled}
      items={[
        { label: 'Rename…', run: () => actions.rename(migration) },
        ...(actions.show ? [{ label: 'Show in folder', run: () => actions.show?.(id) }] : []),
        { label: 'Remove from list', run: () => actions.remove(id) },
      ]}
    />
  )
}

/** A bar of parts; each is wide enough to be seen. The words beside it say the same. */
export function ProgressBar({ parts, large = false }: { readonly parts: readonly Part[]; readonly large?: boolean }) {
  return (
    <div className={large ? `${styles.bar} ${styles.large}` : styles.bar} aria-hidden="true">
      {parts.map(({ users, fill }) => (
        <i key={fill} style={{ flexGrow: users, background: `var(--fill-${fill})` }} />
      ))}
    </div>
  )
}

/** Live or rehearsal, and the host of a live core. */
export function CoreLabel({ core }: { readonly core: MigrationSummary['core'] }) {
  if (core === null) return <span className="muted">No core yet</span>
  const live = core.kind === 'live'
  return (
    <span className={styles.label}>
      <span className={`${styles.chip} ${live ? styles.live : styles.rehearsal}`}>
        <i className={styles.dot} aria-hidden="true" />
        {live ? 'Live' : 'Rehearsal'}
      </span>
      {live && <Clipped className={styles.host}>{core.name}</Clipped>}
    </span>
  )
}

/** How a migration stands, in one or two words. */
type RecentState = {
  readonly kind: 'draft' | 'decide' | 'ready' | 'paused' | 'failed' | 'finished' | 'undone'
  readonly label: string
  readonly tone: Tone
}

export function recentState(summary: MigrationSummary | null): RecentState {
  if (summary === null || summary.users === 0) return { kind: 'draft', label: 'Draft', tone: 'off' }
  const { started, ready, failed, blocked, undone } = summary
  // To continue it would send the users who were just removed.
  if (undone === true) return { kind: 'undone', label: 'Undone', tone: 'off' }
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

/** The title of a migration on the list. */
export function recentTitle({ name, summary }: RecentMigration): string {
  if (summary === null) return name
  return migrationTitle({ ...summary, name, file: summary.file ?? null })
}

type Part = { readonly users: number; readonly fill: 'ok' | 'bad' | 'ready' | 'wait' | 'off' | 'rest' }

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
