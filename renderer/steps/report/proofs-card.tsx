import type { ReportView } from '../../../shared/bridge/views.ts'
import { Card } from '../../components/card.tsx'
import { counted } from '../../components/format.ts'
import { Tag } from '../../components/tag.tsx'
import { familyBadges } from '../../components/users/proof-words.ts'
import styles from './proofs-card.module.css'

/** Which hash families were proved with known accounts. */
export function ProofsCard({ proofs }: { readonly proofs: ReportView['proofs'] }) {
  if (proofs.length === 0) return null
  return (
    <Card title="Password check">
      <ul className={styles.families}>
        {proofs.map((family) => (
          <li key={family.family}>
            <span>{family.label}</span>
            <span className="quiet figures">{counted(family.users, 'user')}</span>
            <span className={styles.badges}>
              {familyBadges(family).map(({ tone, words }) => (
                <Tag key={words} tone={tone}>
                  {words}
                </Tag>
              ))}
              {family.proved + family.refuted === 0 && <Tag>not tested</Tag>}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
