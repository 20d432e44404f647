import { deltaGroupCode } from '../../../shared/planning/delta-groups.ts'
import { Button } from '../button.tsx'
import { count, counted } from '../format.ts'
import { Icon } from '../icon.tsx'
import { stateLooks } from '../user-state.ts'
import { noNarrowing, isNarrowed, toggledState } from './table-filter.ts'
import type { UsersView } from './use-users-view.ts'
import styles from './users-toolbar.module.css'

/** What narrows the table, each to be taken off, and how many users that leaves. */
export function FilterChips({ view, total }: { readonly view: UsersView; readonly total: number | null }) {
  const { narrowing, selected } = view
  // Groups of a later export are chosen above the table, and said there.
  const shown = narrowing.filters.filter((filter) => filter.kind !== 'finding' || filter.code !== deltaGroupCode)
  const isSaid = !isNarrowed({ ...narrowing, filters: shown })
  const words = selected > 0 ? `${counted(selected, 'user')} selected` : total === null ? '' : counted(total, 'user')
  const status = (
    <span className={isSaid ? 'visually-hidden' : `${styles.count} figures`} role="status">
      {words}
    </span>
  )
  if (isSaid) return status
  return (
    <div className={styles.chips}>
      {status}
      {narrowing.states.map((state) => (
        <Chip
          key={state}
          label={stateLooks[state].word}
          onRemove={() => view.narrow({ states: toggledState(narrowing.states, state) })}
        />
      ))}
      {shown.map((filter) => (
        <Chip key={`${filter.kind} ${filter.label}`} label={filter.label} onRemove={() => view.toggleFilter(filter)} />
      ))}
      <Button variant="link" small onClick={() => view.narrow(noNarrowing)}>
        Clear filters
      </Button>
      {total !== null && selected > 0 && <span className="muted">of {count(total)}</span>}
    </div>
  )
}

function Chip({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) {
  return (
    <Button
      small
      className={styles.chip}
      onClick={onRemove}
      aria-label={`Remove filter: ${label}`}
      data-clip=""
      data-tip={label}
    >
      <span>{label}</span>
      <Icon name="close" size={12} />
    </Button>
  )
}
