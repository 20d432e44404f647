import { useTheme } from './theme-context.tsx'
import type { Scheme } from './theme-context.tsx'
import styles from './theme-select.module.css'

const names: readonly (readonly [Scheme, string])[] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

/** Segmented control: light, dark, or what the system says. */
export function ThemeSelect() {
  const { scheme, choose } = useTheme()
  return (
    <fieldset className={styles.theme}>
      <legend className={styles.legend}>Theme</legend>
      <div className={styles.segments}>
        {names.map(([value, name]) => (
          <label key={value} className={styles.segment}>
            <input
              type="radio"
              name="theme"
              className="visually-hidden"
              checked={value === scheme}
              onChange={() => choose(value)}
            />
            <span>{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
