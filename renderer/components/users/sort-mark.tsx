import type { UserSort } from '../../../shared/ipc/views.ts'
import styles from './users-table.module.css'

/** An arrow beside the name of the column that users are ordered by. */
export function SortMark({ sort, by }: { readonly sort: UserSort; readonly by: UserSort['by'] }) {
  if (sort.by !== by || (by === 'place' && !sort.descending)) return null
  return (
    <svg className={styles.mark} width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
      <path d={sort.descending ? 'M2 3.5L5 7L8 3.5' : 'M2 6.5L5 3L8 6.5'} fill="none" stroke="currentColor" />
    </svg>
  )
}
