import { useId, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import type { AfterwardsView } from '../../../shared/bridge/afterwards-views.ts'
import type { Input } from '../../../shared/bridge/contract.ts'
import { useBridge } from '../../bridge/bridge-context.tsx'
import { useTask } from '../../bridge/use-task.ts'
import { Button } from '../../components/button.tsx'
import { Field, Tick } from '../../components/field.tsx'
import { counted } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import styles from './after-part.module.css'

/** All or a sample, and an account to sign in with; its password goes one way and is cleared on submit. */
export function VerifyForm({
  view,
  disabled,
  onBegun,
}: {
  readonly view: AfterwardsView
  readonly disabled: boolean
  readonly onBegun: () => void
}) {
  const bridge = useBridge()
  const name = useId()
  const password = useRef<HTMLInputElement>(null)
  const [all, setAll] = useState(true)
  const [sample, setSample] = useState(100)
  const [account, setAccount] = useState(view.accounts[0]?.userId ?? 0)
  const begin = useTask((order: Input<'afterwards:verify'>) => bridge.ask('afterwards:verify', order), onBegun)

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
        <legend className="spoken">Who is looked up</legend>
        <Tick type="radio" name={name} checked={all} onChange={() => setAll(true)}>
          All: {counted(view.made, 'user')}
        </Tick>
        <Tick type="radio" name={name} checked={!all} onChange={() => setAll(false)}>
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
        </Tick>
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
          <Field label="Its old password" hint="Empty: nobody signs in. It goes to the core only and is kept nowhere.">
            {(ids) => <input {...ids} ref={password} type="password" autoComplete="off" maxLength={4096} />}
          </Field>
        </div>
      ) : (
        <p className="quiet">An account whose password was proved before the run could be let sign in here.</p>
      )}
      <div className={styles.ways}>
        <Button type="submit" busy={begin.busy} disabled={disabled}>
          Look them up
        </Button>
      </div>
      <ProblemNotice problem={begin.problem} onDismiss={begin.dismiss} />
    </form>
  )
}
