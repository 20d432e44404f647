import { useState } from 'react'
import type { FormEvent } from 'react'
import { Button } from '../../components/button.tsx'
import { domainName } from '../choices.ts'
import styles from './findings-panel.module.css'

/** Placeholder emails at a domain of the operator's. */
export function DomainChoice({
  chosen,
  domain: current,
  busy,
  onChoose,
}: {
  /** Placeholder emails are what was chosen. */
  readonly chosen: boolean
  readonly domain: string
  readonly busy: boolean
  readonly onChoose: (domain: string) => void
}) {
  const [typed, setTyped] = useState(current)
  const domain = domainName(typed)
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (domain) onChoose(domain)
  }
  return (
    <form className={styles.domain} onSubmit={submit}>
      <input
        type="text"
        aria-label="Domain of the placeholder emails"
        placeholder="placeholder.example.com"
        spellCheck={false}
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" small busy={busy} disabled={!domain}>
        {chosen ? 'Change' : 'Use'}
      </Button>
    </form>
  )
}
