import { useId } from 'react'
import styles from './segments.module.css'

/** Segmented control: one of a few choices, side by side. */
export function Segments<K extends string>({
  label,
  showsLabel = false,
  options,
  value,
  onChange,
}: {
  readonly label: string
  readonly showsLabel?: boolean
  readonly options: readonly (readonly [K, string])[]
  readonly value: K
  readonly onChange: (value: K) => void
}) {
  const name = useId()
  return (
    <fieldset className={styles.group}>
      <legend className={showsLabel ? styles.legend : 'visually-hidden'}>{label}</legend>
      <div className={styles.segments}>
        {options.map(([key, words]) => (
          <label key={key} className={styles.segment}>
            <input
              type="radio"
              name={name}
              className="visually-hidden"
              checked={key === value}
              onChange={() => onChange(key)}
            />
            <span>{words}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
