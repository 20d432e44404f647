import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import type { ReactTable, Row } from '@tanstack/react-table'
import type { UserRow } from '../../../shared/ipc/views.ts'
import type { MenuPlace } from '../context-menu.tsx'
import { cellText, isNone } from './columns.tsx'
import type { ColumnId, features } from './columns.tsx'
import styles from './users-table.module.css'

type Features = typeof features

/** What stands at the end of a user's row; `tabIndex` keeps the order of the Tab key to one row. */
export type RowActions = (user: UserRow, tabIndex: number) => ReactNode

/** What a row tells the table. `range`: up to here, from the one that was chosen last. */
export type RowEvents = {
  readonly onFocus: (index: number) => void
  readonly onShow: (id: number) => void
  readonly onMenu: (user: UserRow, place: MenuPlace) => void
  readonly onSelect: (index: number, id: number, on: boolean, range: boolean) => void
}

/** One user in the table: selected by its box or the space bar, shown by a click anywhere else or Enter. */
export function UserTableRow({
  table,
  row,
  index,
  tabbable,
  selected,
  shown,
  actions,
  events,
}: {
  readonly table: ReactTable<Features, UserRow>
  readonly row: Row<Features, UserRow>
  readonly index: number
  readonly tabbable: boolean
  readonly selected: boolean
  readonly shown: boolean
  /** Buttons at the end of the row. */
  readonly actions: RowActions | null
  readonly events: RowEvents
}) {
  const user = row.original
  const tabIndex = tabbable ? 0 : -1
  const toggle = (range: boolean): void => events.onSelect(index, user.id, !selected, range)

  function press(event: KeyboardEvent): void {
    // Enter with Control is the next step of the screen.
    const showing = event.key === 'Enter' && !event.ctrlKey && event.currentTarget instanceof HTMLTableCellElement
    if (event.key !== ' ' && !showing) return
    event.preventDefault()
    if (showing) events.onShow(user.id)
    else toggle(event.shiftKey)
  }

  function tick(event: MouseEvent): void {
    event.stopPropagation()
    // The box itself reports the click that its label passes on to it.
    if (event.target instanceof HTMLInputElement) toggle(event.shiftKey)
  }

  return (
    <tr
      className={styles.row}
      aria-rowindex={index + 2}
      data-row={index}
      data-selected={selected || undefined}
      data-shown={shown || undefined}
      onFocus={() => events.onFocus(index)}
      onClick={() => events.onShow(user.id)}
      onContextMenu={(event) => {
        event.preventDefault()
        events.onMenu(user, { x: event.clientX, y: event.clientY })
      }}
    >
      <td className={styles.box} onClick={tick}>
        <label className={styles.boxLabel}>
          <input
            type="checkbox"
            data-control="box"
            tabIndex={tabIndex}
            aria-label={`Select ${user.label}`}
            checked={selected}
            onKeyDown={press}
            readOnly
          />
        </label>
      </td>
      {row.getVisibleCells().map((cell) =>
        cell.column.id === 'label' ? (
          <th
            key={cell.id}
            scope="row"
            className={styles.who}
            data-control="show"
            data-clip=""
            tabIndex={tabIndex}
            aria-expanded={shown}
            onKeyDown={press}
          >
            {user.formerEmail !== undefined && <span className={styles.former}>{user.formerEmail} → </span>}
            {user.label}
          </th>
        ) : (
          <td
            key={cell.id}
            className={styles[cell.column.id]}
            data-clip=""
            data-none={isNone(cellText[cell.column.id as ColumnId](user)) || undefined}
          >
            <table.FlexRender cell={cell} />
          </td>
        ),
      )}
      {actions && (
        <td className={styles.actions} onClick={(event) => event.stopPropagation()}>
          {actions(user, tabIndex)}
        </td>
      )}
    </tr>
  )
}

/** A row whose page is on its way. Where the keys have led to it, it holds the focus until the user is there. */
export function WaitingRow({
  index,
  columns,
  onWait,
}: {
  readonly index: number
  readonly columns: number
  /** Told when the focus comes to this row; null where it cannot. */
  readonly onWait: ((index: number) => void) | null
}) {
  return (
    <tr className={styles.row} aria-rowindex={index + 2} aria-busy="true">
      <td colSpan={columns}>
        {onWait ? (
          <button
            type="button"
            data-control="waiting"
            className={styles.waitingFor}
            onFocus={() => onWait(index)}
            aria-label={`User ${index + 1} is being loaded`}
          >
            <span className={styles.waiting} />
          </button>
        ) : (
          <span className={styles.waiting} />
        )}
      </td>
    </tr>
  )
}
