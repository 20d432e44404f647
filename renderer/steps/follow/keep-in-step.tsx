import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { FollowDialog } from './follow-dialog.tsx'
import { useFollowState } from './use-follow.ts'

/** Offers to follow the source of a finished migration; nothing where that cannot be. */
export function KeepInStep({ onBegun }: { readonly onBegun?: () => void }) {
  const { value: state, reload } = useFollowState()
  const [asking, setAsking] = useState(false)
  if (state === null || state.obstacle !== null || state.sources.length === 0 || state.running !== null) return null
  const close = () => {
    setAsking(false)
    reload()
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>Keep in step…</Button>
      {asking && (
        <FollowDialog
          state={state}
          reload={() => {
            reload()
            onBegun?.()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
