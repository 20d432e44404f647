import type { ReactTable } from '@tanstack/react-table'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import type { UserFilter, UserRow, UserSort } from '../../../shared/ipc/views.ts'
import { counted } from '../texts/format.ts'
import { type ColumnLayout, columnLayout } from './column-layout.ts'
import { ChangedHead, type ColumnId, columnName, type ColumnSet, type features } from './columns.tsx'
import type { ContentWidths } from './use-content-widths.ts'
import { noSelection, type Selection, userSelection, type UsersView } from './use-users-view.ts'
import styles from './users-table.module.css'

const dragged = 'text/x-column'

/** The headers: each sorts the users, can be moved and resized; and the box that selects all users. */
export function HeadRow({
  table,
  view,
  set,
  filter,
  total,
  layout,
  widths,
  content,
  onLayout,
}: {
  readonly table: ReactTable<typeof features, UserRow>
  readonly view: UsersView
  readonly set: ColumnSet
  readonly filter: UserFilter
  readonly total: number
  readonly layout: ColumnLayout
  /** As they are drawn. */
  readonly widths: ContentWidths
  /** The widths that columns need for their content. */
  readonly content: ContentWidths
  readonly onLayout: (layout: ColumnLayout) => void
}) {
  const shown = table.getVisibleLeafColumns().map(({ id }) => id as ColumnId)

  function press(event: KeyboardEvent, id: ColumnId): void {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null
    if (step === null || event.altKey || event.metaKey) return
    if (event.shiftKey) onLayout(columnLayout.resized(layout, id, (widths[id] ?? 0) + step * 16))
    else if (event.ctrlKey) onLayout(columnLayout.moved(layout, id, step))
    else return
    event.preventDefault()
  }

  return (
    <thead className={styles.head}>
      <tr aria-rowindex={1}>
        <th scope="col" className={styles.box}>
          <SelectAll filter={filter} total={total} selected={view.selected} onSelect={view.select} />
        </th>
        {shown.map((id) => (
          <th
            key={id}
            scope="col"
            className={styles[id]}
            aria-sort={view.sort.by === id ? (view.sort.descending ? 'descending' : 'ascending') : undefined}
            onDragOver={(event) => event.dataTransfer.types.includes(dragged) && event.preventDefault()}
            onDrop={(event) =>
              onLayout(columnLayout.moved(layout, event.dataTransfer.getData(dragged) as ColumnId, id))
            }
          >
            <button
              type="button"
              className={`plain ${styles.order}`}
              draggable
              onDragStart={(event) => event.dataTransfer.setData(dragged, id)}
              onKeyDown={(event) => press(event, id)}
              onClick={() => view.order(nextSort(view.sort, id))}
              data-tip={`${columnName(id, set)}: click to sort, drag to move`}
            >
              <span>{set === 'changed' && id === 'note' ? <ChangedHead /> : columnName(id, set)}</span>
              <SortMark sort={view.sort} by={id} />
            </button>
            <ColumnHandle
              width={widths[id] ?? 0}
              onWidth={(width) => onLayout(columnLayout.resized(layout, id, width))}
              onFit={() => onLayout(columnLayout.resized(layout, id, content[id] ?? 0))}
            />
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** Ascending, then descending, then the order that the table begins with. */
function nextSort(sort: UserSort, by: ColumnId): UserSort | null {
  if (sort.by !== by) return { by, descending: false }
  return sort.descending ? null : { by, descending: true }
}

/** An arrow beside the name of the column that users are ordered by. */
function SortMark({ sort, by }: { readonly sort: UserSort; readonly by: UserSort['by'] }) {
  if (sort.by !== by || (by === 'place' && !sort.descending)) return null
  return (
    <svg className={styles.mark} width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
      <path d={sort.descending ? 'M2 3.5L5 7L8 3.5' : 'M2 6.5L5 3L8 6.5'} fill="none" stroke="currentColor" />
    </svg>
  )
}

/** The edge of a column: dragged it sizes the column, double-clicked it fits the column to what it holds. Keys do the same on the name. */
function ColumnHandle({
  width,
  onWidth,
  onFit,
}: {
  readonly width: number
  readonly onWidth: (width: number) => void
  readonly onFit: () => void
}) {
  const from = useRef<{ readonly x: number; readonly width: number } | null>(null)

  function begin(event: PointerEvent<HTMLSpanElement>): void {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const drawn = event.currentTarget.parentElement?.getBoundingClientRect().width
    from.current = { x: event.clientX, width: drawn ?? width }
  }

  return (
    <span
      className={styles.handle}
      aria-hidden="true"
      onPointerDown={begin}
      onPointerMove={(event) => {
        if (from.current) onWidth(from.current.width + event.clientX - from.current.x)
      }}
      onPointerUp={() => {
        from.current = null
      }}
      onDoubleClick={onFit}
    />
  )
}

/** Selects all users of the filter, loaded or not, or none. */
function SelectAll({
  filter,
  total,
  selected,
  onSelect,
}: {
  readonly filter: UserFilter
  readonly total: number
  readonly selected: number
  readonly onSelect: (selection: Selection) => void
}) {
  const some = selected > 0
  const words = some
    ? `Clear selection of ${counted(selected, 'selected user')}`
    : `Select all ${counted(total, 'user')}`
  return (
    <label className={styles.boxLabel}>
      <input
        type="checkbox"
        aria-label={words}
        data-tip={words}
        disabled={total === 0}
        checked={some && selected >= total}
        ref={(box) => {
          if (box) box.indeterminate = some && selected < total
        }}
        onChange={() => onSelect(some ? noSelection : userSelection.allMatching(filter))}
      />
    </label>
  )
}
