import type { PreviewView } from '../../../shared/bridge/views.ts'
import { useDocument } from '../../bridge/document-context.tsx'
import { useAnswer } from '../../bridge/use-answer.ts'
import { Loading } from '../empty.tsx'
import { count } from '../format.ts'
import { ProblemNotice } from '../notice.tsx'
import { sameLens, withLens } from './lens.ts'
import type { Lens } from './lens.ts'
import { lensesOf } from './lens-choices.ts'
import type { UsersView } from './use-users-view.ts'
import styles from './users-toolbar.module.css'

const names = {
  method: 'Login method',
  hash: 'Hash family',
  provider: 'Provider',
  finding: 'Finding',
  failure: 'Error',
} as const satisfies Record<Lens['kind'], string>

const kinds = Object.keys(names) as Lens['kind'][]

/** One choice for each thing that users can be told apart by; they hold together. */
export function FilterRow({ view }: { readonly view: UsersView }) {
  const { version } = useDocument()
  const preview = useAnswer('preview:get', {}, version, 2000)
  const failures = useAnswer('run:failures', {}, version, 2000)
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
  const offered = lensesOf(preview.value, failures.value?.groups ?? [])
  return (
    <div className={styles.filters} role="group" aria-label="Filters">
      {kinds.map((kind) => (
        <FilterSelect key={kind} kind={kind} offered={offered[kind]} view={view} />
      ))}
    </div>
  )
}

export type Offered = { readonly lens: Lens; readonly users: number }
export type PreviewParts = Pick<PreviewView, 'hashes' | 'methods' | 'providers' | 'findings'>

function FilterSelect({
  kind,
  offered,
  view,
}: {
  readonly kind: Lens['kind']
  readonly offered: readonly Offered[]
  readonly view: UsersView
}) {
  const { lenses } = view.narrowing
  const current = lenses.find((lens) => lens.kind === kind) ?? null
  const chosen = offered.findIndex(({ lens }) => sameLens(lens, current))
  return (
    <label className={styles.filter}>
      <span>{names[kind]}</span>
      <select
        value={chosen}
        disabled={offered.length === 0 && current === null}
        onChange={(event) => {
          const next = offered[Number(event.target.value)]?.lens ?? null
          view.narrow({ lenses: withLens(lenses, kind, next) })
        }}
      >
        <option value={-1}>{current === null || chosen >= 0 ? 'any' : current.label}</option>
        {offered.map(({ lens, users }, index) => (
          <option key={`${lens.kind}${index}`} value={index}>
            {lens.label} ({count(users)})
          </option>
        ))}
      </select>
    </label>
  )
}
