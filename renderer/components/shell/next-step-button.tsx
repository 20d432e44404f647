import { type ComponentProps, useEffect, useState } from 'react'
import { PrimaryButton } from '../controls/button.tsx'

/** Time for which an action that has taken another's place takes no press, in milliseconds. */
const settleMs = 400

/**
 * The filled button of a screen whose next step follows the state of a run. Each action has its own element, which takes no press at
 * first; a press that the previous action invited has no effect.
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
  const changed = action !== settled && 'The next step has just changed.'
  return <PrimaryButton key={action} {...props} disabled={disabled || changed} />
}
