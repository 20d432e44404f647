import { useEffect } from 'react'

/** Listens for the keys that work in every step. The help listens for its own keys. */
export function useShortcuts(): void {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) pressPrimary(event)
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === '/') focusSearch(event)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

function pressPrimary(event: KeyboardEvent): void {
  const open = [...document.querySelectorAll('dialog[open]')].at(-1)
  const all = [...(open ?? document).querySelectorAll<HTMLButtonElement>('button[data-primary]')]
  // A disabled button shows its reason.
  const button = all.find(({ ariaDisabled }) => ariaDisabled !== 'true') ?? all[0]
  if (!button) return
  event.preventDefault()
  button.click()
}

function focusSearch(event: KeyboardEvent): void {
  const search = document.querySelector<HTMLInputElement>('input[type="search"]')
  if (!search || document.querySelector('dialog[open]')) return
  event.preventDefault()
  search.focus()
  search.select()
}

/** Whether a key pressed on this target is typed into a text field. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select')
  )
}
