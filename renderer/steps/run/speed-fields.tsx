import { useId, useState } from 'react'
import { maxPerSecond, type Speed } from '../../../shared/ipc/run-limits.ts'
import styles from './speed-fields.module.css'

const fixed = [1, 2, 4, 8, 16, 32, 64, 128]

/** How many users are sent at once, and the most requests per second. */
export function SpeedFields({ speed, onChange }: { readonly speed: Speed; readonly onChange: (speed: Speed) => void }) {
  return (
    <div className={styles.fields}>
      <AtOnce value={speed.concurrency} onChange={(concurrency) => onChange({ ...speed, concurrency })} />
      <RateLimiter value={speed.maxRate} onChange={(maxRate) => onChange({ ...speed, maxRate })} />
    </div>
  )
}

function AtOnce({
  value,
  onChange,
}: {
  readonly value: Speed['concurrency']
  readonly onChange: (value: Speed['concurrency']) => void
}) {
  const id = useId()
  const offered = value === 'auto' || fixed.includes(value) ? fixed : [...fixed, value].toSorted((a, b) => a - b)
  return (
    <div className={styles.field}>
      <label htmlFor={id}>Parallel users</label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value === 'auto' ? 'auto' : Number(event.target.value))}
      >
        <option value="auto">Automatic</option>
        {offered.map((users) => (
          <option key={users} value={users}>
            {users === 1 ? 'one user' : `${users} users`}
          </option>
        ))}
      </select>
    </div>
  )
}

function RateLimiter({
  value,
  onChange,
}: {
  readonly value: number | null
  readonly onChange: (value: number | null) => void
}) {
  const id = useId()
  const [typed, setTyped] = useState(value === null ? '' : String(value))
  function done(): void {
    const next = ceilingOf(typed)
    setTyped(next === null ? '' : String(next))
    if (next !== value) onChange(next)
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id}>Limit</label>
      <input
        id={id}
        type="number"
        min={1}
        max={maxPerSecond}
        placeholder="none"
        value={typed}
        aria-describedby={`${id}-unit`}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={done}
        onKeyDown={(event) => {
          if (event.key === 'Enter') done()
        }}
      />
      <span id={`${id}-unit`}>requests/s</span>
    </div>
  )
}

/** The input as a rate limit; empty: none. */
export function ceilingOf(typed: string): number | null {
  const number = Math.floor(Number(typed))
  if (typed.trim() === '' || !Number.isFinite(number)) return null
  return Math.min(maxPerSecond, Math.max(1, number))
}
