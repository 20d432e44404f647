import { useId } from 'react'
import type { FindingGroup } from '../../../shared/ipc/views.ts'
import { useDocument } from '../../api/document-context.tsx'
import { Checkbox } from '../../components/field.tsx'
import { canWait, decisionOf } from '../choices.ts'
import { ProviderSelect } from '../mapping/provider-select.tsx'
import { CountrySelect } from './country-select.tsx'
import { DomainChoice } from './domain-choice.tsx'
import styles from './findings-panel.module.css'
import { findingLabel } from '../../components/users/filter-choices.ts'

/** The choice that decides a finding for all its users, in the form that fits it. */
export function ChoiceInput({
  finding,
  busy,
  onChoose,
}: {
  readonly finding: FindingGroup
  readonly busy: boolean
  readonly onChoose: (value: string | null) => void
}) {
  const name = useId()
  const { choices, chosen, blocks } = finding
  const { thirdPartyWithoutEmail } = useDocument().choices
  const placeholderDomain = thirdPartyWithoutEmail?.kind === 'placeholder' ? thirdPartyWithoutEmail.domain : ''
  switch (decisionOf(finding)) {
    case 'provider':
      return (
        <ProviderSelect
          label={`In the core: ${finding.group}`}
          value={chosen}
          none="decide…"
          exclude
          disabled={busy}
          onChange={onChoose}
        />
      )
    case 'country':
      return <CountrySelect value={chosen} busy={busy} onChoose={onChoose} />
    case 'domain':
      return <DomainChoice chosen={chosen} domain={placeholderDomain} busy={busy} onChoose={onChoose} />
    case 'options':
      return (
        <fieldset>
          <legend className="visually-hidden">{findingLabel(finding)}</legend>
          {choices.map(({ value, label, consequence }) => (
            <Checkbox
              key={value}
              type="radio"
              name={name}
              checked={chosen === value}
              disabled={busy}
              onChange={() => onChoose(value)}
            >
              {label}
              {consequence && <span className={styles.consequence}> {consequence}</span>}
            </Checkbox>
          ))}
          {canWait(finding.code) && (
            <Checkbox
              type="radio"
              name={name}
              checked={chosen === null}
              disabled={busy}
              onChange={() => onChoose(null)}
            >
              Decide later
            </Checkbox>
          )}
        </fieldset>
      )
    default:
      return <p className={styles.consequence}>{blocks ? 'Correct these users one by one.' : 'Nothing to decide.'}</p>
  }
}
