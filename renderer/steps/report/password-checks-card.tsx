import type { ReportView } from '../../../shared/ipc/views.ts'
import { Card } from '../../components/card.tsx'
import { counted } from '../../components/format.ts'
import { Tag } from '../../components/tag.tsx'
import { familyBadges } from '../../components/user/password-check-text.ts'
import styles from './password-checks-card.module.css'

/** Which hash families were proved with known accounts. */
export function ProofsCard({ passwordChecks }: { readonly passwordChecks: ReportView['passwordChecks'] }) {
  if (passwordChecks.length === 0) return null
  return (
    <Card title="Password check">
      <ul className={styles.families}>
        {passwordChecks.map((family) => (
          <li key={family.family}>
            <span>{family.label}</span>
            <span className="muted figures">{counted(family.users, 'user')}</span>
            <span className={styles.badges}>
              {familyBadges(family).map(({ tone, words }) => (
                <Tag key={words} tone={tone}>
                  {words}
                </Tag>
              ))}
              {family.matched + family.mismatched === 0 && <Tag>not tested</Tag>}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
