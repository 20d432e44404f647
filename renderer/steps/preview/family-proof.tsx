import type { PreviewView } from '../../../shared/bridge/views.ts'
import { Button } from '../../components/button.tsx'
import { Tag } from '../../components/tag.tsx'
import { familyBadges, isProvable } from '../../components/users/proof-words.ts'
import styles from './family-proof.module.css'

/** What known accounts proved about a family, or the invitation to prove it with one. */
export function FamilyProof({
  family,
  onShow,
}: {
  readonly family: PreviewView['hashes'][number]
  /** Shows the users of the family. */
  readonly onShow: () => void
}) {
  if (!isProvable(family.key)) return null
  const badges = familyBadges(family)
  return (
    <p className={styles.proof}>
      {badges.map(({ tone, words }) => (
        <Tag key={words} tone={tone}>
          {words}
        </Tag>
      ))}
      {badges.length === 0 && (
        <span className="quiet">
          Not proved yet.{' '}
          <Button look="link" small onClick={onShow} aria-label={`Prove it with one known account: ${family.label}`}>
            Prove it with one known account
          </Button>
        </span>
      )}
    </p>
  )
}
