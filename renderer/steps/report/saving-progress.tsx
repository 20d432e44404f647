import { useEffect, useState } from 'react'
import { useBridge } from '../../api/bridge-context.tsx'
import { Button } from '../../components/button.tsx'
import { count } from '../../components/format.ts'
import styles from './downloads-card.module.css'

/** How often files that are being saved are asked how far they are, in milliseconds. */
const askEvery = 500

/** How far the files of a large migration are that are being saved, and the way to stop it. Small ones are there before. */
export function SavingProgress() {
  const bridge = useBridge()
  const [{ done, total }, setReached] = useState({ done: 0, total: 0 })
  const [stopping, setStopping] = useState(false)
  useEffect(() => {
    const ask = async (): Promise<void> => {
      const state = await bridge.invoke('report:save-state', { stop: false })
      if (state.ok) setReached(state.value)
    }
    const asking = setInterval(() => void ask(), askEvery)
    return () => clearInterval(asking)
  }, [bridge])
  if (total === 0) return null
  const stop = () => {
    setStopping(true)
    void bridge.invoke('report:save-state', { stop: true })
  }
  return (
    <div className={styles.saving}>
      <p className="figures" aria-live="polite">
        {stopping
          ? 'Stopping'
          : done < total
            ? `Saving: ${count(done)} of ${count(total)} users`
            : 'Finishing the file'}
      </p>
      <progress aria-label="Saving" max={total} value={done} />
      <span>
        <Button small busy={stopping} onClick={stop}>
          Stop
        </Button>
      </span>
    </div>
  )
}
