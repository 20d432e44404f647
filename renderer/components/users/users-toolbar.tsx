import { useState } from 'react'
import type { ReactNode } from 'react'
import { userStates } from '../../../shared/planning/call.ts'
import type { UserState } from '../../../shared/planning/call.ts'
import { Button } from '../button.tsx'
import { counted } from '../format.ts'
import { Icon } from '../icon.tsx'
import { ColumnsDialog } from './columns-dialog.tsx'
import type { ColumnLayout } from './column-layout.ts'
import type { ColumnSet } from './columns.tsx'
import { FilterRow } from './filter-row.tsx'
import { withFilter } from './table-filter.ts'
import { SearchBox } from './search-box.tsx'
import { nobody } from './selection.ts'
import type { UsersView } from './use-users-view.ts'
import styles from './users-toolbar.module.css'

/** Search, state and what else narrows the table; on the right how many users that leaves, and what can be done to them. */
export function UsersToolbar({
  total,
  view,
  set,
  layout,
  onLayout,
  states = userStates,
  everyState = 'every state',
  actions,
}: {
  readonly total: number | null
  readonly view: UsersView
  readonly set: ColumnSet
  readonly layout: ColumnLayout
  readonly onLayout: (layout: ColumnLayout) => void
  /** The states to choose from. */
  readonly states?: readonly UserState[]
  readonly everyState?: string | undefined
  readonly actions?: ReactNode
}) {
  const [filtering, setFiltering] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const { filters, state } = view.narrowing
  const { selected } = view
  return (
    <>
      <div className={styles.bar}>
        <SearchBox value={view.narrowing.search} onChange={(search) => view.narrow({ search })} />
        <select
          aria-label="State"
          className={styles.state}
          value={state ?? ''}
          onChange={(event) => view.narrow({ state: states.find((each) => each === event.target.value) ?? null })}
        >
          <option value="">{everyState}</option>
          {states.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
        <Button small aria-expanded={filtering} onClick={() => setFiltering(!filtering)}>
          Filter
        </Button>
        {filters.map((filter) => (
          <Button
            small
            key={filter.kind}
            className={styles.filter}
            onClick={() => view.narrow({ filters: withFilter(filters, filter.kind, null) })}
            aria-label={`Show all again, not only ${filter.label}`}
          >
            <span>{filter.label}</span>
            <Icon name="close" size={12} />
          </Button>
        ))}
        <span className={`${styles.count} figures`} role="status">
          {selected > 0 ? `${counted(selected, 'user')} selected` : total === null ? '' : counted(total, 'user')}
        </span>
        {selected > 0 && (
          <Button variant="link" small onClick={() => view.select(nobody)}>
            Clear selection
          </Button>
        )}
        {actions}
        <Button small variant="subtle" onClick={() => setChoosing(true)}>
          Columns…
        </Button>
      </div>
      {filtering && <FilterRow view={view} />}
      {choosing && <ColumnsDialog set={set} layout={layout} onLayout={onLayout} onClose={() => setChoosing(false)} />}
    </>
  )
}
