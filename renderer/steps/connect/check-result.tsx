import type { CheckView } from '../../../shared/bridge/views.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { count } from '../../components/format.ts'
import { Notice } from '../../components/notice.tsx'
import styles from './check-result.module.css'
import type { Checked, Word } from './use-connection.ts'

const headings: Readonly<Record<CheckView['kind'], string>> = {
  ready: 'Connected.',
  'key-refused': 'The key was refused.',
  away: 'No core answered.',
  ask: 'It is not clear what answered.',
  'needs-confirmation': 'Not encrypted.',
  refused: 'This address cannot be used.',
}

/** What the connection check found and what to do now, in plain words. */
export function CheckResult({
  checked,
  busy,
  onAgain,
  onForget,
}: {
  readonly checked: Checked
  readonly busy: boolean
  readonly onAgain: (word: Word) => void
  readonly onForget: () => void
}) {
  const { check } = checked
  if (check.kind === 'needs-confirmation')
    return <UnencryptedDialog checked={checked} busy={busy} onAgain={onAgain} onClose={onForget} />
  return (
    <Notice tone={check.kind === 'ready' ? 'ok' : check.kind === 'ask' ? 'wait' : 'bad'}>
      <b>{headings[check.kind]}</b> {check.message}
      {check.latencyMs !== null && (
        <span className={styles.latency}>It answered in {count(Math.round(check.latencyMs))} ms.</span>
      )}
      {check.kind === 'ask' && (
        <span className={styles.ways}>
          <Button small busy={busy} onClick={() => onAgain({ dialect: 'documented' })}>
            It is as documented
          </Button>
          <Button small busy={busy} onClick={() => onAgain({ dialect: 'supertokens' })}>
            It is a SuperTokens core
          </Button>
        </span>
      )}
    </Notice>
  )
}

/** The confirmation that an unencrypted address needs, for itself. */
function UnencryptedDialog({
  checked,
  busy,
  onAgain,
  onClose,
}: {
  readonly checked: Checked
  readonly busy: boolean
  readonly onAgain: (word: Word) => void
  readonly onClose: () => void
}) {
  return (
    <Dialog
      title="Send hashes and the key unencrypted?"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Use another address</Button>
          <Button look="danger" busy={busy} onClick={() => onAgain({ allowHttp: true })}>
            Connect without encryption
          </Button>
        </>
      }
    >
      <p>{checked.check.message}</p>
      <p>
        <code>{checked.baseUrl}</code>
      </p>
      <p className="quiet">Use an address that begins with https://, or a tunnel on this machine, wherever you can.</p>
    </Dialog>
  )
}
