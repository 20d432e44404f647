import { useEffect, useState } from 'react'
import type { ComponentProps } from 'react'
import { PrimaryButton } from './button.tsx'

/** How long an action that has taken another's place takes no press, in milliseconds. */
const settleMs = 400

/**
 * The one filled button where its action changes by itself, as during a run. Each action is an element of its own, and takes
 * no press in its first moment, so that a press meant for the action before it does nothing.
 */
export function NextStepButton({
  action,
  disabled,
  ...props
}: { readonly action: string } & ComponentProps<typeof PrimaryButton>) {
  const [settled, setSettled] = useState(action)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(action), settleMs)
    return () => clearTimeout(timer)
  }, [action])
  return (
    <PrimaryButton
      key={action}
      {...props}
      disabled={disabled || (action !== settled && 'The next step has just changed.')}
    />
  )
}
