import type { StateCounts } from '../../../shared/ipc/views.ts'
import type { UserState } from '../../../shared/planning/call.ts'
import { count } from '../../components/format.ts'
import { StackedBar } from '../../components/stacked-bar.tsx'
import { stateLooks } from '../../components/user-state.ts'
import styles from './readiness-card.module.css'

/** What decides about the start comes first and always shows; the others only when there are any. */
const always: readonly UserState[] = ['ready', 'blocked', 'excluded']
const others: readonly UserState[] = ['migrated', 'sending', 'failed', 'in-doubt', 'existing']

const words: Readonly<Record<UserState, readonly [one: string, many: string]>> = {
  ready: ['ready', 'ready'],
  blocked: ['needs a decision', 'need a decision'],
  excluded: ['excluded', 'excluded'],
  migrated: ['migrated', 'migrated'],
  sending: ['sending', 'sending'],
  failed: ['failed', 'failed'],
  'in-doubt': ['in doubt', 'in doubt'],
  existing: ['already in the core', 'already in the core'],
}

/** How many users are ready, wait or are excluded, as one bar; every part narrows the table. */
export function ReadinessCard({
  counts,
  states,
  way,
  onState,
}: {
  readonly counts: StateCounts
  /** Those that the table is narrowed to. */
  readonly states: readonly UserState[]
  /** How ready users will be sent; empty: there is nothing to say. */
  readonly way: string
  readonly onState: (state: UserState) => void
}) {
  const shown = [...always, ...others.filter((state) => counts[state] > 0)]
  const narrowed = states.length > 0
  return (
    <section className={styles.card} aria-label="Readiness">
      <StackedBar
        thick
        parts={shown.map((state) => ({
          key: state,
          label: `${count(counts[state])} ${wordOf(state, counts[state])}`,
          value: counts[state],
          color: stateLooks[state].part,
          faded: narrowed && !states.includes(state),
        }))}
        onPart={(key) => {
          const state = shown.find((each) => each === key)
          if (state) onState(state)
        }}
      />
      <div className={styles.legend}>
        <ul className={styles.states}>
          {shown.map((state) => (
            <li key={state}>
              <button
                type="button"
                className={styles.state}
                aria-pressed={states.includes(state)}
                onClick={() => onState(state)}
              >
                <i className={styles.swatch} style={{ background: stateLooks[state].part }} />
                <b className="figures">{count(counts[state])}</b> {wordOf(state, counts[state])}
              </button>
            </li>
          ))}
        </ul>
      </div>
      {way !== '' && <p className={styles.sum}>{way}</p>}
    </section>
  )
}

function wordOf(state: UserState, users: number): string {
  const [one, many] = words[state]
  return users === 1 ? one : many
}
