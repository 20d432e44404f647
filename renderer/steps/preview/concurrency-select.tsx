import { useId } from 'react'
import styles from './start-dialog.module.css'

export type Concurrency = 'auto' | number

const fixed = [1, 2, 4, 8, 16, 32, 64, 128] as const

/** How many users are sent at once. */
export function ConcurrencySelect({
  value,
  onChange,
}: {
  readonly value: Concurrency
  readonly onChange: (value: Concurrency) => void
}) {
  const id = useId()
  return (
    <div className={styles.speed}>
      <label htmlFor={id}>At once</label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value === 'auto' ? 'auto' : Number(event.target.value))}
      >
        <option value="auto">as many as the core takes well</option>
        {fixed.map((users) => (
          <option key={users} value={users}>
            {users === 1 ? 'one user' : `${users} users`}
          </option>
        ))}
      </select>
    </div>
  )
}
