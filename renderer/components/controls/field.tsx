import { type ReactNode, useId, useState } from 'react'
import { Icon } from '../display/icon.tsx'
import styles from './field.module.css'

type ControlProps = {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

/**
 * A label over its control, with a hint and an error below. The control takes its ids and state from the function. An error
 * that is over keeps its room: a button below would move away from under the pointer that is about to press it.
 */
export function Field({
  label,
  hint,
  error,
  children,
}: {
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** Why the value was refused. */
  readonly error?: string | null
  readonly children: (props: ControlProps) => ReactNode
}) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const [lastError, setLastError] = useState(error)
  if (error && error !== lastError) setLastError(error)
  const describedBy = [...(hint ? [hintId] : []), ...(error ? [errorId] : [])].join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={hintId} className="note">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className={styles.error} role="alert">
          <Icon name="alert" size={14} />
          {error}
        </p>
      )}
      {!error && lastError && (
        <p className={`${styles.error} ${styles.over}`} aria-hidden="true">
          <Icon name="alert" size={14} />
          {lastError}
        </p>
      )}
    </div>
  )
}

/** A box or a dot with its words; the whole line can be pressed. */
export function Checkbox({
  type = 'checkbox',
  name,
  checked,
  onChange,
  children,
}: {
  readonly type?: 'checkbox' | 'radio'
  readonly name?: string | undefined
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly children: ReactNode
}) {
  return (
    <label className={styles.checkbox}>
      <input type={type} name={name} checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>{children}</span>
    </label>
  )
}
