import { type FormEvent, useEffect, useRef, useState } from 'react'
import { parseBaseUrl } from '../../../shared/core-api/base-url.ts'
import { useDocument } from '../../api/document-context.tsx'
import { Button } from '../../components/controls/button.tsx'
import { Card } from '../../components/display/card.tsx'
import { Checkbox, Field } from '../../components/controls/field.tsx'
import { Icon } from '../../components/display/icon.tsx'
import { ProblemNotice } from '../../components/notices/notice.tsx'
import { Tag } from '../../components/display/tag.tsx'
import { useStepState } from '../../navigation/step-context.tsx'
import { CheckFacts, CheckResult, useConnection, useCoreConnection } from './check-result.tsx'
import styles from './connect-step.module.css'
import { ProfilePicker, SaveProfile, useProfiles } from './profile-part.tsx'

const dialects = { auto: 'Detect automatically', documented: 'Documented', supertokens: 'SuperTokens' } as const
type Dialect = keyof typeof dialects

/** Address and key of a live core. The key goes one way: read on submit, and gone from its field once the core took it. */
export function ConnectForm({
  isNext,
  address: baseUrl,
  onAddress: setBaseUrl,
}: {
  readonly isNext: boolean
  readonly address: string
  readonly onAddress: (address: string) => void
}) {
  const { target, started, rehearsed } = useDocument()
  const live = target?.kind === 'live' ? target : null
  const key = useRef<HTMLInputElement>(null)
  const [dialect, setDialect] = useStepState<Dialect>('dialect', 'auto')
  const access = useCoreConnection(baseUrl)
  const profiles = useProfiles()
  const [keepKey, setKeepKey] = useStepState('keep key', true)
  const [editing, setEditing] = useState(false)
  const [shown, setShown] = useState(false)
  // The fault of the address at the last press of Check connection; null: none.
  const [typingError, setTypingError] = useState<string | null>(null)
  const address = useRef<HTMLInputElement>(null)
  const ready = (): void => {
    if (key.current) key.current.value = ''
    setEditing(false)
    access.changed()
  }
  const { connect, again, checked, forget, busy, problem, dismiss } = useConnection(ready)
  const moved = live !== null && started && baseUrl.trim() !== '' && baseUrl.trim() !== live.baseUrl
  const [coreMoved, setSameCore] = useStepState('same core', false)
  const keyIsHeld = (live?.connected === true && live.baseUrl === baseUrl.trim()) || access.access?.hasKey === true

  // A problem with the address is shown at its field.
  const addressProblem = problem?.code.startsWith('address') === true ? problem.message : null
  useEffect(() => {
    if (addressProblem !== null) address.current?.focus()
  }, [addressProblem])

  function submit(event: FormEvent): void {
    event.preventDefault()
    const parsed = parseBaseUrl(baseUrl)
    setTypingError(parsed.ok ? null : parsed.error.message)
    if (!parsed.ok) return address.current?.focus()
    const typed = key.current?.value ?? ''
    connect({
      baseUrl: baseUrl.trim(),
      apiKey: typed === '' && keyIsHeld ? null : typed,
      dialect,
      allowHttp: false,
      keepKey,
      confirmed: false,
      coreMoved: moved && coreMoved,
    })
  }

  const saveConnection = live?.connected === true && (
    <SaveProfile key={live.baseUrl} {...profiles} baseUrl={live.baseUrl} suggested={live.name} dialect={dialect} />
  )

  if (live?.connected && !editing && checked?.check.kind !== 'confirm-live' && live.baseUrl === baseUrl.trim()) {
    return (
      <Card title={live.name} aside={<Tag tone="bad">Live</Tag>}>
        <div className="stack">
          <p className="muted">{live.checkMessage}</p>
          {checked?.check.kind === 'ready' && checked.check.facts.length > 0 && (
            <details className={styles.advanced}>
              <summary>Connection details</summary>
              <CheckFacts facts={checked.check.facts} />
            </details>
          )}
          {saveConnection}
          <Button small className={styles.submit} onClick={() => setEditing(true)}>
            Change connection…
          </Button>
        </div>
      </Card>
    )
  }

  return (
    <Card title="Connect a live core" aside={live?.connected ? <Tag tone="bad">Live</Tag> : undefined}>
      <form className="stack" onSubmit={submit} autoComplete="off" noValidate>
        <ProfilePicker
          {...profiles}
          baseUrl={baseUrl}
          onPick={(profile) => {
            setBaseUrl(profile.baseUrl)
            setDialect(profile.dialect)
            forget()
          }}
        />
        <Field label="Address (base_url)" error={typingError ?? addressProblem}>
          {(ids) => (
            <input
              {...ids}
              type="url"
              spellCheck={false}
              autoComplete="off"
              // After a rehearsal the address of the live core comes next.
              autoFocus={rehearsed && target?.kind === 'rehearsal'}
              placeholder="https://core.example.com/tenant"
              value={baseUrl}
              ref={address}
              onChange={(event) => {
                setBaseUrl(event.target.value)
                setTypingError(null)
                dismiss()
              }}
            />
          )}
        </Field>
        <Field
          label="API key"
          hint={keyIsHeld ? 'Leave empty to use the saved key.' : 'Leave empty if the core has none.'}
        >
          {(ids) => (
            <span className={styles.key}>
              <input
                {...ids}
                ref={key}
                type={shown ? 'text' : 'password'}
                autoComplete="off"
                spellCheck={false}
                maxLength={4096}
                placeholder=" "
              />
              <Button
                variant="subtle"
                small
                className={styles.eye}
                aria-pressed={shown}
                aria-label="Show key"
                data-tip={shown ? 'Hide key' : 'Show key'}
                onClick={() => setShown(!shown)}
              >
                <Icon name="eye" />
              </Button>
            </span>
          )}
        </Field>
        <KeyStorage {...access} keep={keepKey} onKeep={setKeepKey} />
        {access.access !== null && access.access.proxyText !== '' && <p className="note">{access.access.proxyText}</p>}
        {moved && (
          <fieldset className={styles.moved}>
            <legend>Users were sent to {live.name} before. This is</legend>
            <Checkbox type="radio" name="core" checked={!coreMoved} onChange={() => setSameCore(false)}>
              Another core: all users are ready to be sent there
            </Checkbox>
            <Checkbox type="radio" name="core" checked={coreMoved} onChange={() => setSameCore(true)}>
              The same core at a new address: what was sent stays sent
            </Checkbox>
          </fieldset>
        )}
        <details className={styles.advanced}>
          <summary>Advanced</summary>
          <Field label="Interface" hint="“Documented” follows the specification exactly and calls nothing else.">
            {(ids) => (
              <select {...ids} value={dialect} onChange={(event) => setDialect(dialectOf(event.target.value))}>
                {Object.entries(dialects).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <AuthorityPart {...access} />
        </details>
        <Button variant={isNext ? 'primary' : 'plain'} type="submit" busy={busy} className={styles.submit}>
          Check connection
        </Button>
      </form>
      <div className={styles.outcome} aria-live="polite">
        {checked && <CheckResult checked={checked} busy={busy} onAgain={again} onForget={forget} />}
        {!checked && !problem && live?.connected && <p className="muted">{live.checkMessage}</p>}
        {saveConnection}
      </div>
      {addressProblem === null && <ProblemNotice of={{ problem, dismiss }} />}
    </Card>
  )
}

function dialectOf(value: string): Dialect {
  return value === 'documented' || value === 'supertokens' ? value : 'auto'
}

/** Where the key stays: encrypted by the system, if it really encrypts, else in memory. */
function KeyStorage({
  access,
  forget,
  keep,
  onKeep,
}: Access & { readonly keep: boolean; readonly onKeep: (keep: boolean) => void }) {
  if (access === null) return <div className={styles.keyStorage} />
  const { keeper, hasKey } = access
  return (
    <div className={styles.keyStorage}>
      {keeper === null ? (
        <p className="note">
          No system keychain found: the key is kept in memory only and asked for again after a restart.
        </p>
      ) : (
        <Checkbox checked={keep} onChange={onKeep}>
          Save the key in {keeper}, for this address only
        </Checkbox>
      )}
      {hasKey && (
        <p className={`row ${styles.kept}`}>
          <span>{keeper === null ? 'A key for this address is in memory' : 'A key for this address is saved'}.</span>
          <Button variant="link" busy={forget.busy} onClick={() => void forget.run()}>
            Forget key
          </Button>
        </p>
      )}
      <ProblemNotice of={forget} />
    </div>
  )
}

/** The private authority that is trusted at this address. There is no way to trust everything. */
function AuthorityPart({ access, trust, distrust }: Access) {
  const trusted = access?.authority ?? null
  return (
    <div className={styles.authority} role="group" aria-labelledby="authority">
      <span id="authority" className={styles.authorityTitle}>
        Private certificate authority
      </span>
      {trusted === null ? (
        <p className="note">
          Only where the core’s certificate comes from your company’s own authority: its certificate as a file (PEM or
          DER), trusted at this address alone.
        </p>
      ) : (
        <p>
          <b>{trusted.names.join(', ')}</b> <span className="muted">from {trusted.file}, at this address alone</span>
        </p>
      )}
      <span className={`row ${styles.authorityFile}`}>
        <Button
          small
          busy={trust.busy}
          disabled={access === null && 'Enter the address of the core first.'}
          onClick={() => void trust.run()}
        >
          {trusted === null ? 'Choose a file…' : 'Choose another…'}
        </Button>
        {trusted !== null && (
          <Button small variant="subtle" busy={distrust.busy} onClick={() => void distrust.run()}>
            Remove certificate
          </Button>
        )}
      </span>
      <ProblemNotice of={trust} />
      <ProblemNotice of={distrust} />
    </div>
  )
}

type Access = ReturnType<typeof useCoreConnection>
