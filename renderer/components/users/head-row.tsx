import type { ReactTable } from '@tanstack/react-table'
import type { UserFilter, UserRow } from '../../../shared/bridge/views.ts'
import type { features } from './columns.tsx'
import { SelectAll } from './select-all.tsx'
import type { Selection } from './use-users-view.ts'
import styles from './users-table.module.css'

/** The headers, with the box that selects everybody whom the filter lets through. */
export function HeadRow({
  table,
  filter,
  total,
  actions,
  onSelect,
}: {
  readonly table: ReactTable<typeof features, UserRow>
  readonly filter: UserFilter
  readonly total: number
  readonly actions: boolean
  readonly onSelect: (selection: Selection) => void
}) {
  const selected = table.getSelectedRowIds().length
  return (
    <thead className={styles.head}>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id} aria-rowindex={1}>
          <th scope="col" className={styles.box}>
            <SelectAll filter={filter} total={total} selected={selected} onSelect={onSelect} />
          </th>
          {group.headers.map((header) => (
            <th key={header.id} scope="col" className={styles[header.column.id]}>
              <table.FlexRender header={header} />
            </th>
          ))}
          {actions && (
            <th scope="col" className={styles.actions}>
              <span className="spoken">What can be done</span>
            </th>
          )}
        </tr>
      ))}
    </thead>
  )
}
