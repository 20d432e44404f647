import { useTheme } from './theme-context.tsx'
import type { Scheme } from './theme-context.tsx'
import styles from './theme-select.module.css'

const names: Readonly<Record<Scheme, string>> = { system: 'System', light: 'Light', dark: 'Dark' }

/** Chooses between light, dark and what the system says. */
export function ThemeSelect() {
  const { scheme, choose } = useTheme()
  return (
    <select
      className={styles.select}
      aria-label="Theme"
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
