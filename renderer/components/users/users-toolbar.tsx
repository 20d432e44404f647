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
import { withLens } from './lens.ts'
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
  const { lenses, state } = view.narrowing
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
        {lenses.map((lens) => (
          <Button
            small
            key={lens.kind}
            className={styles.lens}
            onClick={() => view.narrow({ lenses: withLens(lenses, lens.kind, null) })}
            aria-label={`Show all again, not only ${lens.label}`}
          >
            <span>{lens.label}</span>
            <Icon name="close" size={12} />
          </Button>
        ))}
        <span className={`${styles.count} figures`} role="status">
          {selected > 0 ? `${counted(selected, 'user')} selected` : total === null ? '' : counted(total, 'user')}
        </span>
        {selected > 0 && (
          <Button look="link" small onClick={() => view.select(nobody)}>
            Select none
          </Button>
        )}
        {actions}
        <Button small look="quiet" onClick={() => setChoosing(true)}>
          Columns…
        </Button>
      </div>
      {filtering && <FilterRow view={view} />}
      {choosing && <ColumnsDialog set={set} layout={layout} onLayout={onLayout} onClose={() => setChoosing(false)} />}
    </>
  )
}
