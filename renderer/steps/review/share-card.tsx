import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { count } from '../../components/format.ts'
import { partColor, StackedBar } from '../../components/stacked-bar.tsx'
import { sameFilter } from '../../components/users/table-filter.ts'
import type { TableFilter } from '../../components/users/table-filter.ts'
import styles from './share-card.module.css'

export type Share = { readonly label: string; readonly users: number; readonly filter: TableFilter }

const shownAtFirst = 4

/** A bar with its legend; each entry narrows the table to its users. What is on stays bright, the rest steps back. */
export function ShareBar({
  label,
  shares,
  filters,
  onLens,
}: {
  readonly label: string
  readonly shares: readonly Share[]
  readonly filters: readonly TableFilter[]
  readonly onLens: (filter: TableFilter) => void
}) {
  const [whole, setWhole] = useState(false)
  const inOrder = [...shares].sort((a, b) => b.users - a.users)
  const shown = whole || inOrder.length <= shownAtFirst + 1 ? inOrder : inOrder.slice(0, shownAtFirst)
  const hidden = inOrder.length - shown.length
  const isOn = (filter: TableFilter) => filters.some((other) => sameFilter(other, filter))
  const chosen = inOrder.some((share) => isOn(share.filter))
  return (
    <div>
      <StackedBar
        parts={inOrder.map((share, index) => ({
          key: share.label,
          label: `${share.label}: ${count(share.users)}`,
          value: share.users,
          color: partColor(index),
          faded: chosen && !isOn(share.filter),
        }))}
        onPart={(key) => {
          const share = inOrder.find((one) => one.label === key)
          if (share) onLens(share.filter)
        }}
      />
      <ul className={styles.legend} aria-label={label}>
        {shown.map((share, index) => (
          <li key={share.label}>
            <button
              type="button"
              className={styles.entry}
              title={share.label}
              aria-pressed={isOn(share.filter)}
              onClick={() => onLens(share.filter)}
            >
              <i className={styles.swatch} style={{ background: partColor(index) }} />
              <span className={styles.label}>{share.label}</span>
              <b className="figures">{count(share.users)}</b>
            </button>
          </li>
        ))}
        {hidden > 0 && (
          <li>
            <Button variant="link" small onClick={() => setWhole(true)}>
              {hidden} more
            </Button>
          </li>
        )}
      </ul>
    </div>
  )
}
