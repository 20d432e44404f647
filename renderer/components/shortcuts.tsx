import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import styles from './shortcuts.module.css'

const keys = [
  ['Ctrl or ⌘ + Enter', 'the next step'],
  ['/', 'search users'],
  ['↑ ↓', 'from user to user in the table'],
  ['Space', 'select the user'],
  ['Shift + Space or click', 'select up to here'],
  ['Enter', 'show the user'],
  ['Esc', 'close what is open'],
  ['?', 'this list'],
] as const

/** Listens for the keys that work everywhere; `?` shows this list. */
export function useShortcuts(): { readonly shown: boolean; readonly show: (shown: boolean) => void } {
  const [shown, show] = useState(false)
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) pressPrimary(event)
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === '/') focusSearch(event)
      if (event.key === '?') show(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return { shown, show }
}

function pressPrimary(event: KeyboardEvent): void {
  const open = [...document.querySelectorAll('dialog[open]')].at(-1)
  const button = (open ?? document).querySelector<HTMLButtonElement>('button[data-primary]:not(:disabled)')
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

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select')
  )
}

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose} foot={<Button onClick={onClose}>Close</Button>}>
      <dl className={styles.keys}>
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
