import { type FormEvent, useRef, useState } from 'react'
import type { DocumentView } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button, PrimaryButton } from '../../components/controls/button.tsx'
import { Card } from '../../components/display/card.tsx'
import { Empty, Loading } from '../../components/notices/empty.tsx'
import { Field } from '../../components/controls/field.tsx'
import { count, counted, timeOfDay } from '../../components/texts/format.ts'
import { Notice, ProblemNotice } from '../../components/notices/notice.tsx'
import { StepFrame } from '../../components/shell/step-frame.tsx'
import { Clipped } from '../../components/overlays/tooltip.tsx'
import { userAction } from '../../components/texts/user-action.ts'
import { useSteps, useStepState } from '../../navigation/step-context.tsx'
import { carriesScrypt, SignerKeyCard } from '../export/signer-key.tsx'
import { ConfirmStart } from '../review/start-dialog.tsx'
import { prepareStep, stepActions } from '../steps.ts'
import { ConnectForm } from './connect-form.tsx'
import styles from './connect-step.module.css'
import { RehearsalCard } from './rehearsal-card.tsx'

/** Which core receives the users: a rehearsal inside the app, or a live one. */
export function ConnectStep() {
  const document = useDocument()
  const { target, rehearsed } = document
  const { go } = useSteps()
  const [asking, setAsking] = useState(false)
  const step = stepBehind(document)
  const [address, setAddress] = useStepState(
    'address',
    target?.kind === 'live' && target.confirmed ? target.baseUrl : '',
  )
  const next = connectNext(document, address)
  const showsRehearsal = target?.kind === 'rehearsal' && target.connected && rehearsed
  const Next = next === 'continue' ? PrimaryButton : Button
  return (
    <StepFrame
      title="Connect"
      say={<Say />}
      actions={
        <>
          <Next onClick={() => go(step)}>{stepActions[step]}</Next>
          {next === 'start' && (
            <PrimaryButton onClick={() => setAsking(true)}>
              {userAction('Start migration of', document.counts.ready, '…')}
            </PrimaryButton>
          )}
        </>
      }
    >
      <div className={styles.ways}>
        <div className={styles.column}>
          <RehearsalCard isNext={next === 'rehearse'} />
          {showsRehearsal && <SignInCard />}
        </div>
        <div className={styles.column}>
          <ConnectForm isNext={next === 'check'} address={address} onAddress={setAddress} />
          {showsRehearsal && <RehearsalUsers />}
        </div>
      </div>
      {carriesScrypt(document) && <SignerKeyCard />}
      {asking && <ConfirmStart onClose={() => setAsking(false)} onStarted={() => go('run')} />}
    </StepFrame>
  )
}

function Say() {
  const document = useDocument()
  const { target, counts, started } = document
  if (!target) return <>Connecting sends no users.</>
  if (!target.connected && target.kind === 'live') {
    return (
      <>
        <b>{target.name}</b>{' '}
        {target.confirmed
          ? 'was connected before. Enter its API key to continue.'
          : 'is what the migration names. Confirm its address to continue.'}
      </>
    )
  }
  if (!target.connected) return <>The rehearsal core is not running. Start it to continue.</>
  if (startsForReal(document)) {
    return (
      <>
        <b>{counted(counts.ready, 'user')}</b> of the rehearsal {counts.ready === 1 ? 'is' : 'are'} ready for{' '}
        <b>{target.name}</b>, a live core. Nothing is sent before you confirm.
      </>
    )
  }
  return target.kind === 'rehearsal' ? (
    <>
      Connected to the <b>rehearsal core</b>.
    </>
  ) : (
    <>
      Connected to <b>{target.name}</b>, a live core.{started ? '' : ' No users have been sent.'}
    </>
  )
}

