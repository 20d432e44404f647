import { type ComponentProps, type FormEvent, useState } from 'react'
import { providerName } from '../../../shared/planning/decisions/provider-decisions.ts'
import { tenantChoice, tenantValue } from '../../../shared/planning/decisions/tenant-decisions.ts'
import { listedProviders } from '../../../shared/users/known-provider.ts'
import { useDocument } from '../../api/document-context.tsx'
import { Button } from '../../components/controls/button.tsx'
import styles from './mapping-step.module.css'

const another = '\u0000another'

/** The counterpart of a name of the source: an offered name, a typed one, excluded, or not decided. */
function NameSelect({
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
  /** The offered names, by value. */
  readonly names: readonly { readonly value: string; readonly label: string }[]
  /** The value of a name that was typed; null: it cannot be one. */
  readonly valueOf: (typed: string) => string | null
  /** The allowed characters of a name. */
  readonly hint: string
  /** Of the field around it, where there is one. */
  readonly ids?: { readonly id: string; readonly 'aria-describedby': string | undefined }
  readonly label: string
  /** One of the values, `exclude`, or null for none. */
  readonly value: string | null
  /** The label of no choice. */
  readonly none: string
  readonly exclude: boolean
  /** Nothing is decided, and users wait for it. */
  readonly open?: boolean
  readonly onChange: (value: string | null) => void
}) {
  const [typing, setTyping] = useState(false)
  const [typed, setTyped] = useState('')
  // The list replaces the field and takes the focus.
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

const listed = listedProviders.map(({ name }) => ({ value: name, label: name }))

/** The name a provider gets in the core: a listed one, one that is typed, excluded, or not decided. */
export function ProviderSelect(props: Omit<ComponentProps<typeof NameSelect>, 'names' | 'valueOf' | 'hint'>) {
  const { value } = props
  const isOther = value !== null && value !== 'exclude' && !listed.some((each) => each.value === value)
  return (
    <NameSelect
      {...props}
      names={isOther ? [{ value, label: value }, ...listed] : listed}
      valueOf={readProviderName}
      hint="Letters, digits, dots, dashes; 1 to 28 of them."
    />
  )
}

/** Lower-cases the input; null when the core would refuse it as a provider's name (1 to 28 characters). */
export function readProviderName(typed: string): string | null {
  const name = typed.trim().toLowerCase()
  return providerName.test(name) ? name : null
}

/** The tenant of the core that stands for one of the source: one that the core has, that of the address, or one that is typed. */
export function TenantSelect({
  missing = false,
  ...props
}: Omit<ComponentProps<typeof NameSelect>, 'names' | 'valueOf' | 'hint'> & {
  /** The core does not have the chosen one. */
  readonly missing?: boolean
}) {
  const { coreTenants } = useDocument()
  const { value } = props
  const names = [
    { value: 'default', label: 'Default tenant' },
    ...(coreTenants ?? []).map((name) => ({ value: tenantValue({ kind: 'name', name }), label: name })),
  ]
  const chosen = value === null || value === 'exclude' ? null : tenantChoice(value)
  const isOther = chosen?.kind === 'name' && !names.some((each) => each.value === value)
  const other = isOther
    ? [{ value: tenantValue(chosen), label: missing ? `${chosen.name} (not in the core)` : chosen.name }]
    : []
  return (
    <NameSelect
      {...props}
      names={[...other, ...names]}
      valueOf={tenantOf}
      hint="Lower-case letters, digits, and dashes; 1 to 64 of them."
    />
  )
}

function tenantOf(typed: string): string | null {
  const choice = tenantChoice(`tenant:${typed.trim().toLowerCase()}`)
  return choice === null ? null : tenantValue(choice)
}
