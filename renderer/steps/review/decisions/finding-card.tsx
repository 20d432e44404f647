import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { FindingGroup } from '../../../../shared/ipc/views.ts'
import { choiceFor, decisions } from '../../../../shared/planning/choices.ts'
import { domainName } from '../../../../shared/planning/decisions/provider-decisions.ts'
import { endedByCorrection, findingCodes, isFindingCode } from '../../../../shared/planning/findings.ts'
import { causeTitle } from '../../../../shared/report/state-titles.ts'
import { useDocument, useDocumentState } from '../../../api/document-context.tsx'
import { useSetting } from '../../../api/use-mutation.ts'
import { Button } from '../../../components/controls/button.tsx'
import { count, counted } from '../../../components/texts/format.ts'
import { ProblemNotice } from '../../../components/notices/notice.tsx'
import { Tag } from '../../../components/display/tag.tsx'
import { Explained } from '../../../components/overlays/tooltip.tsx'
import { findingLabel, shownGroup } from '../../../components/users/filter-panel.tsx'
import type { TableFilter } from '../../../components/users/use-users-view.ts'
import { useSteps } from '../../../navigation/step-context.tsx'
import { countries, decisionOf } from '../../choices.ts'
import { ProviderSelect, TenantSelect } from '../../mapping/name-select.tsx'
import styles from './decisions.module.css'

/** One finding: its users, its meaning, the choice for all of them, and a button that shows them. */
export function FindingCard({
  finding,
  onShow,
  onUndo,
}: {
  readonly finding: FindingGroup
  /** `corrects`: the first of its users is opened to be corrected. */
  readonly onShow: (filter: TableFilter, corrects?: boolean) => void
  /** The decision is taken back, and will be open again. */
  readonly onUndo: () => void
}) {
  const { decide: take } = useDocumentState()
  const { go } = useSteps()
  const choose = useSetting(take)
  const { code, group, meaning, next, users } = finding
  const show = (corrects = false) => onShow({ kind: 'finding', code, group, label: findingLabel(finding) }, corrects)
  const unit = <small>{users === 1 ? 'user' : 'users'}</small>

  function decide(value: string | null): void {
    if (value === null) onUndo()
    void choose.run((choices) => choiceFor(choices, finding, value))
  }

  return (
    <li className={styles.finding} data-finding={`${code} ${group}`}>
      <p className={`${styles.users} figures`}>
        {count(users)} {waitsForMore(finding) ? <Explained tip={freesText(finding)}>{unit}</Explained> : unit}
      </p>
      <div className={styles.words}>
        <h3>
          {causeTitle(finding)} {shownGroup(finding) && <code>{group}</code>}
        </h3>
        <Explained className={styles.meaning} tip={`${meaning} ${next}`.trim()}>
          {firstSentence(meaning)}
        </Explained>
        {code === 'hash-parameters-missing' && (
          <Button variant="link" small className={styles.way} onClick={() => go('export')}>
            Add the hash parameters instead
          </Button>
        )}
      </div>
      <div className={styles.choice}>
        <ChoiceInput finding={finding} busy={choose.busy} onChoose={decide} onShow={show} />
        <ProblemNotice of={choose} />
      </div>
      {!opensList(finding) && (
        <Button small aria-label={`Show users: ${findingLabel(finding)}`} onClick={() => show()}>
          Show users
        </Button>
      )}
    </li>
  )
}

/** One of the answers opens the list of the users. */
function opensList(finding: FindingGroup): boolean {
  return finding.blocks && (finding.code === 'duplicate' || canCorrect(finding))
}

/** The users can be corrected one by one. */
function canCorrect(finding: FindingGroup): boolean {
  return decisionOf(finding) === 'options' && endedByCorrection.has(finding.code)
}

/** The tooltip has the whole text. */
function firstSentence(text: string): string {
  return /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text
}

/** Some of the users wait for another decision as well, and the recommended answer does not settle that too. */
function waitsForMore({ blocks, chosen, users, frees, recommended }: FindingGroup): boolean {
  return blocks && chosen === null && frees !== null && frees < users && recommended?.value !== 'exclude'
}

/** How many users this decision alone frees; the others wait for further decisions. */
export function freesText({ users, frees }: Pick<FindingGroup, 'users' | 'frees'>): string {
  if (frees === null) return `Frees up to ${count(users)} users.`
  if (frees === 0) return 'Frees no users by itself: these users also wait for other decisions.'
  if (frees >= users) return users === 1 ? 'Frees this user.' : `Frees all ${count(users)} users.`
  return `Frees ${count(frees)} of them; the others also wait for another decision.`
}

