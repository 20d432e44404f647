import { useTable } from '@tanstack/react-table'
import { useEffect, useMemo, useRef } from 'react'
import type { UserRow } from '../../../shared/ipc/views.ts'
import type { Users } from '../../api/use-users.ts'
import { rowAt } from '../../api/user-pages.ts'
import { useStepScroll } from '../../navigation/step-state.ts'
import { everyColumn } from './column-layout.ts'
import type { ColumnLayout } from './column-layout.ts'
import { columns, features } from './columns.tsx'
import type { ColumnSet } from './columns.tsx'
import { columnsThatFit, fitColumns } from './fit-columns.ts'
import { HeadRow } from './head-row.tsx'
import { rowHeights } from './long-scroll.ts'
import { isSelected } from './selection.ts'
import { useWantedPlace } from './drawer-place.ts'
import { useActiveRow } from './use-active-row.ts'
import { useContentWidths } from './use-content-widths.ts'
import { useElementWidth } from './use-element-width.ts'
import { useLongScroll } from './use-long-scroll.ts'
import type { RowSelection } from './use-row-selection.ts'
import { UserTableRow, WaitingRow } from './user-table-row.tsx'
import type { RowActions, RowEvents } from './user-table-row.tsx'
import styles from './users-table.module.css'
import type { UsersView } from './use-users-view.ts'

const headHeight = 33
const boxWidth = 44
const actionsWidth = 132

/** A table over any number of users: only rows in sight are drawn, only their pages are held. */
export function UsersTable({
  users,
  view,
  set,
  label,
  layout,
  onLayout,
  selecting,
  actions = null,
  onMenu,
}: {
  readonly users: Users
  readonly view: UsersView
  readonly selecting: RowSelection
  readonly set: ColumnSet
  readonly label: string
  readonly layout: ColumnLayout
  readonly onLayout: (layout: ColumnLayout) => void
  readonly actions?: RowActions | null
  /** The menu of a user was asked for. */
  readonly onMenu: RowEvents['onMenu']
}) {
  const { pages, look } = users
  const total = pages.total ?? 0
  const scroller = useRef<HTMLDivElement>(null)
  const { density } = layout
  const rowHeight = rowHeights[density]
  const heights = useMemo(() => ({ head: headHeight, row: rowHeight }), [rowHeight])
  const drawn = useLongScroll(scroller, total, heights, useStepScroll(`users scroll ${density}`))
  const questionKey = JSON.stringify([view.filter, view.sort])
  const content = useContentWidths(pages, layout.shown, set, questionKey)
  const fixed = boxWidth + (actions ? actionsWidth : 0)
  const available = useElementWidth(scroller) - fixed
  const { shown, widths } = useMemo(() => {
    const fitting = columnsThatFit(layout, content, available)
    return { shown: fitting, widths: fitColumns({ ...layout, shown: fitting }, content, available) }
  }, [layout, content, available])
  const first = drawn.rows[0] ?? 0
  const last = drawn.rows.at(-1) ?? 0
  const data = useMemo(
    () =>
      Array.from({ length: last - first + 1 }, (_, index) => rowAt(pages, first + index)).filter((row) => row !== null),
    [pages, first, last],
  )
  const state = useMemo(
    () => ({
      columnOrder: [...shown],
      columnVisibility: Object.fromEntries(everyColumn.map((id) => [id, shown.includes(id)])),
      columnSizing: { ...widths },
    }),
    [shown, widths],
  )
  const table = useTable({
    features,
    columns,
    data,
    getRowId: (row: UserRow) => String(row.id),
    state,
  })
  const rows = table.getRowModel().rowsById
  useEffect(() => look(first, last), [look, first, last])

  const { toTop, reveal } = drawn
  const question = useRef(questionKey)
  useEffect(() => {
    if (question.current !== questionKey) toTop()
    question.current = questionKey
  }, [questionKey, toTop])

  const screen = () => Math.max(Math.floor(((scroller.current?.clientHeight ?? 600) - headHeight) / rowHeight) - 1, 1)
  const { active, setActive, press, wait } = useActiveRow(scroller, {
    total,
    screen,
    reveal,
    selecting,
    onMove: (place) => view.shown !== null && view.goTo(place),
  })
  useWantedPlace(view, users, reveal)
  const tabbable = active >= first && active <= last ? active : first

  const events: RowEvents = { onFocus: setActive, onShow: view.show, onMenu, onSelect: selecting.toggle }
  const width = fixed + shown.reduce((sum, id) => sum + (widths[id] ?? 0), 0)
  // The table stays as high while rows that were waited for make room for users: a layout in between would scroll it back.
  const height = headHeight + drawn.before + drawn.rows.length * rowHeight + drawn.after
  return (
    <div className={styles.scroller} ref={scroller}>
      <table
        role="grid"
        className={styles.table}
        data-density={density}
        style={{ width, height }}
        aria-label={label}
        aria-rowcount={total + 1}
        aria-busy={users.loading || undefined}
      >
        <colgroup>
          <col style={{ width: boxWidth }} />
          {table.getVisibleLeafColumns().map((column) => (
            <col key={column.id} style={{ width: column.getSize() }} />
          ))}
          {actions && <col style={{ width: actionsWidth }} />}
        </colgroup>
        <HeadRow
          table={table}
          view={view}
          set={set}
          filter={view.filter}
          total={total}
          layout={layout}
          widths={widths}
          content={content}
          onLayout={onLayout}
          actions={actions !== null}
        />
        <tbody onKeyDown={press}>
          {drawn.before > 0 && <Spacer height={drawn.before} />}
          {drawn.rows.map((index, nth) => {
            const id = rowAt(pages, index)?.id
            const row = id === undefined ? undefined : rows[id]
            // Rows that are flown past differ in nothing but their number, so they stay where they are.
            if (!row)
              return (
                <WaitingRow
                  key={`waiting ${nth}`}
                  index={index}
                  columns={shown.length + (actions ? 2 : 1)}
                  onWait={index === tabbable ? wait : null}
                />
              )
            return (
              <UserTableRow
                key={index}
                table={table}
                row={row}
                index={index}
                tabbable={index === tabbable}
                selected={isSelected(view.selection, row.original.id)}
                shown={view.shown === row.original.id}
                actions={actions}
                events={events}
              />
            )
          })}
          {drawn.after > 0 && <Spacer height={drawn.after} />}
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
