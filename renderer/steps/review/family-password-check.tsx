import type { PreviewView } from '../../../shared/ipc/views.ts'
import { Button } from '../../components/button.tsx'
import { Tag } from '../../components/tag.tsx'
import { familyBadges, isCheckable } from '../../components/user/password-check-text.ts'
import styles from './family-password-check.module.css'

/** What known accounts tell about a family, or the invitation to check it with one. */
export function FamilyPasswordCheck({
  family,
  onCheck,
}: {
  readonly family: PreviewView['hashes'][number]
  /** Shows the users of the family, to choose one. */
  readonly onCheck: () => void
}) {
  if (!isCheckable(family.key)) return null
  const badges = familyBadges(family)
  return (
    <p className={styles.passwordCheck}>
      {badges.map(({ tone, words }) => (
        <Tag key={words} tone={tone}>
          {words}
        </Tag>
      ))}
      {badges.length === 0 && (
        <span className="muted">
          Not checked yet.{' '}
          <Button variant="link" small onClick={onCheck} aria-label={`Check with a known account: ${family.label}`}>
            Check with a known account
          </Button>
        </span>
      )}
    </p>
  )
}
