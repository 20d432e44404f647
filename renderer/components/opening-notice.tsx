import { useEffect, useState } from 'react'
import { bytes } from '../../shared/format.ts'
import type { Events } from '../../shared/ipc/contract.ts'
import { useBridge } from '../api/bridge-context.tsx'
import { Notice } from './notice.tsx'

/** Says that a large migration is being checked before it opens. */
export function OpeningNotice() {
  const bridge = useBridge()
  const [opening, setOpening] = useState<Events['opening']>(null)
  useEffect(() => bridge.on('opening', setOpening), [bridge])
  return (
    <div role="status">
      {opening && (
        <Notice>
          Checking {opening.name} ({bytes(opening.bytes)}) for damage before it opens: {opening.seconds} s. A large
          migration can take minutes.
          <progress aria-label="Checking the file" />
        </Notice>
      )}
    </div>
  )
}
