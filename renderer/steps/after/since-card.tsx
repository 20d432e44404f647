import { useDocument } from '../../bridge/document-context.tsx'
import { Card } from '../../components/card.tsx'
import { EarlierFacts } from '../export/earlier-facts.tsx'
import styles from './after-part.module.css'

/** How the users of this export stand to those of the migration before it. */
export function SinceCard() {
  const { earlier } = useDocument()
  if (earlier === null) return null
  return (
    <Card title={`Since ${earlier.name}`}>
      <div className={styles.body}>
        <EarlierFacts earlier={earlier} />
      </div>
    </Card>
  )
}
