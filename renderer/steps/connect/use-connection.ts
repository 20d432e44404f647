import { useRef, useState } from 'react'
import type { Input } from '../../../shared/ipc/contract.ts'
import type { CheckView, CoreConnectionView } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { useQuery } from '../../api/use-query.ts'

type ConnectInput = Input<'core:connect'>

/** The result of the check of an address. */
export type Checked = { readonly check: CheckView; readonly baseUrl: string }

/** Answers that the operator may add to the check. */
export type Confirmation = Partial<Pick<ConnectInput, 'allowHttp' | 'dialect' | 'confirmed'>>

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