/** The answers to a finding side by side, each deciding for all its users; `Decide later` is on until one is chosen. */
function ChoiceInput({
  finding,
  busy,
  onChoose,
  onShow,
}: {
  readonly finding: FindingGroup
  readonly busy: boolean
  readonly onChoose: (value: string | null) => void
  readonly onShow: (corrects: boolean) => void
}) {
  const name = useId()
  const { choices, chosen, blocks, users, code, recommended } = finding
  const { thirdPartyWithoutEmail } = useDocument().choices
  const placeholderDomain = thirdPartyWithoutEmail?.kind === 'placeholder' ? thirdPartyWithoutEmail.domain : ''
  const kind = decisionOf(finding)
  if (kind === 'none') return null
  const options = choices.filter(({ value }) => !decisions.isTyped(finding, value))
  const isField = chosen !== null && options.every(({ value }) => value !== chosen)
  const list = (label: string, corrects: boolean) => (
    <FieldCard label={label}>
      <Button variant="link" small onClick={() => onShow(corrects)}>
        Open the list of {counted(users, 'user')}
      </Button>
    </FieldCard>
  )
  return (
    <fieldset className={styles.cards} aria-disabled={busy || undefined}>
      <legend className="visually-hidden">{findingLabel(finding)}</legend>
      {kind === 'provider' && (
        <FieldCard label="Map to a provider" isChosen={isField}>
          <ProviderSelect
            label={`In the core: ${finding.group}`}
            value={chosen === 'exclude' ? null : chosen}
            none="Choose a provider…"
            exclude={false}
            onChange={onChoose}
          />
        </FieldCard>
      )}
      {kind === 'tenant' && (
        <FieldCard label="Choose the tenant" isChosen={isField}>
          <TenantSelect
            label={`In the core: ${finding.group}`}
            value={chosen?.startsWith('tenant:') === true ? chosen : null}
            none="Choose a tenant…"
            missing={code === 'tenant-missing'}
            exclude={false}
            onChange={onChoose}
          />
        </FieldCard>
      )}
      {kind === 'country' && (
        <FieldCard label="Choose the country" isChosen={isField}>
          <CountrySelect value={chosen === 'skip' ? null : chosen} onChoose={onChoose} />
        </FieldCard>
      )}
      {kind === 'domain' && (
        <FieldCard label="Use a placeholder email" isChosen={isField}>
          <DomainChoice chosen={chosen === 'placeholder'} domain={placeholderDomain} busy={busy} onChoose={onChoose} />
        </FieldCard>
      )}
      {blocks && canCorrect(finding) && list('Correct users', true)}
      {options.map(({ value, label, consequence }) => (
        <ChoiceCard
          key={value}
          name={name}
          label={label}
          consequence={consequence}
          reason={recommended?.value === value ? recommended.reason : null}
          checked={chosen === value}
          onChoose={() => onChoose(value)}
        />
      ))}
      {code === 'duplicate' && opensList(finding) && list('Choose for each user', false)}
      {canWait(code) && (
        <ChoiceCard
          name={name}
          label="Decide later"
          consequence=""
          narrow
          checked={chosen === null}
          onChoose={() => onChoose(null)}
        />
      )}
    </fieldset>
  )
}

/** Whether leaving it undecided is an answer: the users wait. Holds also once it was decided. */
function canWait(code: string): boolean {
  return isFindingCode(code) && findingCodes[code].blocks
}

/** The country whose code completes numbers without one. */
function CountrySelect({
  value,
  onChoose,
}: {
  readonly value: string | null
  readonly onChoose: (country: string | null) => void
}) {
  return (
    <select
      aria-label="Country of phone numbers without a country code"
      value={value ?? ''}
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
  /** Placeholder emails are the current choice. */
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
        placeholder="users.example.com"
        spellCheck={false}
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" small busy={busy} disabled={!domain && 'Enter a domain such as users.example.com.'}>
        {chosen ? 'Change' : 'Use'}
      </Button>
    </form>
  )
}

/** One answer to a decision: a radio button with its consequence. */
function ChoiceCard({
  name,
  label,
  consequence,
  reason = null,
  narrow = false,
  checked,
  onChoose,
}: {
  readonly name: string
  readonly label: string
  readonly consequence: string
  /** Why this is the recommended answer; null where it is not. */
  readonly reason?: string | null
  /** Takes less room than the other answers. */
  readonly narrow?: boolean
  readonly checked: boolean
  readonly onChoose: () => void
}) {
  return (
    <label className={narrow ? `${styles.card} ${styles.later}` : styles.card}>
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      <span className={styles.cardHead}>
        {label}{' '}
        {reason !== null && (
          <Tag tone="accent" tip={reason}>
            Recommended
          </Tag>
        )}
      </span>
      {consequence !== '' && <span className={styles.consequence}>{consequence}</span>}
    </label>
  )
}

/** An answer that is given with a field of its own, or in the list of users. */
function FieldCard({
  label,
  isChosen = false,
  children,
}: {
  readonly label: string
  /** Its field holds the answer in force. */
  readonly isChosen?: boolean
  readonly children: ReactNode
}) {
  return (
    <div className={`${styles.card} ${styles.fieldCard}`} data-chosen={isChosen || undefined}>
      <span className={styles.cardHead}>{label}</span>
      {children}
    </div>
  )
}
