import { useState } from 'react'
import type { ReportView } from '../../../shared/ipc/views.ts'
import { useDocument } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { counted } from '../../components/format.ts'
import { Notice } from '../../components/notice.tsx'
import { Tag } from '../../components/tag.tsx'
import { familyBadges } from '../../components/user/password-check-text.ts'
import { passwordAccounts, SignInDialog, type SignedIn } from '../run/sign-in-dialog.tsx'
import styles from './password-checks-card.module.css'

/** Which hash families were checked with known accounts, and the way to check another one. */
export function PasswordChecksCard({ passwordChecks }: { readonly passwordChecks: ReportView['passwordChecks'] }) {
  const [asking, setAsking] = useState(false)
  if (passwordChecks.length === 0) return null
  return (
    <Card
      title="Password check"
      aside={
        <Button small onClick={() => setAsking(true)}>
          Check password…
        </Button>
      }
    >
      {asking && <CheckPassword onClose={() => setAsking(false)} />}
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

/** Asks which of the migrated accounts is known, and its password. */
function CheckPassword({ onClose }: { readonly onClose: () => void }) {
  const { version } = useDocument()
  const known = useQuery('post-run:get', {}, version, 1000).value
  const migrated = useQuery('post-run:migrated', { limit: 200 }, version, 1000).value
  const [outcome, setOutcome] = useState<SignedIn | null>(null)
  if (outcome !== null) {
    return (
      <Notice tone={outcome.passed ? 'ok' : 'wait'} onDismiss={onClose}>
        {outcome.message}
      </Notice>
    )
  }
  if (known === null || migrated === null) return null
  const accounts = passwordAccounts(migrated)
  if (accounts.length === 0) return <p className="muted">No account with a password is migrated yet.</p>
  return <SignInDialog accounts={accounts} asksCore={known.possible} onClose={onClose} onTried={setOutcome} />
}
