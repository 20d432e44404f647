import { type ComponentType, createContext, type ReactNode, use, useMemo } from 'react'
import type { Output } from '../../shared/ipc/contract.ts'
import type { Problem } from '../../shared/result.ts'
import { useQuery } from './use-query.ts'

/** The app as it stays until it is closed: its version and host, and the systems that it can fetch users from. */
type HostInfo = Pick<Output<'app:info'>, 'version' | 'host' | 'platform' | 'showsFolders'> & Output<'fetch:sources'>

const HostContext = createContext<HostInfo | null>(null)

/**
 * Asks for the host once, before anything is shown, so that buttons that depend on it do not move.
 * `Meanwhile` is shown until it has answered.
 */
export function HostProvider({
  Meanwhile,
  children,
}: {
  readonly Meanwhile: ComponentType<{ readonly problem: Problem | null; readonly reload: () => void }>
  readonly children: ReactNode
}) {
  const info = useQuery('app:info', {}, 0)
  const fetching = useQuery('fetch:sources', {}, 0)
  const host = useMemo(
    () => info.value && fetching.value && { ...info.value, ...fetching.value },
    [info.value, fetching.value],
  )
  const reload = () => {
    info.reload()
    fetching.reload()
  }
  if (!host) return <Meanwhile problem={info.problem ?? fetching.problem} reload={reload} />
  return <HostContext value={host}>{children}</HostContext>
}

export function useHost(): HostInfo {
  const host = use(HostContext)
  if (!host) throw new Error('useHost is called outside HostProvider')
  return host
}
