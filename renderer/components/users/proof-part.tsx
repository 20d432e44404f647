import type { UserDetail } from '../../../shared/bridge/views.ts'
import { useDocument } from '../../bridge/document-context.tsx'
import { Tag } from '../tag.tsx'
import { ProofForm } from './proof-form.tsx'
import { userBadge } from './proof-words.ts'
import styles from './proof-part.module.css'

/** Whether the hash that is sent for this user was tried with a known password, and the way to try one. */
export function ProofPart({ user, onProved }: { readonly user: UserDetail; readonly onProved: () => void }) {
  const { scrypt } = useDocument()
  if (!user.provable) return null
  const badge = user.proof && userBadge(user.proof.fits)
  const keyMissing = user.row.family === 'partner-scrypt' && scrypt?.signerKeyHeld !== true
  return (
    <section className={styles.part} aria-label="Prove this hash">
      <p className={styles.head}>
        <span className={styles.title}>Prove this hash</span>
        {badge && <Tag tone={badge.tone}>{badge.words}</Tag>}
      </p>
      <p className={styles.what}>
        Do you know the password of this account, for instance because it is your own? It is tried here, on this
        machine, and kept nowhere.
      </p>
      {keyMissing && (
        <p className={styles.what}>
          The signer key is not held, so only the plausibility check is possible. Give the hash parameters once more on
          the step Export.
        </p>
      )}
      <ProofForm userId={user.row.id} onProved={onProved} />
    </section>
  )
}
