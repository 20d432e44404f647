/** Whether a key that is pressed there belongs to a text. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select')
  )
}
