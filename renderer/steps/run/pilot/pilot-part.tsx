import { type ReactNode, useState } from 'react'
import type { MigratedUsers, PostRunState, PostRunView } from '../../../../shared/ipc/requests/report-requests.ts'
import { useBridge } from '../../../api/bridge-context.tsx'
import { useDocument } from '../../../api/document-context.tsx'
import { useMutation } from '../../../api/use-mutation.ts'
import { useQuery } from '../../../api/use-query.ts'
import { Button, reasons } from '../../../components/controls/button.tsx'
import { Card } from '../../../components/display/card.tsx'
import { count, counted, timeOfDay } from '../../../components/texts/format.ts'
import { Icon } from '../../../components/display/icon.tsx'
import { Notice, ProblemNotice } from '../../../components/notices/notice.tsx'
import { Explained } from '../../../components/overlays/tooltip.tsx'
import { methodsOf } from '../../../components/users/columns.tsx'
import { useBulkActions } from '../../../components/users/use-bulk-actions.ts'
import { useStepState } from '../../../navigation/step-context.tsx'
import { verified } from '../../post-run/results.tsx'
import styles from './pilot.module.css'
import { passwordAccounts, type SignedIn, SignInDialog } from './sign-in-dialog.tsx'

type PilotUser = MigratedUsers['users'][number]

const founds = {
  found: { icon: 'check', text: 'Found' },
  missing: { icon: 'warning', text: 'Missing' },
  unanswered: { icon: 'warning', text: 'No answer' },
} as const

/** The users sent as a pilot, with their IDs in the core. `readable`: the core can be asked about its users. */
function PilotUsers({ pilot, readable }: { readonly pilot: MigratedUsers; readonly readable: boolean }) {
  const bulk = useBulkActions()
  const { users, total } = pilot
  return (
    <Card
      title={
        <>
          Pilot users <span className={`note figures ${styles.total}`}>{count(total)}</span>
        </>
      }
      aside={
        <Button
          small
          variant="subtle"
          busy={bulk.busy}
          onClick={() => bulk.copyEmails({ kind: 'filter', filter: { states: ['migrated'] }, except: [] }, total)}
        >
          Copy emails
        </Button>
      }
    >
      <div className={styles.scroll} role="region" aria-label="Pilot users" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">User</th>
              <th scope="col">Login methods</th>
              <th scope="col">New ID in the core</th>
              {readable && (
                <th scope="col">
                  <Explained tip="Whether the core has a user with this ID. What else the core knows of the user is not compared; check a password to prove a login.">
                    In the core
                  </Explained>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {users.map((user) => (
              <tr key={user.id}>
                <th scope="row">{user.label}</th>
                <td>{methodsOf(user)}</td>
                <td className="mono">{user.coreUserId === null ? '–' : <ShortId id={user.coreUserId} />}</td>
                {readable && (
                  <td>
                    <Found found={user.found} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total > users.length && (
        <p className="muted">And {counted(total - users.length, 'more user', 'more users')} in the table below.</p>
      )}
      <div aria-live="polite">
        {bulk.notice !== null && (
          <Notice tone="ok" onDismiss={bulk.dismiss}>
            {bulk.notice}
          </Notice>
        )}
      </div>
      <ProblemNotice of={bulk} />
    </Card>
  )
}

/** `7c1e04aa…`: enough to tell users apart; the whole ID is its title. */
function ShortId({ id }: { readonly id: string }) {
  return id.length <= 12 ? (
    id
  ) : (
    <span data-tip={id} tabIndex={0}>
      {id.slice(0, 8)}…
    </span>
  )
}

function Found({ found }: { readonly found: PilotUser['found'] }) {
  if (found === null) return <span className="muted">Not checked</span>
  const { icon, text } = founds[found]
  return (
    <span className={styles.found} data-found={found}>
      <Icon name={icon} size={15} />
      {text}
    </span>
  )
}

const maxNamed = 100

/** The users of a finished pilot by name, and what can be checked about them before the others follow. */
export function PilotPart() {
  const { version } = useDocument()
  const known = useQuery('post-run:get', {}, version, 200)
  const state = useQuery('post-run:state', {}, version, 200)
  const pilot = useQuery('post-run:migrated', { limit: maxNamed }, version, 200)
  if (pilot.problem) return <ProblemNotice of={pilot} />
  if (pilot.value === null || known.value === null) return null
  return (
    <div className={styles.part}>
      <PilotUsers pilot={pilot.value} readable={known.value.possible} />
      <PilotChecks
        pilot={pilot.value}
        view={known.value}
        running={state.value?.running ?? null}
        onBegun={state.reload}
      />
    </div>
  )
}

type Checked = 'open' | 'passed' | 'failed'

/** Checks of a pilot before the others follow; each is offered, none is required. */
function PilotChecks({
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
  // Without a password, and at a core that cannot be asked, the rehearsal has nothing to check.
  if (!view.possible && accounts.length === 0 && target?.kind !== 'live') return null
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
        looking !== null && !all
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
          disabled={(target?.connected !== true && reasons.notConnected) || (running !== null && reasons.busy)}
          onClick={() => void verify.run()}
        >
          Look up {users}
        </Button>
      )}
      <ProblemNotice of={verify} />
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
        <p className="note" aria-live="polite">
          {text}
        </p>
        {children}
      </div>
    </li>
  )
}
