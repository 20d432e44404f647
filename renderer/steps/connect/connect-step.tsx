import { useState } from 'react'
import type { DocumentView } from '../../../shared/ipc/views.ts'
import { useDocument } from '../../api/document-context.tsx'
import { Button, PrimaryButton } from '../../components/button.tsx'
import { counted } from '../../components/format.ts'
import { StepFrame } from '../../components/step-frame.tsx'
import { carriesScrypt } from '../export/scrypt-needs.ts'
import { SignerKeyCard } from '../export/signer-key-card.tsx'
import { ConfirmStart } from '../run/confirm-start.tsx'
import { useSteps } from '../../navigation/step-context.tsx'
import { incompleteFiles } from '../steps.ts'
import { ConnectForm } from './connect-form.tsx'
import styles from './connect-step.module.css'
import { FaultsCard } from './faults-card.tsx'
import { RehearsalCard } from './rehearsal-card.tsx'
import { RehearsalUsers } from './rehearsal-users.tsx'
import { SignInCard } from './sign-in-card.tsx'

/** Which core receives the users: a rehearsal inside the app, or a live one. */
export function ConnectStep() {
  const document = useDocument()
  const { target, files } = document
  const { go } = useSteps()
  const [asking, setAsking] = useState(false)
  const ready = target?.connected === true
  const next = files.length > 0 ? 'review' : 'export'
  // What was rehearsed was reviewed: the core is all that was missing.
  const canStart = ready && startsForReal(document)
  const Next = ready && !canStart ? PrimaryButton : Button
  return (
    <StepFrame
      title="Connect"
      say={<Say />}
      actions={
        <>
          <Next onClick={() => go(next)}>{next === 'review' ? 'Review users' : 'Load the export'}</Next>
          {canStart && <PrimaryButton onClick={() => setAsking(true)}>Start migration…</PrimaryButton>}
        </>
      }
    >
      <div className={styles.ways}>
        <RehearsalCard />
        <ConnectForm />
      </div>
      {target?.kind === 'rehearsal' && target.connected && <RehearsalPanel />}
      {carriesScrypt(document) && <SignerKeyCard />}
      {asking && <ConfirmStart onClose={() => setAsking(false)} onStarted={() => go('run')} />}
    </StepFrame>
  )
}

/** A live core takes the users of a rehearsal, and nothing of them was sent to it yet. */
function startsForReal(document: DocumentView): boolean {
  const { target, rehearsed, started, work, counts } = document
  const isRead = work.kind === 'idle' && incompleteFiles(document).length === 0
  return target?.kind === 'live' && rehearsed && !started && isRead && counts.ready > 0
}

function Say() {
  const document = useDocument()
  const { target, counts } = document
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
      Connected to the <b>rehearsal core</b>. Nothing leaves this computer.
    </>
  ) : (
    <>
      Connected to <b>{target.name}</b>, a live core. No users have been sent.
    </>
  )
}

/** A look inside the running rehearsal core: whom it holds, whether a password fits, and faults to practise with. */
function RehearsalPanel() {
  return (
    <div className={styles.panel}>
      <RehearsalUsers />
      <div className={styles.side}>
        <SignInCard />
        <FaultsCard />
      </div>
    </div>
  )
}
