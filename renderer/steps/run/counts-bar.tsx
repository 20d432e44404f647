import type { MethodCounts, StateCounts } from '../../../shared/ipc/views.ts'
import type { UserState } from '../../../shared/planning/call.ts'
import { Card } from '../../components/card.tsx'
import { count } from '../../components/format.ts'
import { StackedBar } from '../../components/stacked-bar.tsx'
import { stateLooks } from '../../components/user-state.ts'
import { MethodsCard } from './methods-card.tsx'
import styles from './counts-bar.module.css'

/** In the order of the bar; blocked and excluded users are in no run and have no part in it. */
const inBar = ['migrated', 'existing', 'failed', 'in-doubt', 'sending', 'ready'] as const
const inLegend: readonly UserState[] = [...inBar, 'blocked', 'excluded']

/** How far the run is, and how many users are in each state; each state narrows the table. */
export function CountsBar({
  counts,
  methods,
  state,
  onState,
}: {
  readonly counts: StateCounts
  readonly methods: readonly MethodCounts[]
  readonly state: UserState | null
  readonly onState: (state: UserState | null) => void
}) {
  const always: readonly UserState[] = ['migrated', 'failed', 'ready']
  return (
    <Card>
      <StackedBar
        thick
        parts={inBar.map((key) => ({ key, label: key, value: counts[key], color: stateLooks[key].part }))}
      />
      <ul className={styles.states} aria-label="Users by state">
        {inLegend
          .filter((key) => counts[key] > 0 || always.includes(key))
          .map((key) => (
            <li key={key}>
              <button
                type="button"
                className={`${styles.state} ${styles[key === 'ready' ? 'off' : stateLooks[key].tone]} figures`}
                aria-pressed={state === key}
                title={stateLooks[key].meaning}
                onClick={() => onState(state === key ? null : key)}
              >
                {key} {count(counts[key])}
              </button>
            </li>
          ))}
      </ul>
      <MethodsCard methods={methods} />
    </Card>
  )
}
