import { type ReactNode, useId } from 'react'
import styles from './segments.module.css'

/** Segmented control: one of a few choices, side by side. */
export function Segments<K extends string>({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string
  /** Its value and name, and what is drawn in place of the name. */
  readonly options: readonly (readonly [K, string, ReactNode?])[]
  readonly value: K
  readonly onChange: (value: K) => void
}) {
  const name = useId()
  return (
    <fieldset className={styles.group}>
      <legend className="visually-hidden">{label}</legend>
      <div className={styles.segments}>
        {options.map(([key, words, drawn]) => (
          <label key={key} className={styles.segment} data-tip={drawn === undefined ? undefined : `${label}: ${words}`}>
            <input
              type="radio"
              name={name}
              className="visually-hidden"
              checked={key === value}
              onChange={() => onChange(key)}
            />
            {drawn}
            <span className={drawn === undefined ? undefined : 'visually-hidden'}>{words}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
