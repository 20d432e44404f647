import { useId } from 'react'
import styles from './choice-card.module.css'

/** One choice of several: what it is called and what it comes to. The whole card can be pressed. */
export function ChoiceCard({
  name,
  label,
  consequence,
  checked,
  onChange,
}: {
  readonly name: string
  readonly label: string
  readonly consequence: string
  readonly checked: boolean
  readonly onChange: () => void
}) {
  const id = useId()
  return (
    <label className={styles.choice}>
      <input
        type="radio"
        name={name}
        checked={checked}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-consequence`}
        onChange={onChange}
      />
      <span>
        <span id={`${id}-label`}>{label}</span>
        <small id={`${id}-consequence`}>{consequence}</small>
      </span>
    </label>
  )
}
