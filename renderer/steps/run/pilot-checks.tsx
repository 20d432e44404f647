import { useState } from 'react'
import type { ReactNode } from 'react'
import type { MigratedUsers, PostRunState, PostRunView } from '../../../shared/ipc/views/post-run-views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { count, counted, timeOfDay } from '../../components/format.ts'
import { Icon } from '../../components/icon.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import { verified } from '../post-run/post-run-text.ts'
import { useStepState } from '../../navigation/step-state.ts'
import styles from './pilot-part.module.css'
import { passwordAccounts, SignInDialog, type SignedIn } from './sign-in-dialog.tsx'

type Checked = 'open' | 'passed' | 'failed'

/** What can be checked about a pilot before the others follow; each is offered, none is required. */
export function PilotChecks({
  pilot,
  view,
  running,
  onBegun,
}: {
  readonly pilot: MigratedUsers
  readonly view: PostRunView
  readonly running: PostRunState['running']
  readonly onBegun: () => void
}) {
  const { target } = useDocument()
  const [tried, setTried] = useStepState<SignedIn | null>('pilot sign-in', null)
  const [app, setApp] = useStepState('pilot app', false)
  const [asking, setAsking] = useState(false)
  const accounts = passwordAccounts(pilot)
  const signedIn = tried === null ? 'open' : tried.passed ? 'passed' : 'failed'
  return (
    <Card title="Check the pilot">
      <ul>
        {view.possible && <LookUp view={view} running={running} onBegun={onBegun} />}
        {accounts.length > 0 && (
          <Check
            checked={signedIn}
            title={tried?.passed === true ? 'A known password was accepted' : 'Sign in as one of them'}
            text={
              tried?.message ?? 'Use an account whose password you know. It shows that the hash was taken correctly.'
            }
          >
            <Button small onClick={() => setAsking(true)}>
              Check password…
            </Button>
          </Check>
        )}
        {target?.kind === 'live' && (
          <Check
            checked={app ? 'passed' : 'open'}
            title="Sign in with your app"
            text="Open your app against this core and sign in with the same account."
          >
            <Button small aria-pressed={app} onClick={() => setApp(!app)}>
              {app ? 'Checked' : 'Mark as checked'}
            </Button>
          </Check>
        )}
      </ul>
      {asking && (
        <SignInDialog
          accounts={accounts}
          asksCore={view.possible}
          onClose={() => setAsking(false)}
          onTried={(outcome) => {
            setTried(outcome)
            setAsking(false)
          }}
        />
      )}
    </Card>
  )
}

/** Every user that was made is asked for by its new ID. */
function LookUp({
  view: { made, verification },
  running,
  onBegun,
}: {
  readonly view: PostRunView
  readonly running: PostRunState['running']
  readonly onBegun: () => void
}) {
  const bridge = useBridge()
  const { target } = useDocument()
  const verify = useMutation(() => bridge.invoke('post-run:verify', { sample: null, account: null }), onBegun)
  const looking = running?.kind === 'verify' ? running : null
  // Users who were sent since are not among those who were looked up.
  const found = verification !== null && verification.looked >= made ? verification : null
  const all = found !== null && found.found === found.looked
  const users = made === 1 ? 'user' : `${count(made)} users`
  return (
    <Check
      checked={found === null ? 'open' : all ? 'passed' : 'failed'}
      title={
        all
          ? `All ${counted(found.looked, 'user')} ${made === 1 ? 'is' : 'are'} in the core`
          : `Look up the ${users} in the core`
      }
      text={
        looking !== null
          ? `Looking users up: ${count(looking.done)} of ${count(looking.total)}.`
          : found === null
            ? 'The core is asked for each of them by the new ID. Nothing is changed.'
            : all
              ? `Each was found by its new ID at ${timeOfDay(found.at)}.`
              : verified(found).sentence
      }
    >
      {!all && (
        <Button
          small
          busy={verify.busy || looking !== null}
          disabled={target?.connected !== true || running !== null}
          onClick={() => void verify.run()}
        >
          Look up {users}
        </Button>
      )}
      <ProblemNotice problem={verify.problem} onDismiss={verify.dismiss} />
    </Check>
  )
}

function Check({
  checked,
  title,
  text,
  children,
}: {
  readonly checked: Checked
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}) {
  return (
    <li className={styles.check} data-checked={checked}>
      <span className={styles.mark}>
        {checked !== 'open' && <Icon name={checked === 'passed' ? 'check' : 'warning'} size={16} />}
      </span>
      <div className={styles.what}>
        <h3>
          {title}
          {checked !== 'open' && <span className="visually-hidden">: {checked}</span>}
        </h3>
        <p aria-live="polite">{text}</p>
        {children}
      </div>
    </li>
  )
}
