import { useEffect } from 'react'
import type { ReactNode } from 'react'
import type { UserState } from '../../../shared/planning/call.ts'
import { useDocument } from '../../api/document-context.tsx'
import { useUsers } from '../../api/use-users.ts'
import { Button } from '../button.tsx'
import { Empty } from '../empty.tsx'
import { ProblemNotice } from '../notice.tsx'
import type { ColumnSet } from './columns.tsx'
import { everybody, isNarrowed } from './table-filter.ts'
import { useColumnLayout } from './use-column-layout.ts'
import { useRowSelection } from './use-row-selection.ts'
import { UserDetails } from './user-details.tsx'
import styles from './users-pane.module.css'
import type { RowActions } from './user-table-row.tsx'
import { UsersTable } from './users-table.tsx'
import { UsersToolbar } from './users-toolbar.tsx'
import type { UsersView } from './use-users-view.ts'

/** The users of the document: a table, and beside it everything about the one that is shown. */
export function UsersPane({
  view,
  set,
  label,
  states,
  actions,
  renderActions,
  everyState,
  none,
}: {
  readonly view: UsersView
  readonly set: ColumnSet
  /** What the table is called. */
  readonly label: string
  readonly states?: readonly UserState[]
  readonly actions?: ReactNode
  readonly renderActions?: RowActions
  /** What the states are called when none is chosen. */
  readonly everyState?: string
  /** What is said when nobody is there at all. */
  readonly none: ReactNode
}) {
  const { version } = useDocument()
  const users = useUsers(view.filter, view.sort, version)
  const selecting = useRowSelection(view, users.pages)
  const [layout, setLayout] = useColumnLayout(set)
  const filtered = isNarrowed(view.narrowing)
  const { total } = users.pages
  const empty = total === 0 && !users.loading
  const { found } = view
  useEffect(() => found(total ?? 0), [found, total])

  return (
    <div className={styles.pane} data-set={set}>
      <section className={styles.table} aria-label={label}>
        <UsersToolbar
          total={total}
          view={view}
          set={set}
          layout={layout}
          onLayout={setLayout}
          {...(states ? { states } : {})}
          actions={actions}
          everyState={everyState}
        />
        <ProblemNotice problem={users.problem} onRetry={users.reload} />
        <ProblemNotice problem={selecting.problem} onDismiss={selecting.dismiss} />
        {empty && filtered && (
          <Empty title="No users match">
            <Button onClick={() => view.narrow(everybody)}>Clear filters</Button>
          </Empty>
        )}
        {empty && !filtered && <Empty title="Nobody here">{none}</Empty>}
        {!empty && (
          <UsersTable
            users={users}
            view={view}
            selecting={selecting}
            set={set}
            label={label}
            layout={layout}
            onLayout={setLayout}
            actions={renderActions ?? null}
          />
        )}
      </section>
      <aside className={styles.details} aria-label="Selected user" data-open={view.shown !== null || undefined}>
        {view.shown === null ? (
          <Empty title="Choose a user">
            Then you see here what was found, the exact requests that are made, and what the core answered.
          </Empty>
        ) : (
          <UserDetails key={view.shown} id={view.shown} onClose={() => view.show(null)} />
        )}
      </aside>
    </div>
  )
}
