import { useLook } from './look-context.tsx'
import type { Scheme } from './look-context.tsx'
import styles from './look-select.module.css'

const names: Readonly<Record<Scheme, string>> = { system: 'System', light: 'Light', dark: 'Dark' }

/** Chooses between light, dark and what the system says. */
export function LookSelect() {
  const { scheme, choose } = useLook()
  return (
    <select
      className={styles.select}
      aria-label="Light or dark"
      value={scheme}
      onChange={(event) => choose(schemeOf(event.target.value))}
    >
      {Object.entries(names).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  )
}

function schemeOf(value: string): Scheme {
  return value === 'light' || value === 'dark' ? value : 'system'
}
