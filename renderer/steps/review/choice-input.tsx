import { type FormEvent, useId, useState } from 'react'
import type { FindingGroup } from '../../../shared/ipc/views.ts'
import { useDocument } from '../../api/document-context.tsx'
import { Button } from '../../components/button.tsx'
import { counted } from '../../components/format.ts'
import { findingLabel } from '../../components/users/filter-choices.ts'
import { canWait, decisionOf, domainName } from '../choices.ts'
import { ProviderSelect } from '../mapping/provider-select.tsx'
import { TenantSelect } from '../mapping/tenant-select.tsx'
import { ChoiceCard, FieldCard } from './choice-card.tsx'
import { countries } from './countries.ts'
import styles from './findings-panel.module.css'

/** The answers to a finding side by side, each deciding for all its users; `Decide later` is on until one is chosen. */
export function ChoiceInput({
  finding,
  busy,
  onChoose,
  onShow,
  onExclude,
}: {
  readonly finding: FindingGroup
  readonly busy: boolean
  readonly onChoose: (value: string | null) => void
  readonly onShow: () => void
  /** Excludes the users of a finding that no choice settles. */
  readonly onExclude: () => void
}) {
  const name = useId()
  const { choices, chosen, blocks, users, code, recommended } = finding
  const { thirdPartyWithoutEmail } = useDocument().choices
  const placeholderDomain = thirdPartyWithoutEmail?.kind === 'placeholder' ? thirdPartyWithoutEmail.domain : ''
  const kind = decisionOf(finding)
  if (kind === 'none' && !blocks) return null
  const options = choices.filter(
    ({ value }) => kind === 'options' || value === 'exclude' || (kind === 'tenant' && value !== 'name'),
  )
  const list = (label: string) => (
    <FieldCard label={label}>
      <Button variant="link" small onClick={onShow}>
        Open the list of {counted(users, 'user')}
      </Button>
    </FieldCard>
  )
  return (
    <fieldset className={styles.cards}>
      <legend className="visually-hidden">{findingLabel(finding)}</legend>
      {kind === 'provider' && (
        <FieldCard label="Map to a provider">
          <ProviderSelect
            label={`In the core: ${finding.group}`}
            value={chosen === 'exclude' ? null : chosen}
            none="Choose a provider…"
            exclude={false}
            disabled={busy}
            onChange={onChoose}
          />
        </FieldCard>
      )}
      {kind === 'tenant' && (
        <FieldCard label="Choose the tenant">
          <TenantSelect
            label={`In the core: ${finding.group}`}
            value={chosen?.startsWith('tenant:') === true ? chosen : null}
            none="Choose a tenant…"
            missing={code === 'tenant-missing'}
            exclude={false}
            disabled={busy}
            onChange={onChoose}
          />
        </FieldCard>
      )}
      {kind === 'country' && (
        <FieldCard label="Choose the country">
          <CountrySelect value={chosen} busy={busy} onChoose={onChoose} />
        </FieldCard>
      )}
      {kind === 'domain' && (
        <FieldCard label="Use a placeholder email">
          <DomainChoice chosen={chosen === 'placeholder'} domain={placeholderDomain} busy={busy} onChoose={onChoose} />
        </FieldCard>
      )}
      {kind === 'none' && list('Correct users')}
      {options.map(({ value, label, consequence }) => (
        <ChoiceCard
          key={value}
          name={name}
          label={label}
          consequence={consequence}
          reason={recommended?.value === value ? recommended.reason : null}
          checked={chosen === value}
          disabled={busy}
          onChoose={() => onChoose(value)}
        />
      ))}
      {code === 'duplicate' && list('Choose for each user')}
      {kind === 'none' && (
        <ChoiceCard
          name={name}
          label="Exclude"
          consequence="These users are not created."
          checked={false}
          disabled={busy}
          onChoose={onExclude}
        />
      )}
      {(canWait(code) || kind === 'none') && (
        <ChoiceCard
          name={name}
          label="Decide later"
          consequence=""
          narrow
          checked={chosen === null}
          disabled={busy}
          onChoose={() => onChoose(null)}
        />
      )}
    </fieldset>
  )
}

/** The country whose code completes numbers without one. */
function CountrySelect({
  value,
  busy,
  onChoose,
}: {
  readonly value: string | null
  readonly busy: boolean
  readonly onChoose: (country: string | null) => void
}) {
  return (
    <select
      aria-label="Country of phone numbers without a country code"
      value={value ?? ''}
      disabled={busy}
      onChange={(event) => onChoose(event.target.value || null)}
    >
      <option value="">Choose a country…</option>
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name} ({code})
        </option>
      ))}
    </select>
  )
}

/** Placeholder emails at a domain of the operator's. */
function DomainChoice({
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
