import type { ComponentProps } from 'react'
import styles from './button.module.css'

/** `tinted`: a choice that the app proposes beside the one primary button. */
type Variant = 'plain' | 'primary' | 'tinted' | 'subtle' | 'danger' | 'link'

/** A button; while `busy` it stays where it is, says so, keeps the focus, and does nothing when it is pressed again. */
export function Button({
  variant = 'plain',
  small = false,
  busy = false,
  disabled,
  className,
  onClick,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'title'> & {
  readonly variant?: Variant
  readonly small?: boolean
  readonly busy?: boolean
}) {
  const classes = [styles.button, styles[variant], small && styles.small, className].filter(Boolean).join(' ')
  return (
    <button
      type="button"
      {...rest}
      className={classes}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  )
}

/** The one next step of a screen: Ctrl or Cmd with Enter presses it. */
export function PrimaryButton(props: Omit<ComponentProps<typeof Button>, 'variant'>) {
  return <Button {...props} variant="primary" data-primary="" />
}
