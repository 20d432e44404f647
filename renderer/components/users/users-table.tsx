import { useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { UserRow } from '../../../shared/bridge/views.ts'
import type { Users } from '../../bridge/use-users.ts'
import { loadedRows, rowAt, rowsInReach } from '../../bridge/user-pages.ts'
import { columnSets, features } from './columns.tsx'
import type { ColumnSet } from './columns.tsx'
import { HeadRow } from './head-row.tsx'
import { UserTableRow, WaitingRow } from './user-table-row.tsx'
import type { RowActions } from './user-table-row.tsx'
import styles from './users-table.module.css'
import type { UsersView } from './use-users-view.ts'

const rowHeight = 40

/** A table over any number of users: only rows in sight are drawn, only their pages are held. */
export function UsersTable({
  users,
  view,
  set,
  label,
  actions = null,
}: {
  readonly users: Users
  readonly view: UsersView
  readonly set: ColumnSet
  readonly label: string
  readonly actions?: RowActions | null
}) {
  const { pages, look } = users
  const scroller = useRef<HTMLDivElement>(null)
  const data = useMemo(() => loadedRows(pages), [pages])
  const table = useTable({
    features,
    columns: columnSets[set],
    data,
    getRowId: (row: UserRow) => String(row.id),
    state: { rowSelection: view.selection },
    onRowSelectionChange: (change) => view.select(typeof change === 'function' ? change(view.selection) : change),
  })
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not in use
  const virtual = useVirtualizer({
    count: rowsInReach(pages),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  })
  const rows = table.getRowModel().rowsById
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => look(first, last), [look, first, last])

  const filterKey = JSON.stringify(view.filter)
  useEffect(() => {
    if (filterKey) scroller.current?.scrollTo({ top: 0 })
  }, [filterKey])

  // One row takes part in the order of the Tab key; the arrows go to the others.
  const [active, setActive] = useState(0)
  const tabbable = active >= first && active <= last ? active : first
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)

  return (
    <div className={styles.scroller} ref={scroller}>
      <table className={`${styles.table} ${styles[set]}`} aria-label={label} aria-rowcount={(pages.total ?? 0) + 1}>
        <HeadRow
          table={table}
          filter={view.filter}
          total={pages.total ?? 0}
          actions={actions !== null}
          onSelect={view.select}
        />
        <tbody onKeyDown={moveFocus}>
          {before > 0 && <Spacer height={before} />}
          {items.map(({ index }) => {
            const id = rowAt(pages, index)?.id
            const row = id === undefined ? undefined : rows[id]
            if (!row)
              return <WaitingRow key={index} index={index} columns={columnSets[set].length + (actions ? 2 : 1)} />
            return (
              <UserTableRow
                key={index}
                table={table}
                row={row}
                index={index}
                tabbable={index === tabbable}
                shown={view.shown === id}
                actions={actions}
                onFocus={setActive}
                onShow={view.show}
              />
            )
          })}
          {after > 0 && <Spacer height={after} />}
        </tbody>
      </table>
    </div>
  )
}

function Spacer({ height }: { readonly height: number }) {
  return (
    <tr aria-hidden="true" className={styles.spacer} style={{ height }}>
      <td />
    </tr>
  )
}

/** Arrow up and down go to the same control in the row above or below. */
function moveFocus(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const control = event.target instanceof HTMLElement ? event.target : null
  const row = control?.closest('tr')
  const other = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling
  const kind = control?.dataset['control']
  const next = kind ? other?.querySelector<HTMLElement>(`[data-control="${kind}"]`) : null
  if (!next) return
  event.preventDefault()
  next.focus()
}
