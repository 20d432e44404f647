import { useId } from 'react'
import type { ReactNode } from 'react'
import styles from './field.module.css'

/** A label over its control, with a hint below. The control takes `id` and `aria-describedby` from the function. */
export function Field({
  label,
  hint,
  children,
}: {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly children: (ids: { readonly id: string; readonly 'aria-describedby': string | undefined }) => ReactNode
}) {
  const id = useId()
  const hintId = `${id}-hint`
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({ id, 'aria-describedby': hint ? hintId : undefined })}
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** A box or a dot with its words; the whole line can be pressed. */
export function Tick({
  type = 'checkbox',
  name,
  checked,
  disabled = false,
  onChange,
  children,
}: {
  readonly type?: 'checkbox' | 'radio'
  readonly name?: string | undefined
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
  readonly children: ReactNode
}) {
  return (
    <label className={styles.tick}>
      <input
        type={type}
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  )
}
