import { useState } from 'react'
import type { ReactNode } from 'react'
import { userStates } from '../../../shared/planning/call.ts'
import type { UserState } from '../../../shared/planning/call.ts'
import { Button } from '../button.tsx'
import { count } from '../format.ts'
import { SendCorrected } from '../user/send-corrected.tsx'
import { stateLooks } from '../user-state.ts'
import { ColumnsDialog } from './columns-dialog.tsx'
import type { ColumnLayout } from './column-layout.ts'
import type { ColumnSet } from './columns.tsx'
import { FilterChips } from './filter-chips.tsx'
import { FilterButton } from './filter-panel.tsx'
import { SearchBox } from './search-box.tsx'
import { noSelection } from './selection.ts'
import { isNarrowed } from './table-filter.ts'
import type { UsersView } from './use-users-view.ts'
import styles from './users-toolbar.module.css'

/** Search, state, filters and columns; while users are selected, what can be done with them stands in the same place. */
export function UsersToolbar({
  view,
  set,
  label,
  layout,
  onLayout,
  states = userStates,
  everyState = 'All states',
  total,
  actions,
}: {
  /** Users that the filters leave; null: not known yet. */
  readonly total: number | null
  readonly view: UsersView
  readonly set: ColumnSet
  /** Said at the left; null where something else says it. */
  readonly label: string | null
  readonly layout: ColumnLayout
  readonly onLayout: (layout: ColumnLayout) => void
  /** The states to choose from. */
  readonly states?: readonly UserState[]
  readonly everyState?: string | undefined
  readonly actions?: ReactNode
}) {
  const [choosing, setChoosing] = useState(false)
  const { selected, narrowing } = view
  const [state] = narrowing.states
  return (
    <div className={styles.bar}>
      {label !== null && !(isNarrowed(narrowing) && selected === 0) && <h2 className={styles.title}>{label}</h2>}
      {label !== null && isNarrowed(narrowing) && selected === 0 && <FilterChips view={view} total={total} />}
      {label !== null && selected === 0 && <SendCorrected />}
      {selected > 0 ? (
        <div className={styles.tools} role="toolbar" aria-label="Selected users">
          <b className="figures">
            {count(selected)} <span className={styles.more}>{selected === 1 ? 'user ' : 'users '}</span>selected
          </b>
          {actions}
          <Button variant="subtle" small onClick={() => view.select(noSelection)}>
            <span>
              Clear<span className={styles.more}> selection</span>
            </span>
          </Button>
        </div>
      ) : (
        <div className={styles.tools}>
          <SearchBox value={narrowing.search} onChange={(search) => view.narrow({ search })} />
          <select
            aria-label="State"
            className={styles.state}
            value={narrowing.states.length > 1 ? 'several' : (state ?? '')}
            onChange={(event) => view.narrow({ states: states.filter((each) => each === event.target.value) })}
          >
            <option value="">{everyState}</option>
            {narrowing.states.length > 1 && <option value="several">{narrowing.states.length} states</option>}
            {states.map((each) => (
              <option key={each} value={each}>
                {stateLooks[each].word}
              </option>
            ))}
          </select>
          <FilterButton view={view} states={states} />
          <Button small variant="subtle" onClick={() => setChoosing(true)}>
            Columns…
          </Button>
        </div>
      )}
      {choosing && <ColumnsDialog set={set} layout={layout} onLayout={onLayout} onClose={() => setChoosing(false)} />}
    </div>
  )
}
