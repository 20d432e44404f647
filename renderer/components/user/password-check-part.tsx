import type { UserDetail } from '../../../shared/ipc/views.ts'
import { useDocument } from '../../api/document-context.tsx'
import { Tag } from '../tag.tsx'
import { PasswordCheckForm } from './password-check-form.tsx'
import { userBadge } from './password-check-text.ts'
import styles from './password-check-part.module.css'

/** Whether the hash that is sent for this user was tried with a known password, and the way to try one. */
export function PasswordCheckPart({ user, onProved }: { readonly user: UserDetail; readonly onProved: () => void }) {
  const { scrypt } = useDocument()
  if (!user.provable) return null
  const badge = user.passwordCheck && userBadge(user.passwordCheck.matched)
  const keyMissing = user.row.family === 'firebase-scrypt' && scrypt?.signerKeyHeld !== true
  return (
    <section className={styles.part} aria-label="Check a password">
      <p className={styles.head}>
        <span className={styles.title}>Check a password</span>
        {badge && <Tag tone={badge.tone}>{badge.words}</Tag>}
      </p>
      <p className={styles.what}>
        Do you know the password of this account, for example because it is yours? It is checked on this computer and
        never saved.
      </p>
      {keyMissing && (
        <p className={styles.what}>
          The signer key is not in memory, so only the format of the hash can be checked. Give the hash parameters once
          more on the Export step.
        </p>
      )}
      <PasswordCheckForm userId={user.row.id} onProved={onProved} />
    </section>
  )
}
