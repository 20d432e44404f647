import { type FormEvent, useRef } from 'react'
import type { StateCounts } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button, PrimaryButton } from '../../components/controls/button.tsx'
import { Notice, ProblemNotice } from '../../components/notices/notice.tsx'
import { CheckResult, useConnection, useCoreConnection } from './check-result.tsx'
import styles from './connect-step.module.css'

/** Connects the core of a reopened document: asks for the key again, or restarts the rehearsal core. */
export function Reconnect({ isNext = false }: { /** This is the next step. */ readonly isNext?: boolean }) {
  const { target, started, counts } = useDocument()
  if (!target || target.connected || (started && isFinished(counts))) return null
  return (
    <div data-comes-first={isNext || undefined}>
      <Notice tone="wait">
        {target.kind === 'rehearsal' ? (
          <RestartRehearsal isNext={isNext} />
        ) : (
          <EnterKey
            isNext={isNext}
            words="This core was connected before. Keys are never kept in the migration itself."
          />
        )}
      </Notice>
    </div>
  )
}

/** A migration without users left to send needs no key. */
function isFinished(counts: StateCounts): boolean {
  return counts.ready + counts.blocked + counts.failed + counts.sending + counts['in-doubt'] === 0
}

function RestartRehearsal({ isNext }: { readonly isNext: boolean }) {
  const bridge = useBridge()
  const { target } = useDocument()
  const { accept } = useDocumentState()
  const start = useMutation(
    () => bridge.invoke('rehearsal:start', { dialect: target?.dialect ?? 'documented', afresh: false }),
    accept,
  )
  const Start = isNext ? PrimaryButton : Button
  return (
    <div className={styles.line}>
      <span>The rehearsal core is not running.</span>
      <Start small busy={start.busy} onClick={() => void start.run()}>
        Start it again
      </Start>
      <ProblemNotice of={start} />
    </div>
  )
}

/** The operator confirms an address that only the migration names before a key is requested. */
function ConfirmAddress({ address, isNext }: { readonly address: string; readonly isNext: boolean }) {
  const bridge = useBridge()
  const { accept } = useDocumentState()
  const confirm = useMutation(() => bridge.invoke('core:confirm', { baseUrl: address }), accept)
  const Confirm = isNext ? PrimaryButton : Button
  return (
    <div className="stack-tight">
      <span>
        This migration names a core that was not confirmed on this machine. Continue only if this is the address of your
        core.
      </span>
      <code className={styles.address}>{address}</code>
      <div className={styles.line}>
        <Confirm small busy={confirm.busy} onClick={() => void confirm.run()}>
          Use this core
        </Confirm>
      </div>
      <ProblemNotice of={confirm} />
    </div>
  )
}

/** Takes a key for the core that the document already has, checks it, and says when it fits. */
export function EnterKey({
  words,
  isRefused = false,
  isNext = false,
  onReady,
}: {
  readonly words: string
  /** The saved key was just refused, so it is not offered. */
  readonly isRefused?: boolean
  /** This is the next step. */
  readonly isNext?: boolean
  readonly onReady?: () => void
}) {
  const { target } = useDocument()
  const key = useRef<HTMLInputElement>(null)
  const ready = () => {
    if (key.current) key.current.value = ''
    onReady?.()
  }
  const { connect, again, forget, checked, busy, problem, dismiss } = useConnection(ready)
  const { access } = useCoreConnection(target?.baseUrl ?? '')
  const isKept = access?.hasKey === true && !isRefused
  if (!target) return null
  const Use = isNext ? PrimaryButton : Button
  if (!target.confirmed) return <ConfirmAddress address={target.baseUrl} isNext={isNext} />

  function submit(event: FormEvent): void {
    event.preventDefault()
    use(key.current?.value ?? '')
  }
  function use(apiKey: string | null): void {
    if (target)
      connect({ baseUrl: target.baseUrl, apiKey, dialect: target.dialect, allowHttp: false, confirmed: false })
  }
  return (
    <form className="stack-tight" onSubmit={submit} autoComplete="off">
      <span>{words}</span>
      <code className={styles.address}>{target.baseUrl}</code>
      <div className={styles.line}>
        <input
          ref={key}
          type="password"
          aria-label="API key"
          placeholder="API key"
          autoComplete="off"
          maxLength={4096}
        />
        <Use type="submit" small busy={busy}>
          Check and use
        </Use>
        {isKept && (
          <Button small busy={busy} onClick={() => use(null)}>
            Use the saved key
          </Button>
        )}
      </div>
      {checked && <CheckResult checked={checked} busy={busy} onAgain={again} onForget={forget} />}
      <ProblemNotice of={{ problem, dismiss }} />
    </form>
  )
}
