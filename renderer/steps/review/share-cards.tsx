import type { PreviewView } from '../../../shared/ipc/views.ts'
import { Card } from '../../components/card.tsx'
import { Loading } from '../../components/empty.tsx'
import type { TableFilter } from '../../components/users/table-filter.ts'
import { filterChoices } from '../../components/users/filter-choices.ts'
import type { Offered } from '../../components/users/filter-choices.ts'
import { ShareBar } from './share-card.tsx'
import type { Share } from './share-card.tsx'
import styles from './review-body.module.css'

/** Bars of hashes, login methods, providers and findings. Every part of them narrows the table. */
export function ShareCards({
  preview,
  waiting,
  filters,
  onLens,
}: {
  /** Null: not counted yet. */
  readonly preview: PreviewView | null
  /** What is said meanwhile. */
  readonly waiting: string
  readonly filters: readonly TableFilter[]
  readonly onLens: (filter: TableFilter) => void
}) {
  const offered = preview && filterChoices(preview, [])
  const bar = (label: string, shares: readonly Offered[]) => (
    <ShareBar label={label} shares={shares.map(shareOf)} filters={filters} onLens={onLens} />
  )
  const card = (title: string, none: string, shares: readonly Offered[] | undefined) => (
    <Card title={title}>
      {shares === undefined && <Loading label={waiting} lines={2} />}
      {shares?.length === 0 && <p className="subtle">{none}</p>}
      {shares && shares.length > 0 && bar(title, shares)}
    </Card>
  )
  return (
    <div className={styles.cards} data-providers={(offered?.provider.length ?? 0) > 0 || undefined}>
      {card('Password hashes', 'No user of this export has a password hash.', offered?.hash)}
      {card('Login methods', 'Nobody can be sent yet.', offered?.method)}
      {offered && offered.provider.length > 0 && card('Providers', '', offered.provider)}
      {card('Findings', 'Nothing was found. Every user goes as it is.', offered?.finding)}
    </div>
  )
}

function shareOf({ filter, users }: Offered): Share {
  return { label: filter.label, users, filter }
}
