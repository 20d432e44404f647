import { type ReactNode, useState } from 'react'
import { type UserState, userStates } from '../../../shared/planning/call.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { Checkbox } from '../controls/field.tsx'
import { count } from '../texts/format.ts'
import { Icon } from '../display/icon.tsx'
import { Menu, type MenuItem } from '../overlays/menu.tsx'
import { SearchUsers } from '../controls/search-field.tsx'
import { stateLooks } from '../display/tag.tsx'
import { SendCorrected } from './user/send-corrected.tsx'
import { type ColumnLayout, columnLayout, defaultLayouts } from './column-layout.ts'
import { columnName, type ColumnSet, everyColumn } from './columns.tsx'
import { FilterButton, FilterChips } from './filter-panel.tsx'
import type { Density } from './use-long-scroll.ts'
import { isNarrowed, noSelection, type UsersView } from './use-users-view.ts'
import styles from './users-toolbar.module.css'

const hiddenReason = 'The column is hidden. Show it first.'
const densityNames: Readonly<Record<Density, string>> = { comfortable: 'Comfortable', compact: 'Compact' }

/** Which columns are shown, and in which order. */
function ColumnsDialog({
  set,
  layout,
  onLayout,
  onClose,
}: {
  readonly set: ColumnSet
  readonly layout: ColumnLayout
  readonly onLayout: (layout: ColumnLayout) => void
  readonly onClose: () => void
}) {
  const { shown } = layout
  const inOrder = [...shown, ...everyColumn.filter((id) => !shown.includes(id))]
  return (
    <Dialog
      title="Columns and rows"
      onClose={onClose}
      foot={
        <>
          <Button onClick={() => onLayout(defaultLayouts[set])}>Reset to default</Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <p className="muted">
        Drag a column name in the table to move the column, and its edge to size it; double-click the edge to fit the
        column to its content. With the keyboard, on a column name: Shift with ← → sizes, Ctrl with ← → moves.
      </p>
      <fieldset className={styles.density}>
        <legend>Row height</legend>
        {(['comfortable', 'compact'] as const).map((density) => (
          <Checkbox
            key={density}
            type="radio"
            name="density"
            checked={layout.density === density}
            onChange={() => onLayout({ ...layout, density })}
          >
            {densityNames[density]}
          </Checkbox>
        ))}
      </fieldset>
      <ul className={styles.list}>
        {inOrder.map((id) => {
          const name = columnName(id, set)
          const place = shown.indexOf(id)
          return (
            <li key={id}>
              <label className={styles.name}>
                <input
                  type="checkbox"
                  checked={place >= 0}
                  disabled={id === 'label'}
                  onChange={(event) => onLayout(columnLayout.switched(layout, id, event.target.checked))}
                />
                {name}
              </label>
              <Button
                small
                variant="subtle"
                aria-label={`Move ${name} to the left`}
                disabled={place <= 0 && (place < 0 ? hiddenReason : 'It is the first column already.')}
                onClick={() => onLayout(columnLayout.moved(layout, id, -1))}
              >
                <Icon name="left" />
              </Button>
              <Button
                small
                variant="subtle"
                aria-label={`Move ${name} to the right`}
                disabled={
                  (place < 0 && hiddenReason) || (place === shown.length - 1 && 'It is the last column already.')
                }
                onClick={() => onLayout(columnLayout.moved(layout, id, 1))}
              >
                <Icon name="right" />
              </Button>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}

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
  more,
  actions,
}: {
  /** Users that the filters leave; null: not known yet. */
  readonly total: number | null
  readonly view: UsersView
  readonly set: ColumnSet
  /** Text at the left; null where another part shows it. */
  readonly label: string | null
  readonly layout: ColumnLayout
  readonly onLayout: (layout: ColumnLayout) => void
  /** The states to choose from. */
  readonly states?: readonly UserState[]
  readonly everyState?: string | undefined
  /** A menu in which the columns stand as well; the state is then chosen among the filters. */
  readonly more?: readonly MenuItem[]
  readonly actions?: ReactNode
}) {
  const [choosing, setChoosing] = useState(false)
  const { selected, narrowing } = view
  return (
    <div className={styles.bar}>
      {label !== null && !(isNarrowed(narrowing) && selected === 0) && <h2 className={styles.title}>{label}</h2>}
      {label !== null && isNarrowed(narrowing) && selected === 0 && (
        <FilterChips view={view} total={total} choosesState={more === undefined} />
      )}
      {/* Below the screen of a run stands “Migrate”, which sends the corrected users with the others. */}
      {label !== null && set !== 'run' && selected === 0 && <SendCorrected small />}
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
          <SearchUsers value={narrowing.search} onChange={(search) => view.narrow({ search })} />
          {more === undefined && <StateSelect view={view} states={states} everyState={everyState} />}
          <FilterButton view={view} states={states} />
          {more === undefined ? (
            <Button small variant="subtle" onClick={() => setChoosing(true)}>
              Columns…
            </Button>
          ) : (
            <Menu
              label="More of Review"
              items={[...more, { label: 'Columns and rows…', run: () => setChoosing(true) }]}
            />
          )}
        </div>
      )}
      {choosing && <ColumnsDialog set={set} layout={layout} onLayout={onLayout} onClose={() => setChoosing(false)} />}
    </div>
  )
}

/** One state, or all of them. */
function StateSelect({
  view: { narrowing, narrow },
  states,
  everyState,
}: Pick<Parameters<typeof UsersToolbar>[0], 'view'> & {
  readonly states: readonly UserState[]
  readonly everyState: string
}) {
  const [state] = narrowing.states
  return (
    <select
      aria-label="State"
      className={styles.state}
      value={narrowing.states.length > 1 ? 'several' : (state ?? '')}
      onChange={(event) => narrow({ states: states.filter((each) => each === event.target.value) })}
    >
      <option value="">{everyState}</option>
      {narrowing.states.length > 1 && <option value="several">{narrowing.states.length} states</option>}
      {states.map((each) => (
        <option key={each} value={each}>
          {stateLooks[each].word}
        </option>
      ))}
    </select>
  )
}
