import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'
import styles from './users-toolbar.module.css'

/** A search field that asks when typing rests. `/` jumps here. */
export function SearchBox({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  const sent = useRef(value)
  const send = useEffectEvent((words: string) => {
    sent.current = words
    if (words !== value) onChange(words)
  })
  useEffect(() => {
    const timer = setTimeout(() => send(typed), 100)
    return () => clearTimeout(timer)
  }, [typed])
  // Cleared by another control, with all other filters.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])
  return (
    <div className={styles.search}>
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        aria-label="Search users by email, phone or id"
        aria-keyshortcuts="/"
        placeholder="Email, phone, or ID"
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed === '' ? (
        <kbd aria-hidden="true">/</kbd>
      ) : (
        <Button
          small
          variant="subtle"
          aria-label="Clear search"
          onClick={() => {
            setTyped('')
            field.current?.focus()
          }}
        >
          <Icon name="close" size={12} />
        </Button>
      )}
    </div>
  )
}
