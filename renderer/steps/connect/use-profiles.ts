import { useState } from 'react'
import type { Input, Output } from '../../../shared/ipc/contract.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { useMutation } from '../../api/use-mutation.ts'

export type Profile = Input<'profiles:save'>
type Kept = Output<'profiles:list'>

/** Cores kept by name: listed, kept and removed. */
export function useProfiles() {
  const bridge = useBridge()
  const { value } = useQuery('profiles:list', {}, 0)
  const [changed, setChanged] = useState<Kept | null>(null)
  const keep = useMutation((profile: Profile) => bridge.invoke('profiles:save', profile), setChanged)
  const remove = useMutation((name: string) => bridge.invoke('profiles:remove', { name }), setChanged)
  return { profiles: (changed ?? value)?.profiles ?? [], keep, remove }
}

export type Profiles = ReturnType<typeof useProfiles>
