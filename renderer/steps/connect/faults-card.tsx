import { useState } from 'react'
import type { Input } from '../../../shared/ipc/contract.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { ProblemNotice } from '../../components/notice.tsx'

type Fault = NonNullable<Input<'rehearsal:faults'>['fault']>

const faults: Readonly<Record<Fault, string>> = {
  latency: 'Answers slowly',
  'rate-limit': 'Asks to slow down (429)',
  'server-error': 'Fails sometimes (500)',
  reset: 'Cuts connections',
  timeout: 'Does not answer',
  'refuse-key': 'Refuses the key (401)',
}

/** Faults on demand, to see what the app does when a core has a bad day. */
export function FaultsCard() {
  const bridge = useBridge()
  const [fault, setFault] = useState<Fault | null>(null)
  const set = useMutation((wanted: Fault | null) => bridge.invoke('rehearsal:faults', { fault: wanted }))
  async function choose(value: string): Promise<void> {
    const wanted = isFault(value) ? value : null
    if (await set.run(wanted)) setFault(wanted)
  }
  return (
    <Card title="Simulate failures">
      <Field label="The rehearsal core" hint="Applies until you turn it off.">
        {(ids) => (
          <select
            {...ids}
            value={fault ?? ''}
            disabled={set.busy}
            onChange={(event) => void choose(event.target.value)}
          >
            <option value="">No failures</option>
            {Object.entries(faults).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ProblemNotice problem={set.problem} onDismiss={set.dismiss} />
    </Card>
  )
}

function isFault(value: string): value is Fault {
  return value in faults
}
