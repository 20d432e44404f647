import { useState } from 'react'
import type { CoreConnectionView } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { useMutation } from '../../api/use-mutation.ts'

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

export type Access = ReturnType<typeof useCoreConnection>
