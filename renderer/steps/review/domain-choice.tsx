import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/field.tsx'
import { domainName } from '../choices.ts'
import styles from './findings-panel.module.css'

/** Placeholder emails at a domain of the operator's, or leaving the users out. */
export function DomainChoice({
  chosen,
  domain: current,
  busy,
  onChoose,
}: {
  /** `placeholder`, `exclude`, or null: undecided. */
  readonly chosen: string | null
  readonly domain: string
  readonly busy: boolean
  readonly onChoose: (value: string | null) => void
}) {
  const name = useId()
  const hasDomain = chosen === 'placeholder'
  const [typed, setTyped] = useState(current)
  const domain = domainName(typed)
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (domain) onChoose(domain)
  }
  return (
    <fieldset>
      <legend className="visually-hidden">Users without an email</legend>
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
          {hasDomain ? 'Change' : 'Use this domain'}
        </Button>
      </form>
      <Checkbox
        type="radio"
        name={name}
        checked={chosen === 'exclude'}
        disabled={busy}
        onChange={() => onChoose('exclude')}
      >
        Leave out
      </Checkbox>
      <Checkbox type="radio" name={name} checked={chosen === null} disabled={busy} onChange={() => onChoose(null)}>
        Decide later
      </Checkbox>
    </fieldset>
  )
}
