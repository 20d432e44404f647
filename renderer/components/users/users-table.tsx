import { type ReactTable, type Row, useTable } from '@tanstack/react-table'
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useEffectEvent } from 'react'
import type { UserRow } from '../../../shared/ipc/views.ts'
import { type UserPages, userPages, type Users } from '../../api/use-users.ts'
import { useStepScroll } from '../../navigation/step-context.tsx'
import type { MenuPlace } from '../overlays/menu.tsx'
import type { ColumnLayout } from './column-layout.ts'
import {
  cellText,
  Changed,
  type ColumnId,
  columns,
  type ColumnSet,
  everyColumn,
  features,
  Id,
  isNamedById,
  isNone,
} from './columns.tsx'
import { HeadRow } from './head-row.tsx'
import { columnsThatFit, fitColumns, useContentWidths, useElementWidth } from './use-content-widths.ts'
import { rowHeights, useLongScroll } from './use-long-scroll.ts'
import { type RowSelection, useActiveRow } from './use-row-selection.ts'
import { userSelection, type UsersView } from './use-users-view.ts'
import styles from './users-table.module.css'

const headHeight = 33
const boxWidth = 44

/** A table over any number of users: only rows in sight are drawn, only their pages are held. */
export function UsersTable({
  users,
  view,
  set,
  label,
  layout,
  onLayout,
  selecting,
  onMenu,
}: {
  readonly users: Users
  readonly view: UsersView
  readonly selecting: RowSelection
  readonly set: ColumnSet
  readonly label: string
  readonly layout: ColumnLayout
  readonly onLayout: (layout: ColumnLayout) => void
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
  const content = useContentWidths(pages, layout.shown, set)
  const width = useElementWidth(scroller)
  const available = width - boxWidth
  const { shown, widths } = useMemo(() => {
    const fitting = columnsThatFit(layout, content, available)
    return { shown: fitting, widths: fitColumns({ ...layout, shown: fitting }, content, available) }
  }, [layout, content, available])
  const first = drawn.rows[0] ?? 0
  const last = drawn.rows.at(-1) ?? 0
  const data = useMemo(
    () =>
      Array.from({ length: last - first + 1 }, (_, index) => userPages.rowAt(pages, first + index)).filter(
        (row) => row !== null,
      ),
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
  const tableWidth = boxWidth + shown.reduce((sum, id) => sum + (widths[id] ?? 0), 0)
  // The table stays as high while rows that were waited for make room for users: a layout in between would scroll it back.
  const height = headHeight + drawn.before + drawn.rows.length * rowHeight + drawn.after
  return (
    <div className={styles.scroller} ref={scroller}>
      <table
        role="grid"
        className={styles.table}
        data-density={density}
        style={{ width: tableWidth, height }}
        aria-label={label}
        aria-rowcount={total + 1}
        aria-busy={users.loading || undefined}
      >
        <colgroup>
          <col style={{ width: boxWidth }} />
          {table.getVisibleLeafColumns().map((column) => (
            <col key={column.id} style={{ width: column.getSize() }} />
          ))}
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
        />
        <tbody onKeyDownCapture={press}>
          {drawn.before > 0 && <Spacer height={drawn.before} />}
          {drawn.rows.map((index, nth) => {
            const id = userPages.rowAt(pages, index)?.id
            const row = id === undefined ? undefined : rows[id]
            // Rows that are flown past differ in nothing but their number, so they stay where they are.
            if (!row)
              return (
                <WaitingRow
                  key={`waiting ${nth}`}
                  index={index}
                  columns={shown.length + 1}
                  onWait={index === tabbable ? wait : null}
                />
              )
            return (
              <UserTableRow
                set={set}
                key={index}
                table={table}
                row={row}
                index={index}
                tabbable={index === tabbable}
                selected={userSelection.has(view.selection, row.original.id)}
                shown={view.shown === row.original.id}
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

type Features = typeof features

/** Events of a row. `range`: up to here, from the one that was chosen last. */
type RowEvents = {
  readonly onFocus: (index: number) => void
  readonly onShow: (id: number) => void
  readonly onMenu: (user: UserRow, place: MenuPlace) => void
  readonly onSelect: (index: number, id: number, on: boolean, range: boolean) => void
}

/** One user in the table: selected by its box or the space bar, shown by a click anywhere else or Enter. */
function UserTableRow({
  table,
  set,
  row,
  index,
  tabbable,
  selected,
  shown,
  events,
}: {
  readonly table: ReactTable<Features, UserRow>
  readonly set: ColumnSet
  readonly row: Row<Features, UserRow>
  readonly index: number
  readonly tabbable: boolean
  readonly selected: boolean
  readonly shown: boolean
  readonly events: RowEvents
}) {
  const user = row.original
  const changed = set === 'changed' && user.changed
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

  function toggleBox(event: MouseEvent): void {
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
      onClick={(event) => {
        // A press beside what takes the focus leaves it to the page; the keys go on from this row.
        const { activeElement } = document
        if (activeElement === null || activeElement === document.body)
          event.currentTarget.querySelector<HTMLElement>('[data-control="show"]')?.focus({ preventScroll: true })
        events.onShow(user.id)
      }}
      onContextMenu={(event) => {
        event.preventDefault()
        events.onMenu(user, { x: event.clientX, y: event.clientY })
      }}
    >
      <td className={styles.box} onClick={toggleBox}>
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
            {isNamedById(user) ? <Id text={user.label} /> : user.label}
          </th>
        ) : (
          <td
            key={cell.id}
            className={styles[cell.column.id]}
            data-clip=""
            data-none={isNone(cellText[cell.column.id as ColumnId](user)) || undefined}
          >
            {changed && cell.column.id === 'note' ? <Changed {...changed} /> : <table.FlexRender cell={cell} />}
          </td>
        ),
      )}
    </tr>
  )
}

/** A row whose page is on its way. Where the keys have led to it, it holds the focus until the user is there. */
function WaitingRow({
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

/** Shows the user at the place that the keys or the drawer ask for, once its row is loaded. */
function useWantedPlace(view: UsersView, { pages, settled }: Users, reveal: (row: number) => void): void {
  const { wantedPlace } = view
  const arrive = useEffectEvent((place: number, loaded: UserPages) => {
    const row = userPages.rowAt(loaded, place)
    if (row !== null) view.show(row.id)
  })
  useEffect(() => {
    if (wantedPlace !== null) reveal(wantedPlace)
  }, [wantedPlace, reveal])
  // Each page that comes may bring the row.
  useEffect(() => {
    if (wantedPlace !== null && settled) arrive(wantedPlace, pages)
  }, [wantedPlace, pages, settled])
}
