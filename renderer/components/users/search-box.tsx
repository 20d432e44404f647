import { useEffect, useEffectEvent, useState } from 'react'
import { Icon } from '../icon.tsx'
import styles from './users-toolbar.module.css'

/** A search field that asks when typing rests. `/` jumps here. */
export function SearchBox({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value)
  const send = useEffectEvent((words: string) => {
    if (words !== value) onChange(words)
  })
  useEffect(() => {
    const timer = setTimeout(() => send(typed), 100)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <label className={styles.search}>
      <Icon name="search" />
      <input
        type="search"
        aria-label="Search users by email, phone or id"
        aria-keyshortcuts="/"
        placeholder="Email, phone or id"
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <kbd aria-hidden="true">/</kbd>
    </label>
  )
}
