import type { PreviewView } from '../../../shared/bridge/views.ts'
import { Card } from '../../components/card.tsx'
import { Loading } from '../../components/empty.tsx'
import type { Lens } from '../../components/users/lens.ts'
import { lensesOf } from '../../components/users/lens-choices.ts'
import type { Offered } from '../../components/users/filter-row.tsx'
import { ShareBar } from './share-card.tsx'
import type { Share } from './share-card.tsx'
import styles from './preview-body.module.css'

/** Bars of hashes, login methods, providers and findings. Every part of them narrows the table. */
export function ShareCards({
  preview,
  waiting,
  lenses,
  onLens,
}: {
  /** Null: not counted yet. */
  readonly preview: PreviewView | null
  /** What is said meanwhile. */
  readonly waiting: string
  readonly lenses: readonly Lens[]
  readonly onLens: (lens: Lens) => void
}) {
  const offered = preview && lensesOf(preview, [])
  const bar = (label: string, shares: readonly Offered[]) => (
    <ShareBar label={label} shares={shares.map(shareOf)} lenses={lenses} onLens={onLens} />
  )
  const card = (title: string, none: string, shares: readonly Offered[] | undefined) => (
    <Card title={title}>
      {shares === undefined && <Loading label={waiting} lines={2} />}
      {shares?.length === 0 && <p className="quiet">{none}</p>}
      {shares && shares.length > 0 && bar(title, shares)}
    </Card>
  )
  return (
    <div className={styles.cards} data-providers={(offered?.provider.length ?? 0) > 0 || undefined}>
      {card('Password hashes', 'No user of this export has a password hash.', offered?.hash)}
      {card('Login methods', 'Nobody can be sent yet.', offered?.method)}
      {offered && offered.provider.length > 0 && card('Providers', '', offered.provider)}
      {card('Worth knowing', 'Nothing was found. Every user goes as it is.', offered?.finding)}
    </div>
  )
}

function shareOf({ lens, users }: Offered): Share {
  return { label: lens.label, users, lens }
}
