import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { count } from '../../components/format.ts'
import { partColor, StackedBar } from '../../components/stacked-bar.tsx'
import { sameLens } from '../../components/users/lens.ts'
import type { Lens } from '../../components/users/lens.ts'
import styles from './share-card.module.css'

export type Share = { readonly label: string; readonly users: number; readonly lens: Lens }

const shownAtFirst = 4

/** A bar with its legend; each entry narrows the table to its users. What is on stays bright, the rest steps back. */
export function ShareBar({
  label,
  shares,
  lenses,
  onLens,
}: {
  readonly label: string
  readonly shares: readonly Share[]
  readonly lenses: readonly Lens[]
  readonly onLens: (lens: Lens) => void
}) {
  const [whole, setWhole] = useState(false)
  const inOrder = [...shares].sort((a, b) => b.users - a.users)
  const shown = whole || inOrder.length <= shownAtFirst + 1 ? inOrder : inOrder.slice(0, shownAtFirst)
  const hidden = inOrder.length - shown.length
  const isOn = (lens: Lens) => lenses.some((other) => sameLens(other, lens))
  const chosen = inOrder.some((share) => isOn(share.lens))
  return (
    <div>
      <StackedBar
        parts={inOrder.map((share, index) => ({
          key: share.label,
          label: `${share.label}: ${count(share.users)}`,
          value: share.users,
          color: partColor(index),
          faded: chosen && !isOn(share.lens),
        }))}
        onPart={(key) => {
          const share = inOrder.find((one) => one.label === key)
          if (share) onLens(share.lens)
        }}
      />
      <ul className={styles.legend} aria-label={label}>
        {shown.map((share, index) => (
          <li key={share.label}>
            <button
              type="button"
              className={styles.entry}
              title={share.label}
              aria-pressed={isOn(share.lens)}
              onClick={() => onLens(share.lens)}
            >
              <i className={styles.swatch} style={{ background: partColor(index) }} />
              <span className={styles.label}>{share.label}</span>
              <b className="figures">{count(share.users)}</b>
            </button>
          </li>
        ))}
        {hidden > 0 && (
          <li>
            <Button look="link" small onClick={() => setWhole(true)}>
              {hidden} more
            </Button>
          </li>
        )}
      </ul>
    </div>
  )
}
