import { useState } from 'react'
import type { FormEvent } from 'react'
import { Button } from '../../components/button.tsx'
import styles from './name-select.module.css'

const another = '\u0000another'

/** What a name of the source becomes: an offered one, one that is typed, excluded, or not decided. */
export function NameSelect({
  names,
  valueOf,
  hint,
  ids,
  label,
  value,
  none,
  exclude,
  open = false,
  onChange,
}: {
  /** What is offered, by its value. */
  readonly names: readonly { readonly value: string; readonly label: string }[]
  /** The value of a name that was typed; null: it cannot be one. */
  readonly valueOf: (typed: string) => string | null
  /** What a name is made of. */
  readonly hint: string
  /** Of the field around it, where there is one. */
  readonly ids?: { readonly id: string; readonly 'aria-describedby': string | undefined }
  readonly label: string
  /** One of the values, `exclude`, or null for none. */
  readonly value: string | null
  /** What no choice is called. */
  readonly none: string
  readonly exclude: boolean
  /** Nothing is decided, and users wait for it. */
  readonly open?: boolean
  readonly onChange: (value: string | null) => void
}) {
  const [typing, setTyping] = useState(false)
  const [typed, setTyped] = useState('')
  // The list takes the place of the field, and the focus.
  const [hasTyped, setHasTyped] = useState(false)
  const close = (): void => {
    setTyping(false)
    setHasTyped(true)
  }
  const name = valueOf(typed)

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (name === null) return
    close()
    onChange(name)
  }
  function choose(chosen: string): void {
    if (chosen === another) setTyping(true)
    else onChange(chosen === '' ? null : chosen)
  }

  if (typing) {
    return (
      <form className={styles.typing} onSubmit={submit} onKeyDown={(event) => event.key === 'Escape' && close()}>
        <input
          type="text"
          aria-label={`${label}: another name`}
          placeholder="Name"
          maxLength={64}
          spellCheck={false}
          autoComplete="off"
          autoFocus
          aria-invalid={typed !== '' && name === null}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" small disabled={name === null && hint}>
          Use
        </Button>
        <p className={styles.hint} aria-live="polite">
          {typed !== '' && name === null ? hint : ''}
        </p>
      </form>
    )
  }
  return (
    <select
      {...ids}
      autoFocus={hasTyped}
      className={open ? `${styles.select} ${styles.open}` : styles.select}
      aria-label={ids ? undefined : label}
      value={value ?? ''}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="">{none}</option>
      {names.map((each) => (
        <option key={each.value} value={each.value}>
          {each.label}
        </option>
      ))}
      <option value={another}>Another name…</option>
      {exclude && <option value="exclude">Exclude</option>}
    </select>
  )
}
