import type { ReactNode } from 'react'
import styles from './state-legend.module.css'

/** One part of a bar: what it is called and counts, and whether the table is narrowed to it. */
export type LegendEntry = {
  readonly key: string
  readonly color: string
  /** Its part of the bar is the empty rest. */
  readonly isRest?: boolean
  readonly label: ReactNode
  readonly pressed: boolean
  readonly tip?: string | undefined
  /** Null: the part is empty, so it is no button. */
  readonly onPress: (() => void) | null
}

/** The parts of a bar in words, each to narrow the table. `large`: the counts are what the screen is about. */
export function StateLegend({
  entries,
  label,
  large = false,
  children,
}: {
  readonly entries: readonly LegendEntry[]
  readonly label: string
  readonly large?: boolean
  /** Parts that narrow nothing, as list items. */
  readonly children?: ReactNode
}) {
  return (
    <ul className={styles.states} aria-label={label} data-large={large || undefined}>
      {entries.map((entry) => (
        <li key={entry.key}>
          {entry.onPress === null ? (
            <span className={`${styles.state} figures`}>
              <Swatch color={entry.color} isRest={entry.isRest === true} />
              <span>{entry.label}</span>
            </span>
          ) : (
            <button
              type="button"
              className={`${styles.state} figures`}
              aria-pressed={entry.pressed}
              data-tip={entry.tip}
              onClick={entry.onPress}
            >
              <Swatch color={entry.color} isRest={entry.isRest === true} />
              <span>{entry.label}</span>
            </button>
          )}
        </li>
      ))}
      {children}
    </ul>
  )
}

/** The color of a part. */
export function Swatch({ color, isRest = false }: { readonly color: string; readonly isRest?: boolean }) {
  return <i className={styles.swatch} data-rest={isRest || undefined} style={{ background: color }} />
}
