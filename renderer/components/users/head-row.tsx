import type { ReactTable } from '@tanstack/react-table'
import type { KeyboardEvent } from 'react'
import type { UserFilter, UserRow, UserSort } from '../../../shared/ipc/views.ts'
import { ColumnHandle } from './column-handle.tsx'
import { moved, resized } from './column-layout.ts'
import type { ColumnLayout } from './column-layout.ts'
import { columnName } from './columns.tsx'
import type { ColumnId, ColumnSet, features } from './columns.tsx'
import type { ContentWidths } from './fit-columns.ts'
import { SelectAll } from './select-all.tsx'
import { SortMark } from './sort-mark.tsx'
import type { UsersView } from './use-users-view.ts'
import styles from './users-table.module.css'

const dragged = 'text/x-column'

/** The headers: each orders the users, can be moved and made wider; and the box that selects everybody. */
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
  actions,
}: {
  readonly table: ReactTable<typeof features, UserRow>
  readonly view: UsersView
  readonly set: ColumnSet
  readonly filter: UserFilter
  readonly total: number
  readonly layout: ColumnLayout
  /** As they are drawn. */
  readonly widths: ContentWidths
  /** What columns need for what they hold. */
  readonly content: ContentWidths
  readonly onLayout: (layout: ColumnLayout) => void
  readonly actions: boolean
}) {
  const shown = table.getVisibleLeafColumns().map(({ id }) => id as ColumnId)

  function press(event: KeyboardEvent, id: ColumnId): void {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null
    if (step === null || event.altKey || event.metaKey) return
    if (event.shiftKey) onLayout(resized(layout, id, (widths[id] ?? 0) + step * 16))
    else if (event.ctrlKey) onLayout(moved(layout, id, step))
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
            onDrop={(event) => onLayout(moved(layout, event.dataTransfer.getData(dragged) as ColumnId, id))}
          >
            <button
              type="button"
              className={styles.order}
              draggable
              onDragStart={(event) => event.dataTransfer.setData(dragged, id)}
              onKeyDown={(event) => press(event, id)}
              onClick={() => view.order(nextSort(view.sort, id))}
              data-tip={`${columnName(id, set)}: click to sort, drag to move`}
            >
              <span>{columnName(id, set)}</span>
              <SortMark sort={view.sort} by={id} />
            </button>
            <ColumnHandle
              width={widths[id] ?? 0}
              onWidth={(width) => onLayout(resized(layout, id, width))}
              onFit={() => onLayout(resized(layout, id, content[id] ?? 0))}
            />
          </th>
        ))}
        {actions && (
          <th scope="col" className={styles.actions}>
            <span className="visually-hidden">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

/** Up, then down, then as the export has them. */
function nextSort(sort: UserSort, by: ColumnId): UserSort {
  if (sort.by !== by) return { by, descending: false }
  return sort.descending ? { by: 'place', descending: false } : { by, descending: true }
}
