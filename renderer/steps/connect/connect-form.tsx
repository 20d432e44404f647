import { useRef } from 'react'
import type { FormEvent } from 'react'
import { useDocument } from '../../api/document-context.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field, Checkbox } from '../../components/field.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import { Tag } from '../../components/tag.tsx'
import { useStepState } from '../step-state.ts'
import { CheckResult } from './check-result.tsx'
import styles from './connect-form.module.css'
import { KeyKeeping } from './key-keeping.tsx'
import { KeepProfile, ProfilePicker } from './profile-part.tsx'
import { useCoreConnection } from './use-core-connection.ts'
import { useConnection } from './use-connection.ts'
import { useProfiles } from './use-profiles.ts'
import { AuthorityPart } from './route-part.tsx'

const dialects = { auto: 'Find out', documented: 'Documented', supertokens: 'SuperTokens' } as const
type Dialect = keyof typeof dialects

/** Address and key of a live core. The key goes one way: read on submit, cleared, kept nowhere on this side. */
export function ConnectForm() {
  const { target, started } = useDocument()
  const live = target?.kind === 'live' ? target : null
  const key = useRef<HTMLInputElement>(null)
  const [baseUrl, setBaseUrl] = useStepState('address', live?.confirmed === true ? live.baseUrl : '')
  const [dialect, setDialect] = useStepState<Dialect>('dialect', 'auto')
  const access = useCoreConnection(baseUrl)
  const profiles = useProfiles()
  const [keepKey, setKeepKey] = useStepState('keep key', true)
  const { connect, again, checked, forget, busy, problem, dismiss } = useConnection(access.changed)
  const moved = live !== null && started && baseUrl.trim() !== '' && baseUrl.trim() !== live.baseUrl
  const [coreMoved, setSameCore] = useStepState('same core', false)
  const keyIsHeld =
    (live?.connected === true && live.baseUrl === baseUrl.trim()) || (access.access?.key ?? null) !== null

  function submit(event: FormEvent): void {
    event.preventDefault()
    const typed = key.current?.value ?? ''
    if (key.current) key.current.value = ''
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

  return (
    <Card title="Connect a live core" aside={live?.connected ? <Tag tone="bad">live</Tag> : undefined}>
      <form className={styles.form} onSubmit={submit} autoComplete="off">
        <ProfilePicker
          {...profiles}
          baseUrl={baseUrl}
          onPick={(profile) => {
            setBaseUrl(profile.baseUrl)
            setDialect(profile.dialect)
            forget()
          }}
        />
        <Field label="Address (base_url)" hint="With its path, if the app or tenant has one.">
          {(ids) => (
            <input
              {...ids}
              type="url"
              required
              spellCheck={false}
              autoComplete="off"
              placeholder="https://core.example.com"
              value={baseUrl}
              onChange={(event) => setBaseUrl(event.target.value)}
            />
          )}
        </Field>
        <Field
          label="API key"
          hint={
            keyIsHeld
              ? 'Leave empty to use the key given before.'
              : 'Sent as the header api-key. Leave empty if the core has none.'
          }
        >
          {(ids) => <input {...ids} ref={key} type="password" autoComplete="off" spellCheck={false} maxLength={4096} />}
        </Field>
        <KeyKeeping {...access} keep={keepKey} onKeep={setKeepKey} />
        {access.access !== null && access.access.proxyText !== '' && (
          <p className={styles.proxy}>{access.access.proxyText}</p>
        )}
        {moved && (
          <fieldset className={styles.moved}>
            <legend>Users were sent to {live.name} before. Is this</legend>
            <Checkbox type="radio" name="core" checked={!coreMoved} onChange={() => setSameCore(false)}>
              another core: everybody is ready to be sent there
            </Checkbox>
            <Checkbox type="radio" name="core" checked={coreMoved} onChange={() => setSameCore(true)}>
              the same core under a new address: what was sent stays sent
            </Checkbox>
          </fieldset>
        )}
        <details className={styles.advanced}>
          <summary>Advanced</summary>
          <Field label="Interface" hint="“Documented” is the specification to the letter and calls nothing else.">
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
        {live?.connected && (
          <KeepProfile
            key={live.baseUrl}
            {...profiles}
            baseUrl={live.baseUrl}
            suggested={live.name}
            dialect={dialect}
          />
        )}
      </div>
      <ProblemNotice problem={problem} onDismiss={dismiss} />
    </Card>
  )
}

function dialectOf(value: string): Dialect {
  return value === 'documented' || value === 'supertokens' ? value : 'auto'
}
