import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import type { Output } from '../../../shared/ipc/contract.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../button.tsx'
import { Field } from '../field.tsx'
import { Notice, ProblemNotice } from '../notice.tsx'
import styles from './password-check-part.module.css'

type Outcome = Output<'users:check-password'>

const tones = { match: 'ok', mismatch: 'wait', 'not-checked': 'plain' } as const satisfies Record<
  Outcome['outcome'],
  string
>

/** Tries a known password of one user. It goes one way and is cleared on submit; only whether it fits comes back. */
export function PasswordCheckForm({ userId, onProved }: { readonly userId: number; readonly onProved: () => void }) {
  const bridge = useBridge()
  const password = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [missing, setMissing] = useState(false)
  const prove = useMutation(
    (typed: string) => bridge.invoke('users:check-password', { id: userId, password: typed }),
    (tried) => {
      setOutcome(tried)
      onProved()
    },
  )

  function submit(event: FormEvent): void {
    event.preventDefault()
    const typed = password.current?.value ?? ''
    if (password.current) password.current.value = ''
    setOutcome(null)
    setMissing(typed === '')
    if (typed === '') password.current?.focus()
    else void prove.run(typed)
  }

  return (
    <>
      <form className={styles.form} onSubmit={submit} autoComplete="off">
        <Field label="Known password" error={missing ? 'Enter a password that this user has.' : null}>
          {(ids) => (
            <input
              {...ids}
              ref={password}
              type="password"
              autoComplete="off"
              maxLength={4096}
              onInput={() => setMissing(false)}
            />
          )}
        </Field>
        <Button type="submit" busy={prove.busy}>
          Try it
        </Button>
      </form>
      <div aria-live="polite" className={styles.outcome}>
        {outcome && (
          <Notice tone={tones[outcome.outcome]}>
            <p>{outcome.message}</p>
            {outcome.advice.length > 0 && (
              <ul className={styles.advice}>
                {outcome.advice.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            )}
          </Notice>
        )}
      </div>
      <ProblemNotice problem={prove.problem} onDismiss={prove.dismiss} />
    </>
  )
}
