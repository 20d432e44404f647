import type { ReactNode } from 'react'
import type { ReactTable, Row } from '@tanstack/react-table'
import type { UserRow } from '../../../shared/bridge/views.ts'
import type { features } from './columns.tsx'
import styles from './users-table.module.css'

type Features = typeof features

/** What stands at the end of a user's row; `tabIndex` keeps the order of the Tab key to one row. */
export type RowActions = (user: UserRow, tabIndex: number) => ReactNode

/** One user in the table: selected by its box, shown by a click anywhere else. */
export function UserTableRow({
  table,
  row,
  index,
  tabbable,
  shown,
  actions,
  onFocus,
  onShow,
}: {
  readonly table: ReactTable<Features, UserRow>
  readonly row: Row<Features, UserRow>
  readonly index: number
  readonly tabbable: boolean
  readonly shown: boolean
  /** Buttons at the end of the row. */
  readonly actions: RowActions | null
  readonly onFocus: (index: number) => void
  readonly onShow: (id: number) => void
}) {
  const user = row.original
  const tabIndex = tabbable ? 0 : -1
  const toggle = row.getToggleSelectedHandler()
  return (
    <tr
      className={styles.row}
      aria-rowindex={index + 2}
      data-selected={row.getIsSelected() || undefined}
      data-shown={shown || undefined}
      onFocus={() => onFocus(index)}
      onClick={() => onShow(user.id)}
    >
      <td className={styles.box} onClick={(event) => event.stopPropagation()}>
        <label className={styles.boxLabel}>
          <input
            type="checkbox"
            data-control="box"
            tabIndex={tabIndex}
            aria-label={`Select ${user.label}`}
            checked={row.getIsSelected()}
            onChange={toggle}
          />
        </label>
      </td>
      {row.getAllCells().map((cell) =>
        cell.column.id === 'label' ? (
          <th key={cell.id} scope="row" className={styles.who}>
            <button
              type="button"
              data-control="show"
              tabIndex={tabIndex}
              aria-expanded={shown}
              className={styles.show}
              title={user.label}
            >
              {user.label}
            </button>
          </th>
        ) : (
          <td key={cell.id} className={styles[cell.column.id]} title={titleOf(cell.column.id, user)}>
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

/** Cells that may be cut show their whole text on hovering. */
function titleOf(column: string, user: UserRow): string | undefined {
  if (column === 'note') return user.note
  return column === 'methods' ? user.methods.join(' · ') : undefined
}

/** A row whose page is on its way. */
export function WaitingRow({ index, columns }: { readonly index: number; readonly columns: number }) {
  return (
    <tr className={styles.row} aria-rowindex={index + 2} aria-busy="true">
      <td colSpan={columns}>
        <span className={styles.waiting} />
      </td>
    </tr>
  )
}
