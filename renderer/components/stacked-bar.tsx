import styles from './stacked-bar.module.css'

export type Part = {
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

/** The colours of a share's parts, in order; what has no place of its own is grey. */
export function partColor(index: number): string {
  return `var(--part-${index < 6 ? index + 1 : 5})`
}
