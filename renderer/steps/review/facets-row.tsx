import type { PreviewView } from '../../../shared/ipc/views.ts'
import { Loading } from '../../components/empty.tsx'
import type { TableFilter } from '../../components/users/table-filter.ts'
import { filterChoices } from '../../components/users/filter-choices.ts'
import type { Offered } from '../../components/users/filter-choices.ts'
import { FacetBar } from './facet-bar.tsx'
import styles from './facets-row.module.css'

/** Hashes, login methods and providers in one slim row; every part of them narrows the table. */
export function FacetsRow({
  preview,
  waiting,
  filters,
  onFilter,
}: {
  /** Null: not counted yet. */
  readonly preview: PreviewView | null
  /** What is said meanwhile. */
  readonly waiting: string
  readonly filters: readonly TableFilter[]
  readonly onFilter: (filter: TableFilter) => void
}) {
  const offered = preview && filterChoices(preview, [])
  const facet = (title: string, none: string, shares: readonly Offered[] | undefined) => (
    <section className={styles.facet} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      {shares === undefined && <Loading label={waiting} lines={1} />}
      {shares?.length === 0 && <p className="muted">{none}</p>}
      {shares && shares.length > 0 && <FacetBar label={title} shares={shares} filters={filters} onFilter={onFilter} />}
    </section>
  )
  return (
    <div className={styles.row}>
      {facet('Password hash', 'No user has a password hash.', offered?.hash)}
      {facet('Login method', 'No user can be sent yet.', offered?.method)}
      {offered && offered.provider.length > 0 && facet('Provider', '', offered.provider)}
    </div>
  )
}
