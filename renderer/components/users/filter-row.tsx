import { useDocument } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Loading } from '../empty.tsx'
import { count } from '../format.ts'
import { ProblemNotice } from '../notice.tsx'
import { sameFilter, withFilter } from './table-filter.ts'
import type { TableFilter } from './table-filter.ts'
import { filterChoices, type Offered } from './filter-choices.ts'
import type { UsersView } from './use-users-view.ts'
import styles from './users-toolbar.module.css'

const names = {
  method: 'Login method',
  hash: 'Hash family',
  provider: 'Provider',
  finding: 'Finding',
  failure: 'Error',
} as const satisfies Record<TableFilter['kind'], string>

const kinds = Object.keys(names) as TableFilter['kind'][]

/** One choice for each thing that users can be told apart by; they hold together. */
export function FilterRow({ view }: { readonly view: UsersView }) {
  const { version } = useDocument()
  const preview = useQuery('preview:get', {}, version, 2000)
  const failures = useQuery('run:failures', {}, version, 2000)
  if (!preview.value) {
    return (
      <div className={styles.filters}>
        {preview.problem ? (
          <ProblemNotice problem={preview.problem} onRetry={preview.reload} />
        ) : (
          <Loading label="Counting" lines={1} />
        )}
      </div>
    )
  }
  const offered = filterChoices(preview.value, failures.value?.groups ?? [])
  return (
    <div className={styles.filters} role="group" aria-label="Filters">
      {kinds.map((kind) => (
        <FilterSelect key={kind} kind={kind} offered={offered[kind]} view={view} />
      ))}
    </div>
  )
}

function FilterSelect({
  kind,
  offered,
  view,
}: {
  readonly kind: TableFilter['kind']
  readonly offered: readonly Offered[]
  readonly view: UsersView
}) {
  const { filters } = view.narrowing
  const current = filters.find((filter) => filter.kind === kind) ?? null
  const chosen = offered.findIndex(({ filter }) => sameFilter(filter, current))
  return (
    <label className={styles.filter}>
      <span>{names[kind]}</span>
      <select
        value={chosen}
        disabled={offered.length === 0 && current === null}
        onChange={(event) => {
          const next = offered[Number(event.target.value)]?.filter ?? null
          view.narrow({ filters: withFilter(filters, kind, next) })
        }}
      >
        <option value={-1}>{current === null || chosen >= 0 ? 'any' : current.label}</option>
        {offered.map(({ filter, users }, index) => (
          <option key={`${filter.kind}${index}`} value={index}>
            {filter.label} ({count(users)})
          </option>
        ))}
      </select>
    </label>
  )
}
