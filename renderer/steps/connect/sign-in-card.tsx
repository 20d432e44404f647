import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useBridge } from '../../api/bridge-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { Notice, ProblemNotice } from '../../components/notice.tsx'
import styles from './sign-in-card.module.css'

/** Proves a migrated password: signs in at the rehearsal core. The password goes one way and is cleared on submit. */
export function SignInCard() {
  const bridge = useBridge()
  const password = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState('')
  const [outcome, setOutcome] = useState<{ signedIn: boolean; message: string } | null>(null)
  const signIn = useMutation(
    (typed: string) => bridge.invoke('rehearsal:sign-in', { email: email.trim(), password: typed }),
    setOutcome,
  )

  const [missing, setMissing] = useState(false)

  function submit(event: FormEvent): void {
    event.preventDefault()
    const typed = password.current?.value ?? ''
    if (password.current) password.current.value = ''
    setOutcome(null)
    setMissing(email.trim() === '' || typed === '')
    if (email.trim() !== '' && typed !== '') void signIn.run(typed)
  }

  return (
    <Card title="Sign in as a migrated user">
      <form className={styles.form} onSubmit={submit} autoComplete="off" noValidate>
        <Field label="Email">
          {(ids) => (
            <input
              {...ids}
              type="text"
              inputMode="email"
              autoComplete="off"
              spellCheck={false}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Field label="Password they had before" error={missing ? 'Enter an email and its old password.' : null}>
          {(ids) => <input {...ids} ref={password} type="password" autoComplete="off" maxLength={4096} />}
        </Field>
        <Button type="submit" busy={signIn.busy} className={styles.submit}>
          Sign in
        </Button>
      </form>
      <div aria-live="polite" className={styles.outcome}>
        {outcome && <Notice tone={outcome.signedIn ? 'ok' : 'wait'}>{outcome.message}</Notice>}
      </div>
      <ProblemNotice problem={signIn.problem} onDismiss={signIn.dismiss} />
    </Card>
  )
}
