import { useState } from 'react'
import type { ReportView } from '../../../shared/ipc/views.ts'
import { useDocument } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { passwordAccounts, SignInDialog, type SignedIn } from '../run/sign-in-dialog.tsx'

/** The way to check the password of a migrated account; nothing where no hash is imported. */
export function CheckPasswordButton({ passwordChecks }: { readonly passwordChecks: ReportView['passwordChecks'] }) {
  const [asking, setAsking] = useState(false)
  if (passwordChecks.length === 0) return null
  return (
    <>
      <Button small onClick={() => setAsking(true)}>
        Check password…
      </Button>
      {asking && <CheckPassword onClose={() => setAsking(false)} />}
    </>
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
      <Dialog title="Password check" onClose={onClose} foot={<Button onClick={onClose}>Close</Button>}>
        <Notice tone={outcome.passed ? 'ok' : 'wait'}>{outcome.message}</Notice>
      </Dialog>
    )
  }
  if (known === null || migrated === null) return null
  const accounts = passwordAccounts(migrated)
  if (accounts.length === 0)
    return (
      <Dialog title="Password check" onClose={onClose} foot={<Button onClick={onClose}>Close</Button>}>
        <p>No account with a password is migrated yet.</p>
      </Dialog>
    )
  return <SignInDialog accounts={accounts} asksCore={known.possible} onClose={onClose} onTried={setOutcome} />
}
