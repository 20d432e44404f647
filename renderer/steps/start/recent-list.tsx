import type { RecentMigration } from '../../../shared/ipc/views.ts'
import { Card } from '../../components/card.tsx'
import { Menu } from '../../components/menu.tsx'
import { Tag } from '../../components/tag.tsx'
import { CoreLabel } from './core-label.tsx'
import { ProgressBar } from './progress-bar.tsx'
import styles from './recent-list.module.css'
import { progressParts, recentState, recentTitle, whenText } from './recent-state.ts'
import type { Reason } from '../../components/reasons.ts'

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
      <h2 id="recent" className={styles.title}>
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
                    <button type="button" data-tip={location} onClick={() => disabled || actions.open(id)}>
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
                    <Menu
                      label={`More actions for ${name}`}
                      disabled={disabled}
                      items={[
                        { label: 'Rename…', run: () => actions.rename(migration) },
                        ...(actions.show ? [{ label: 'Show in folder', run: () => actions.show?.(id) }] : []),
                        { label: 'Remove from list', run: () => actions.remove(id) },
                      ]}
                    />
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
