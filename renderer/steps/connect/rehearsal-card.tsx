import { useState } from 'react'
import type { Input } from '../../../shared/ipc/contract.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useMutation, useSetting } from '../../api/use-mutation.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button, PrimaryButton } from '../../components/controls/button.tsx'
import { Card } from '../../components/display/card.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Field } from '../../components/controls/field.tsx'
import { ProblemNotice } from '../../components/notices/notice.tsx'
import { Tag } from '../../components/display/tag.tsx'
import styles from './connect-step.module.css'

type Fault = NonNullable<Input<'rehearsal:faults'>['fault']>

export const faultNames: Readonly<Record<Fault, string>> = {
  latency: 'Answers slowly',
  'rate-limit': 'Asks to slow down (429)',
  'server-error': 'Fails sometimes (500)',
  reset: 'Cuts connections',
  timeout: 'Does not answer',
  'refuse-key': 'Refuses the key (401)',
}

/** The failure that the running rehearsal core simulates; null: none, or not asked. */
export function useSimulatedFailure(isAsked: boolean): {
  readonly fault: Fault | null
  /** Asks again after a change. */
  readonly reload: () => void
} {
  const { target, version } = useDocument()
  const input = isAsked && target?.kind === 'rehearsal' && target.connected ? {} : null
  const { value, reload } = useQuery('rehearsal:faults', input, version)
  return { fault: input === null ? null : (value?.fault ?? null), reload }
}

/** Turns the simulated failure of a rehearsal off, which stopped its run, and resumes it. */
export function TurnOffFailure({ isNext, onOff }: { readonly isNext: boolean; readonly onOff: () => void }) {
  const bridge = useBridge()
  const turnOff = useMutation(() => bridge.invoke('rehearsal:faults', { fault: null }), onOff)
  const TurnOff = isNext ? PrimaryButton : Button
  return (
    <div>
      <TurnOff small busy={turnOff.busy} onClick={() => void turnOff.run()}>
        Turn off the failure and resume
      </TurnOff>
      <ProblemNotice of={turnOff} />
    </div>
  )
}

/** Simulated faults, to see how the app handles a failing core. */
function FaultSelect({ fault, onChange }: { readonly fault: Fault | null; readonly onChange: () => void }) {
  const bridge = useBridge()
  const set = useSetting((wanted: Fault | null) => bridge.invoke('rehearsal:faults', { fault: wanted }), onChange)
  return (
    <div>
      <Field label="Simulate failures" hint="Applies until you turn it off.">
        {(ids) => (
          <select
            {...ids}
            value={fault ?? ''}
            onChange={({ target }) => void set.run(isFault(target.value) ? target.value : null)}
          >
            <option value="">No failures</option>
            {Object.entries(faultNames).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ProblemNotice of={set} />
    </div>
  )
}

function isFault(value: string): value is Fault {
  return value in faultNames
}

type Dialect = 'documented' | 'supertokens'

/** Connects a core inside the app, with the documented interface, in one click. */
export function RehearsalCard({ isNext }: { readonly isNext: boolean }) {
  const bridge = useBridge()
  const { accept } = useDocumentState()
  const { target } = useDocument()
  const [dialect, setDialect] = useState<Dialect>(target?.dialect ?? 'documented')
  const start = useMutation((afresh: boolean) => bridge.invoke('rehearsal:start', { dialect, afresh }), accept)
  const [asking, setAsking] = useState(false)
  const rehearsing = target?.kind === 'rehearsal' && target.connected
  const pausedRehearsal = target?.kind === 'rehearsal' && !target.connected
  const { fault, reload } = useSimulatedFailure(true)

  return (
    <Card
      title={rehearsing ? 'Rehearsal' : 'Rehearse first'}
      aside={rehearsing && (fault === null ? <Tag tone="ok">Running</Tag> : <Tag tone="wait">{faultNames[fault]}</Tag>)}
    >
      <div className="stack">
        {!rehearsing && <p className="muted">The whole migration on a core inside this app.</p>}
        {!rehearsing && (
          <Button
            variant={isNext ? 'primary' : 'plain'}
            className={styles.submit}
            busy={start.busy}
            onClick={() => void start.run(!pausedRehearsal)}
          >
            {pausedRehearsal ? 'Start the rehearsal core again' : 'Start the rehearsal core'}
          </Button>
        )}
        {asking && (
          <Dialog
            title="Reset the rehearsal?"
            onClose={() => setAsking(false)}
            foot={
              <>
                <Button onClick={() => setAsking(false)}>Cancel</Button>
                <Button
                  variant="danger"
                  busy={start.busy}
                  onClick={() => {
                    setAsking(false)
                    void start.run(true)
                  }}
                >
                  Reset rehearsal
                </Button>
              </>
            }
          >
            <p>
              The users in the rehearsal core are removed, and with them the run and the report of the rehearsal. Your
              files, mapping, and decisions stay, and so does everything about a live core.
            </p>
          </Dialog>
        )}
        <ProblemNotice of={start} />
        {rehearsing && (
          <details className={styles.advanced}>
            <summary>Advanced</summary>
            <div className="stack">
              <FaultSelect fault={fault} onChange={reload} />
              <Field label="Interface" hint="“Documented” follows the specification exactly. A reset applies it.">
                {(ids) => (
                  <select {...ids} value={dialect} onChange={(event) => setDialect(asDialect(event.target.value))}>
                    <option value="documented">Documented</option>
                    <option value="supertokens">SuperTokens</option>
                  </select>
                )}
              </Field>
              <Button small className={styles.submit} busy={start.busy} onClick={() => setAsking(true)}>
                Reset rehearsal…
              </Button>
            </div>
          </details>
        )}
      </div>
    </Card>
  )
}

function asDialect(value: string): Dialect {
  return value === 'supertokens' ? 'supertokens' : 'documented'
}
