import { useDocument } from '../../api/document-context.tsx'
import { Button, PrimaryButton } from '../../components/button.tsx'
import { StepFrame } from '../../components/step-frame.tsx'
import { carriesScrypt } from '../export/scrypt-needs.ts'
import { SignerKeyCard } from '../export/signer-key-card.tsx'
import { useSteps } from '../step-context.tsx'
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
  const ready = target?.connected === true
  const next = files.length > 0 ? 'review' : 'export'
  const Next = ready ? PrimaryButton : Button
  return (
    <StepFrame
      title="Connect"
      lead="Rehearse without risk, then connect the live core. Each keeps its own record of what was sent."
      say={<Say />}
      actions={<Next onClick={() => go(next)}>{next === 'review' ? 'Review users' : 'Load the export'}</Next>}
    >
      <div className={styles.ways}>
        <RehearsalCard />
        <ConnectForm />
      </div>
      {target?.kind === 'rehearsal' && target.connected && <RehearsalPanel />}
      {carriesScrypt(document) && <SignerKeyCard />}
    </StepFrame>
  )
}

function Say() {
  const { target } = useDocument()
  if (!target) return <>Rehearse first, or connect a core. Connecting sends no users.</>
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
