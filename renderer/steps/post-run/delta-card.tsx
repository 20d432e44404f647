import { useDocument } from '../../api/document-context.tsx'
import { Card } from '../../components/card.tsx'
import { BaselineFacts } from '../export/baseline-card.tsx'

/** Counts of this export's users against the earlier migration. */
export function DeltaCard() {
  const { baseline } = useDocument()
  if (baseline === null) return null
  return (
    <Card title={`Since ${baseline.name}`}>
      <div className="stack">
        <BaselineFacts baseline={baseline} />
      </div>
    </Card>
  )
}
