import { useId, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import type { PostRunView } from '../../../shared/ipc/views/post-run-views.ts'
import type { Input } from '../../../shared/ipc/contract.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { Field, Checkbox } from '../../components/field.tsx'
import { counted } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import styles from './post-run.module.css'

/** All or a sample, and an account to sign in with; its password goes one way and is cleared on submit. */
export function VerifyForm({
  view,
  disabled,
  onBegun,
}: {
  readonly view: PostRunView
  readonly disabled: boolean
  readonly onBegun: () => void
}) {
  const bridge = useBridge()
  const name = useId()
  const password = useRef<HTMLInputElement>(null)
  const [all, setAll] = useState(true)
  const [sample, setSample] = useState(100)
  const [account, setAccount] = useState(view.accounts[0]?.userId ?? 0)
  const begin = useMutation((order: Input<'post-run:verify'>) => bridge.invoke('post-run:verify', order), onBegun)

  function submit(event: FormEvent): void {
    event.preventDefault()
    const typed = password.current?.value ?? ''
    if (password.current) password.current.value = ''
    const known = typed === '' || account === 0 ? null : { userId: account, password: typed }
    void begin.run({ sample: all ? null : Math.max(1, Math.floor(sample) || 1), account: known })
  }

  return (
    <form className={styles.body} onSubmit={submit} autoComplete="off">
      <fieldset>
        <legend className="visually-hidden">Users to look up</legend>
        <Checkbox type="radio" name={name} checked={all} onChange={() => setAll(true)}>
          All: {counted(view.made, 'user')}
        </Checkbox>
        <Checkbox type="radio" name={name} checked={!all} onChange={() => setAll(false)}>
          A sample, spread over the export, of
          <input
            className={styles.sample}
            type="number"
            aria-label="Users in the sample"
            min={1}
            value={Number.isNaN(sample) ? '' : sample}
            onFocus={() => setAll(false)}
            onChange={(event) => setSample(event.target.valueAsNumber)}
          />
        </Checkbox>
      </fieldset>
      {view.accounts.length > 0 ? (
        <div className={styles.account}>
          <Field label="Known account">
            {(ids) => (
              <select {...ids} value={account} onChange={(event) => setAccount(Number(event.target.value))}>
                {view.accounts.map(({ userId, email }) => (
                  <option key={userId} value={userId}>
                    {email}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field
            label="Its old password"
            hint="Leave empty to skip the sign-in. It is sent to the core only and not saved."
          >
            {(ids) => <input {...ids} ref={password} type="password" autoComplete="off" maxLength={4096} />}
          </Field>
        </div>
      ) : (
        <p className="muted">You can sign in here with an account whose password you checked before the run.</p>
      )}
      <div className={styles.ways}>
        <Button type="submit" busy={begin.busy} disabled={disabled}>
          Look up users
        </Button>
      </div>
      <ProblemNotice problem={begin.problem} onDismiss={begin.dismiss} />
    </form>
  )
}
