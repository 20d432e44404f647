import { useState } from 'react'
import type { FormEvent } from 'react'
import { Button } from '../../components/button.tsx'
import { listedProviders } from '../../../shared/users/known-provider.ts'
import { providerName } from './provider-names.ts'
import styles from './provider-select.module.css'

const another = '\u0000another'
const listed = listedProviders.map(({ name }) => name)

/** The name a provider gets in the core: a listed one, one that is typed, left out, or not decided. */
export function ProviderSelect({
  ids,
  label,
  value,
  none,
  exclude,
  open = false,
  disabled,
  onChange,
}: {
  /** Of the field around it, where there is one. */
  readonly ids?: { readonly id: string; readonly 'aria-describedby': string | undefined }
  readonly label: string
  /** A provider's name, `exclude`, or null for none. */
  readonly value: string | null
  /** What no choice is called. */
  readonly none: string
  readonly exclude: boolean
  /** Nothing is decided, and users wait for it. */
  readonly open?: boolean
  readonly disabled: boolean
  readonly onChange: (value: string | null) => void
}) {
  const [typing, setTyping] = useState(false)
  const [typed, setTyped] = useState('')
  const name = providerName(typed)
  const names: readonly string[] =
    value === null || value === 'exclude' || listed.includes(value) ? listed : [value, ...listed]

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (name === null) return
    setTyping(false)
    onChange(name)
  }
  function choose(chosen: string): void {
    if (chosen === another) setTyping(true)
    else onChange(chosen === '' ? null : chosen)
  }

  if (typing) {
    return (
      <form
        className={styles.typing}
        onSubmit={submit}
        onKeyDown={(event) => event.key === 'Escape' && setTyping(false)}
      >
        <input
          type="text"
          aria-label={`${label}: another name`}
          placeholder="Name"
          maxLength={28}
          spellCheck={false}
          autoComplete="off"
          autoFocus
          aria-invalid={typed !== '' && name === null}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" small disabled={name === null}>
          Use
        </Button>
        <p className={styles.hint} aria-live="polite">
          {typed !== '' && name === null ? 'Letters, digits, dots, dashes; 1 to 28 of them.' : ''}
        </p>
      </form>
    )
  }
  return (
    <select
      {...ids}
      className={open ? `${styles.select} ${styles.open}` : styles.select}
      aria-label={ids ? undefined : label}
      value={value ?? ''}
      disabled={disabled}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="">{none}</option>
      {names.map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
      <option value={another}>Another name…</option>
      {exclude && <option value="exclude">Exclude</option>}
    </select>
  )
}
