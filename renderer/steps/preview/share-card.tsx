import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { count } from '../../components/format.ts'
import { partColor, StackedBar } from '../../components/stacked-bar.tsx'
import { sameLens } from '../../components/users/lens.ts'
import type { Lens } from '../../components/users/lens.ts'
import styles from './share-card.module.css'

export type Share = { readonly label: string; readonly users: number; readonly lens: Lens }

const shownAtFirst = 4

/** A bar with its legend; each entry narrows the table to its users. */
export function ShareCard({
  title,
  shares,
  none,
  lens,
  onLens,
}: {
  readonly title: string
  readonly shares: readonly Share[]
  readonly none: string
  readonly lens: Lens | null
  readonly onLens: (lens: Lens) => void
}) {
  const [whole, setWhole] = useState(false)
  const inOrder = [...shares].sort((a, b) => b.users - a.users)
  const shown = whole || inOrder.length <= shownAtFirst + 2 ? inOrder : inOrder.slice(0, shownAtFirst)
  const hidden = inOrder.length - shown.length
  return (
    <Card title={title}>
      <StackedBar
        parts={inOrder.map((share, index) => ({
          key: share.label,
          label: share.label,
          value: share.users,
          color: partColor(index),
        }))}
        onPart={(key) => {
          const share = inOrder.find(({ label }) => label === key)
          if (share) onLens(share.lens)
        }}
      />
      {shares.length === 0 && <p className={styles.none}>{none}</p>}
      <ul className={styles.legend}>
        {shown.map((share, index) => (
          <li key={share.label}>
            <button
              type="button"
              className={styles.entry}
              aria-pressed={sameLens(lens, share.lens)}
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
    </Card>
  )
}
