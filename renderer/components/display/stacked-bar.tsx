import type { ReactNode } from 'react'
import styles from './stacked-bar.module.css'

type Part = {
  readonly key: string
  readonly label: string
  readonly value: number
  readonly color: string
  /** Steps back behind the others. */
  readonly faded?: boolean
}

/** A bar whose parts are as wide as their numbers; parts too thin to be seen keep eight pixels. Words stand in its legend. */
export function StackedBar({
  parts,
  thick = false,
  thin = false,
  onPart,
}: {
  readonly parts: readonly Part[]
  readonly thick?: boolean
  readonly thin?: boolean
  /** For the mouse; the legend or the filter offers the same by keyboard. */
  readonly onPart?: (key: string) => void
}) {
  const seen = parts.filter((part) => part.value > 0)
  return (
    <div
      className={[styles.bar, thick && styles.thick, thin && styles.thin].filter(Boolean).join(' ')}
      aria-hidden="true"
    >
      {seen.map((part) => (
        <i
          key={part.key}
          data-tip={part.label}
          data-faded={part.faded || undefined}
          style={{ flexGrow: part.value, background: part.color, cursor: onPart ? 'pointer' : undefined }}
          onClick={() => onPart?.(part.key)}
        />
      ))}
    </div>
  )
}

/** One part of a bar: what it is called and counts, and whether the table is narrowed to it. */
type LegendEntry = {
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
}: {
  readonly entries: readonly LegendEntry[]
  readonly label: string
  readonly large?: boolean
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
    </ul>
  )
}

/** The color of a part. */
export function Swatch({ color, isRest = false }: { readonly color: string; readonly isRest?: boolean }) {
  return <i className={styles.swatch} data-rest={isRest || undefined} style={{ background: color }} />
}