/** Proves a migrated password: signs in at the rehearsal core. The password goes one way and is cleared on submit. */
function SignInCard() {
  const bridge = useBridge()
  const password = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState('')
  const [outcome, setOutcome] = useState<{ signedIn: boolean; message: string } | null>(null)
  const signIn = useMutation(
    (typed: string) => bridge.invoke('rehearsal:sign-in', { email: email.trim(), password: typed }),
    setOutcome,
  )

  const [missing, setMissing] = useState(false)

  function submit(event: FormEvent): void {
    event.preventDefault()
    const typed = password.current?.value ?? ''
    const isMissing = email.trim() === '' || typed === ''
    setOutcome(null)
    setMissing(isMissing)
    if (isMissing) return
    if (password.current) password.current.value = ''
    void signIn.run(typed)
  }

  return (
    <Card title="Sign in as a migrated user">
      <form className="stack" onSubmit={submit} autoComplete="off" noValidate>
        <Field label="Email">
          {(ids) => (
            <input
              {...ids}
              type="text"
              inputMode="email"
              autoComplete="off"
              spellCheck={false}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Field label="Password they had before" error={missing ? 'Enter an email and its old password.' : null}>
          {(ids) => <input {...ids} ref={password} type="password" autoComplete="off" maxLength={4096} />}
        </Field>
        <Button type="submit" busy={signIn.busy} className={styles.submit}>
          Sign in
        </Button>
      </form>
      <div aria-live="polite" className={styles.outcome}>
        {outcome && <Notice tone={outcome.signedIn ? 'ok' : 'wait'}>{outcome.message}</Notice>}
      </div>
      <ProblemNotice of={signIn} />
    </Card>
  )
}

/** The reason why the core lists more users than were migrated; empty when it does not. */
export function moreThanMigrated(total: number, migrated: number): string {
  if (migrated === 0 || total <= migrated) return ''
  return `${counted(migrated, 'user')} migrated. Logins that are not linked count as separate users here.`
}

/** The users that the rehearsal core holds, a page at a time. */
function RehearsalUsers() {
  const { version, counts } = useDocument()
  const [search, setSearch] = useState('')
  // The keys of earlier pages, for going back.
  const [trail, setTrail] = useState<readonly (string | null)[]>([null])
  const { value, problem, reload } = useQuery('rehearsal:users', { after: trail.at(-1) ?? null, search }, version, 1000)
  const next = value?.next ?? null
  const why = value === null ? '' : moreThanMigrated(value.total, counts.migrated)

  return (
    <Card
      title={value ? `In the rehearsal core: ${count(value.total)}` : 'In the rehearsal core'}
      aside={
        <input
          type="search"
          className={styles.search}
          aria-label="Search the users of the rehearsal core"
          placeholder="Search"
          value={search}
          onChange={(event) => {
            setSearch(event.target.value)
            setTrail([null])
          }}
        />
      }
    >
      <ProblemNotice of={{ problem, reload }} />
      {!value && !problem && <Loading label="Loading the users" />}
      {value && value.users.length === 0 && (
        <Empty title={search ? 'No users match' : 'No users yet'}>
          {search ? 'Try a part of an email or phone number.' : 'Users appear here once the migration has run.'}
        </Empty>
      )}
      {value && value.users.length > 0 && (
        <>
          {search === '' && why !== '' && <p className="muted">{why}</p>}
          <div className={styles.scroll} tabIndex={0} role="region" aria-label="Users of the rehearsal core">
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">Email or phone</th>
                  <th scope="col">Login</th>
                  <th scope="col">ID in the core</th>
                  <th scope="col">Created</th>
                </tr>
              </thead>
              <tbody>
                {value.users.map((user) => (
                  <tr key={user.id}>
                    <td className={styles.contact}>
                      <Clipped>{[...user.emails, ...user.phoneNumbers].join(' · ') || '–'}</Clipped>
                    </td>
                    <td className="muted">{user.methods.join(' · ')}</td>
                    <td className="mono muted" data-tip={user.id} tabIndex={0}>
                      {user.id.slice(0, 8)}…
                    </td>
                    <td className="muted figures">{timeOfDay(user.createdAt)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <div className={styles.pages}>
            <Button
              small
              disabled={trail.length === 1 && 'These are the first users.'}
              onClick={() => setTrail((old) => old.slice(0, -1))}
            >
              Earlier
            </Button>
            <Button
              small
              disabled={next === null && 'These are the last users.'}
              onClick={() => setTrail((old) => [...old, next])}
            >
              More
            </Button>
          </div>
        </>
      )}
    </Card>
  )
}

/** The next action on Connect, which decides which of its buttons is filled. */
type ConnectNext = 'rehearse' | 'check' | 'continue' | 'start'

/** `address`: what is typed as the address of a live core. */
export function connectNext(document: DocumentView, address: string): ConnectNext {
  const { target, rehearsed } = document
  if (target?.kind === 'live') {
    if (!target.connected) return 'check'
    return startsForReal(document) ? 'start' : 'continue'
  }
  // After a rehearsal, the live core is next.
  if (rehearsed || address.trim() !== '') return 'check'
  return target?.connected === true ? 'continue' : 'rehearse'
}

/** The step that Connect leads to: what is open about an export shows once it is read. */
export function stepBehind(document: DocumentView): ReturnType<typeof prepareStep> {
  return document.work.kind === 'reading' ? 'export' : prepareStep(document)
}

/** A live core takes the users of a rehearsal, and nothing of them was sent to it yet. */
function startsForReal(document: DocumentView): boolean {
  const { target, rehearsed, started, work, counts } = document
  const isRead = work.kind === 'idle' && prepareStep(document) === 'review'
  return target?.kind === 'live' && rehearsed && !started && isRead && counts.ready > 0
}
