import { useState } from 'react'
import type { Input, Output } from '../../../shared/bridge/contract.ts'
import { useBridge } from '../../bridge/bridge-context.tsx'
import { useAnswer } from '../../bridge/use-answer.ts'
import { useTask } from '../../bridge/use-task.ts'

export type Profile = Input<'profiles:save'>
type Kept = Output<'profiles:list'>

/** Cores kept by name: listed, kept and removed. */
export function useProfiles() {
  const bridge = useBridge()
  const { value } = useAnswer('profiles:list', {}, 0)
  const [changed, setChanged] = useState<Kept | null>(null)
  const keep = useTask((profile: Profile) => bridge.ask('profiles:save', profile), setChanged)
  const remove = useTask((name: string) => bridge.ask('profiles:remove', { name }), setChanged)
  return { profiles: (changed ?? value)?.profiles ?? [], keep, remove }
}

export type Profiles = ReturnType<typeof useProfiles>
