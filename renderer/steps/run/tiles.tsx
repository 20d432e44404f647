import type { ReactNode } from 'react'
import type { ProgressView } from '../../../shared/ipc/views.ts'
import { isSending } from '../../api/progress-context.tsx'
import { count, rate, replyTimes } from '../../components/format.ts'
import styles from './tiles.module.css'

/** Rate, reply times and retries, in large figures that keep their place. */
export function Tiles({ progress }: { readonly progress: ProgressView }) {
  const times = replyTimes(progress.p50, progress.p99)
  const sends = isSending(progress)
  return (
    <dl className={styles.tiles}>
      <Tile name="Rate" unit="users/s">
        {sends ? rate(progress.perSecond) : '–'}
      </Tile>
      <Tile name="Reply time, p50 / p99" unit={times.unit}>
        {times.value}
      </Tile>
      <Tile name="Retries" unit={`of ${count(progress.calls)} calls`}>
        {count(progress.retries)}
      </Tile>
      <Tile name="At once" unit={progress.concurrency === 1 ? 'user' : 'users'}>
        {sends ? count(progress.concurrency) : '–'}
      </Tile>
    </dl>
  )
}

function Tile({
  name,
  unit,
  children,
}: {
  readonly name: string
  readonly unit: string
  readonly children: ReactNode
}) {
  return (
    <div className={styles.tile}>
      <dt>{name}</dt>
      <dd className="figures">
        {children} <small>{unit}</small>
      </dd>
    </div>
  )
}
