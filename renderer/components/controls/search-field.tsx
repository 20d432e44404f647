import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Icon } from '../display/icon.tsx'
import styles from './search-field.module.css'

type Search = { readonly value: string; readonly onChange: (value: string) => void }

/** The search of a list of users. `/` jumps here. */
export function SearchUsers(search: Search) {
  return (
    <SearchField {...search} label="Search users by email, phone or ID" placeholder="Email, phone, or ID" isFirst />
  )
}

/** A search field that searches once typing pauses. */
export function SearchField({
  value,
  onChange,
  label,
  placeholder,
  isFirst = false,
}: Search & {
  readonly label: string
  readonly placeholder: string
  /** The search of the screen, which has a key. */
  readonly isFirst?: boolean
}) {
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
  // Another control cleared all filters.
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
        aria-label={label}
        aria-keyshortcuts={isFirst ? '/' : undefined}
        placeholder={placeholder}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed !== '' ? (
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
      ) : (
        isFirst && <kbd aria-hidden="true">/</kbd>
      )}
    </div>
  )
}
