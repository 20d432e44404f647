import type { ComponentProps } from 'react'
import styles from './button.module.css'

/**
 * `primary`: the one next step of a screen or dialog; Ctrl or Cmd with Enter presses it. `tinted`: a choice that the app proposes
 * beside it.
 */
type Variant = 'plain' | 'primary' | 'tinted' | 'subtle' | 'danger' | 'link'

/**
 * A button. One that cannot be pressed now takes the reason as `disabled`, and says it to the pointer, to the keyboard, and
 * when it is pressed. While `busy` it says so. Both stay where they are, keep the focus, and do nothing.
 */
export function Button({
  variant = 'plain',
  small = false,
  busy = false,
  disabled,
  className,
  onClick,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'title' | 'disabled'> & {
  readonly variant?: Variant
  readonly small?: boolean
  readonly busy?: boolean
  readonly disabled?: Reason
}) {
  const classes = [styles.button, styles[variant], small && styles.small, className].filter(Boolean).join(' ')
  return (
    <button
      type="button"
      {...rest}
      className={classes}
      {...(disabled && !busy && explained(disabled))}
      data-primary={variant === 'primary' ? '' : undefined}
      aria-disabled={busy || Boolean(disabled) || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => (busy || disabled ? event.preventDefault() : onClick?.(event))}
    >
      {busy && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  )
}

export function PrimaryButton(props: Omit<ComponentProps<typeof Button>, 'variant'>) {
  return <Button {...props} variant="primary" />
}

/** Why a control cannot be used now, as a sentence with the way out; null or false: it can be used. */
export type Reason = string | null | false | undefined

/** Reasons that several screens have. */
export const reasons = {
  busy: 'Wait until the current action has ended.',
  underWay: 'A run is under way. Pause it or wait for its end first.',
  notConnected: 'Connect to the core first.',
  counting: 'Users are still being counted.',
  removing: 'Users are being removed from the core. Wait until that has ended.',
} as const

/** Says a reason to the pointer and the keyboard, by the tooltip, and to a screen reader. */
export function explained(reason: string): { readonly 'data-tip': string; readonly 'aria-description': string } {
  return { 'data-tip': reason, 'aria-description': reason }
}
