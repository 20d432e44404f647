import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useDocument } from '../../api/document-context.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field, Checkbox } from '../../components/field.tsx'
import { Icon } from '../../components/icon.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import { Tag } from '../../components/tag.tsx'
import { useStepState } from '../../navigation/step-state.ts'
import { CheckFacts } from './check-facts.tsx'
import { CheckResult } from './check-result.tsx'
import styles from './connect-form.module.css'
import { KeyStorage } from './key-storage.tsx'
import { SaveProfile, ProfilePicker } from './profile-part.tsx'
import { useCoreConnection } from './use-core-connection.ts'
import { useConnection } from './use-connection.ts'
import { useProfiles } from './use-profiles.ts'
import { AuthorityPart } from './route-part.tsx'

const dialects = { auto: 'Detect automatically', documented: 'Documented', supertokens: 'SuperTokens' } as const
type Dialect = keyof typeof dialects

/** Address and key of a live core. The key goes one way: read on submit, and gone from its field once the core took it. */
export function ConnectForm() {
  const { target, started, rehearsed } = useDocument()
  const live = target?.kind === 'live' ? target : null
  const key = useRef<HTMLInputElement>(null)
  const [baseUrl, setBaseUrl] = useStepState('address', live?.confirmed === true ? live.baseUrl : '')
  const [dialect, setDialect] = useStepState<Dialect>('dialect', 'auto')
  const access = useCoreConnection(baseUrl)
  const profiles = useProfiles()
  const [keepKey, setKeepKey] = useStepState('keep key', true)
  const [editing, setEditing] = useState(false)
  const [shown, setShown] = useState(false)
  const [missing, setMissing] = useState(false)
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

  // What is wrong with the address is said there.
  const addressProblem = problem?.code.startsWith('address') === true ? problem.message : null
  useEffect(() => {
    if (addressProblem !== null) address.current?.focus()
  }, [addressProblem])

  function submit(event: FormEvent): void {
    event.preventDefault()
    setMissing(baseUrl.trim() === '')
    if (baseUrl.trim() === '') return address.current?.focus()
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
        <div className={styles.connected}>
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
      <form className={styles.form} onSubmit={submit} autoComplete="off" noValidate>
        <ProfilePicker
          {...profiles}
          baseUrl={baseUrl}
          onPick={(profile) => {
            setBaseUrl(profile.baseUrl)
            setDialect(profile.dialect)
            forget()
          }}
        />
        <Field
          label="Address (base_url)"
          error={missing && baseUrl.trim() === '' ? 'Enter the address of the core.' : addressProblem}
        >
          {(ids) => (
            <input
              {...ids}
              type="url"
              spellCheck={false}
              autoComplete="off"
              // After a rehearsal the address of the real core is what comes next.
              autoFocus={rehearsed && target?.kind === 'rehearsal'}
              placeholder="https://core.example.com/tenant"
              value={baseUrl}
              ref={address}
              onChange={(event) => {
                setBaseUrl(event.target.value)
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
        {access.access !== null && access.access.proxyText !== '' && (
          <p className={styles.proxy}>{access.access.proxyText}</p>
        )}
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
        <Button type="submit" busy={busy} className={styles.submit}>
          Check connection
        </Button>
      </form>
      <div className={styles.result} aria-live="polite">
        {checked && <CheckResult checked={checked} busy={busy} onAgain={again} onForget={forget} />}
        {!checked && !problem && live?.connected && <p className="muted">{live.checkMessage}</p>}
        {saveConnection}
      </div>
      <ProblemNotice problem={addressProblem === null ? problem : null} onDismiss={dismiss} />
    </Card>
  )
}

function dialectOf(value: string): Dialect {
  return value === 'documented' || value === 'supertokens' ? value : 'auto'
}
