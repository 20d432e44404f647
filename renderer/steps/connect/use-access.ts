import { useState } from 'react'
import type { AccessView } from '../../../shared/bridge/views.ts'
import { useBridge } from '../../bridge/bridge-context.tsx'
import { useAnswer } from '../../bridge/use-answer.ts'
import { useTask } from '../../bridge/use-task.ts'

/** How a core at an address is reached from here and what is kept for it; asked again when the address changes. */
export function useAccess(baseUrl: string) {
  const bridge = useBridge()
  const [changes, setChanges] = useState(0)
  const address = { baseUrl: baseUrl.trim() }
  const { value } = useAnswer('access:get', address.baseUrl === '' ? null : address, changes)
  const changed = (): void => setChanges((before) => before + 1)
  const trust = useTask(() => bridge.ask('access:choose-authority', address), changed)
  const distrust = useTask(() => bridge.ask('access:forget-authority', address), changed)
  const forget = useTask(() => bridge.ask('access:forget-key', address), changed)
  const access: AccessView | null = address.baseUrl === '' ? null : value
  return { access, trust, distrust, forget, changed }
}

export type Access = ReturnType<typeof useAccess>
