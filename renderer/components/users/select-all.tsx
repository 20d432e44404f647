import type { UserFilter } from '../../../shared/ipc/views.ts'
import { counted } from '../format.ts'
import { allMatching, noSelection } from './selection.ts'
import type { Selection } from './selection.ts'
import styles from './users-table.module.css'

/** Selects everybody whom the filter lets through, loaded or not, or nobody. */
export function SelectAll({
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
        onChange={() => onSelect(some ? noSelection : allMatching(filter))}
      />
    </label>
  )
}
