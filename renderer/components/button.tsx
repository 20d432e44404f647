import type { ComponentProps } from 'react'
import styles from './button.module.css'

type Look = 'plain' | 'primary' | 'quiet' | 'danger' | 'link'

/** A button; while `busy` it stays where it is, says so and cannot be pressed again. */
export function Button({
  look = 'plain',
  small = false,
  busy = false,
  disabled,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & { readonly look?: Look; readonly small?: boolean; readonly busy?: boolean }) {
  const classes = [styles.button, styles[look], small && styles.small, className].filter(Boolean).join(' ')
  return (
    <button type="button" {...rest} className={classes} disabled={disabled || busy} aria-busy={busy || undefined}>
      {busy && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  )
}

/** The one next step of a screen: Ctrl or Cmd with Enter presses it. */
export function PrimaryButton(props: Omit<ComponentProps<typeof Button>, 'look'>) {
  return <Button {...props} look="primary" data-primary="" />
}
