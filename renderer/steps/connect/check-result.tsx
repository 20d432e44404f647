import { useRef, useState } from 'react'
import type { Input } from '../../../shared/ipc/contract.ts'
import type { CheckView, CoreConnectionView } from '../../../shared/ipc/views.ts'
import { useQuery } from '../../api/use-query.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { useDocumentState } from '../../api/document-context.tsx'
import { useBridge } from '../../api/bridge-context.tsx'
import { Button } from '../../components/controls/button.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Icon } from '../../components/display/icon.tsx'
import { Notice } from '../../components/notices/notice.tsx'
import styles from './connect-step.module.css'

const headings: Readonly<Record<CheckView['kind'], string>> = {
  ready: 'Connected.',
  'confirm-live': 'A live core.',
  'key-refused': '',
  unreachable: 'Not connected.',
  ask: 'The reply is not from a known core.',
  'needs-confirmation': 'Not encrypted.',
  refused: 'This address cannot be used.',
}

/** The result of the connection check and the next step, in plain words. */
export function CheckResult({
  checked,
  busy,
  onAgain,
  onForget,
}: {
  readonly checked: Checked
  readonly busy: boolean
  readonly onAgain: (word: Confirmation) => void
  readonly onForget: () => void
}) {
  const { check } = checked
  if (check.kind === 'needs-confirmation')
    return <UnencryptedDialog checked={checked} busy={busy} onAgain={onAgain} onClose={onForget} />
  if (check.kind === 'confirm-live')
    return <LiveDialog checked={checked} busy={busy} onAgain={onAgain} onClose={onForget} />
  return (
    <Notice tone={check.kind === 'ready' ? 'ok' : check.kind === 'ask' ? 'wait' : 'bad'}>
      {headings[check.kind] !== '' && <b>{headings[check.kind]} </b>}
      {check.message}
      <CheckFacts facts={check.facts} />
      {check.steps.length > 0 && (
        <ul className={styles.steps}>
          {check.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      )}
      {check.kind === 'ask' && (
        <span className={`row ${styles.interfaces}`}>
          <Button small busy={busy} onClick={() => onAgain({ dialect: 'documented' })}>
            Use the documented interface
          </Button>
          <Button small busy={busy} onClick={() => onAgain({ dialect: 'supertokens' })}>
            Use the SuperTokens interface
          </Button>
        </span>
      )}
    </Notice>
  )
}

type ConnectInput = Input<'core:connect'>

/** The result of the check of an address. */
type Checked = { readonly check: CheckView; readonly baseUrl: string }

/** Answers that the operator may add to the check. */
type Confirmation = Partial<Pick<ConnectInput, 'allowHttp' | 'dialect' | 'confirmed'>>

/** The operator's next action: answer a question of the check, correct the key, continue, or read the reason. */
export function nextAction(kind: CheckView['kind']): 'answer' | 'correct-key' | 'continue' | 'read' {
  switch (kind) {
    case 'needs-confirmation':
    case 'ask':
    case 'confirm-live':
      return 'answer'
    case 'key-refused':
      return 'correct-key'
    case 'ready':
      return 'continue'
    default:
      return 'read'
  }
}

/**
 * Checks a connection. When the check asks back, `again` asks it once more with the operator's word, so that the key
 * need not be typed twice; until then, and no longer, the question is remembered outside React's state.
 */
export function useConnection(onReady: () => void) {
  const bridge = useBridge()
  const { reload } = useDocumentState()
  const [checked, setChecked] = useState<Checked | null>(null)
  const open = useRef<ConnectInput | null>(null)
  const { run, busy, problem, dismiss } = useMutation(async (input: ConnectInput) => {
    const result = await bridge.invoke('core:connect', input)
    if (!result.ok) return result
    const check = result.value
    const next = nextAction(check.kind)
    open.current = next === 'answer' ? input : null
    setChecked({ check, baseUrl: input.baseUrl })
    if (next === 'continue') {
      reload()
      onReady()
    }
    return result
  })

  function connect(input: ConnectInput): void {
    forget()
    void run(input)
  }
  function again(word: Confirmation): void {
    if (open.current) void run({ ...open.current, ...word })
  }
  function forget(): void {
    open.current = null
    setChecked(null)
  }
  return { connect, again, forget, checked, busy, problem, dismiss }
}

/** How a core at an address is reached from here and what is kept for it; asked again when the address changes. */
export function useCoreConnection(baseUrl: string) {
  const bridge = useBridge()
  const [changes, setChanges] = useState(0)
  const address = { baseUrl: baseUrl.trim() }
  const { value } = useQuery('core-connection:get', address.baseUrl === '' ? null : address, changes)
  const changed = (): void => setChanges((before) => before + 1)
  const trust = useMutation(() => bridge.invoke('core-connection:choose-authority', address), changed)
  const distrust = useMutation(() => bridge.invoke('core-connection:forget-authority', address), changed)
  const forget = useMutation(() => bridge.invoke('core-connection:forget-key', address), changed)
  const access: CoreConnectionView | null = address.baseUrl === '' ? null : value
  return { access, trust, distrust, forget, changed }
}

type Asking = {
  readonly checked: Checked
  readonly busy: boolean
  readonly onAgain: (word: Confirmation) => void
  readonly onClose: () => void
}

/** A live core becomes the target only after its address was read once more. */
function LiveDialog({ checked, busy, onAgain, onClose }: Asking) {
  return (
    <Dialog
      title="Use this live core?"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button variant="danger" busy={busy} onClick={() => onAgain({ confirmed: true })}>
            Use {hostOf(checked.baseUrl)}
          </Button>
        </>
      }
    >
      <p className={styles.liveAddress}>{checked.baseUrl}</p>
      <p>
        Users sent there are created for real. Nothing has been sent yet, and you confirm again before the migration
        starts.
      </p>
      <CheckFacts facts={checked.check.facts} />
    </Dialog>
  )
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}

/** The confirmation that an unencrypted address needs, for itself. */
function UnencryptedDialog({ checked, busy, onAgain, onClose }: Asking) {
  return (
    <Dialog
      title="Send hashes and the key unencrypted?"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Use another address</Button>
          <Button variant="danger" busy={busy} onClick={() => onAgain({ allowHttp: true })}>
            Connect without encryption
          </Button>
        </>
      }
    >
      <p>{checked.check.message}</p>
      <p>
        <code>{checked.baseUrl}</code>
      </p>
      <p className="muted">Use an address that begins with https://, or a tunnel on this machine, wherever you can.</p>
    </Dialog>
  )
}

/** Facts about a core, one a line, each with a mark and words. */
export function CheckFacts({ facts }: { readonly facts: CheckView['facts'] }) {
  if (facts.length === 0) return null
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value, good }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className={good === null ? styles.neither : good ? styles.good : styles.notGood}>
              {good === null ? '·' : <Icon name={good ? 'check' : 'warning'} size={14} />}
            </span>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
