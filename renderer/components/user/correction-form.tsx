import { useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import type { CorrectionField } from '../../../shared/planning/check-correction.ts'
import type { UserDetail } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../button.tsx'
import { Field, Checkbox } from '../field.tsx'
import { ProblemNotice } from '../notice.tsx'
import { correctionFieldOf, correctionFrom, typedFrom } from './correction.ts'
import type { Correction, Typed } from './correction.ts'
import { useCorrectionCheck } from './use-correction-check.ts'
import styles from './correction-part.module.css'

/**
 * Corrects one user: an overlay over the record, never a change of the file. What is typed is judged as the planner would
 * before it can be saved. A new hash is in no state of the page: it goes one way and is cleared.
 */
export function CorrectionForm({
  user,
  onSaved,
  onRetry,
  children,
}: {
  readonly user: UserDetail
  readonly onSaved: () => void
  /** Sends the user again after saving; null where that is not possible yet. */
  readonly onRetry: (() => void) | null
  /** Further buttons. */
  readonly children: ReactNode
}) {
  const bridge = useBridge()
  const hash = useRef<HTMLInputElement>(null)
  const start = typedFrom(user)
  const [typed, setTyped] = useState(start)
  const [giveUpHash, setGiveUpHash] = useState(false)
  const [hasHash, setHasHash] = useState(false)
  const [hashIsGone, setHashIsGone] = useState(false)
  const save = useMutation((correction: Correction) => bridge.invoke('users:correct', { id: user.row.id, correction }))
  const told: Typed = { ...typed, giveUpHash, hash: '' }
  const contacts = correctionFrom(user, told)
  const check = useCorrectionCheck(user, contacts)
  const refused = correctionFieldOf(save.problem)
  const errorAt = (field: CorrectionField) =>
    (refused === field ? save.problem?.message : undefined) ?? check.faultAt(field)
  const hashError = [errorAt('hash') ?? '', hashIsGone ? 'Enter the hash again: it is not kept on screen.' : '']
    .join(' ')
    .trim()
  const change = (part: Partial<typeof start>): void => {
    setTyped({ ...typed, ...part })
    save.dismiss()
  }
  const savable = contacts === null ? hasHash : check.savable

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!savable) return
    const correction = correctionFrom(user, { ...told, hash: hash.current?.value ?? '' })
    const hashWasTyped = hash.current !== null && hash.current.value !== ''
    if (hash.current) hash.current.value = ''
    setHasHash(false)
    if (correction && !(await save.run(correction))) {
      setHashIsGone(hashWasTyped)
      return
    }
    setHashIsGone(false)
    onSaved()
    onRetry?.()
  }

  function reset(): void {
    setTyped(start)
    setGiveUpHash(false)
    setHasHash(false)
    if (hash.current) hash.current.value = ''
    save.dismiss()
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} autoComplete="off">
      <Field label="Email" error={errorAt('email')}>
        {(ids) => (
          <input
            {...ids}
            name="email"
            type="text"
            inputMode="email"
            spellCheck={false}
            placeholder="None"
            value={typed.email}
            maxLength={1000}
            onChange={(event) => change({ email: event.target.value })}
          />
        )}
      </Field>
      <Field label="Phone number" error={errorAt('phone')}>
        {(ids) => (
          <input
            {...ids}
            name="phone"
            type="text"
            inputMode="tel"
            placeholder="None"
            value={typed.phone}
            maxLength={200}
            onChange={(event) => change({ phone: event.target.value })}
          />
        )}
      </Field>
      {user.identities.length > 0 && (
        <Field label="Provider in the core" error={errorAt('provider')}>
          {(ids) => (
            <input
              {...ids}
              name="provider"
              type="text"
              spellCheck={false}
              value={typed.provider}
              maxLength={100}
              onChange={(event) => change({ provider: event.target.value })}
            />
          )}
        </Field>
      )}
      {user.hash && (
        <details className={styles.hash} open={hashError !== '' || undefined}>
          <summary>Password hash</summary>
          <Field label="New hash" hint="Leave empty to keep the hash of the export." error={hashError}>
            {(ids) => (
              <input
                {...ids}
                ref={hash}
                name="hash"
                type="password"
                autoComplete="off"
                spellCheck={false}
                maxLength={4096}
                disabled={giveUpHash}
                onChange={(event) => {
                  setHasHash(event.target.value.trim() !== '')
                  save.dismiss()
                }}
              />
            )}
          </Field>
          <Checkbox checked={giveUpHash} onChange={setGiveUpHash}>
            Remove the hash: this user signs in with a code
          </Checkbox>
        </details>
      )}
      <div className={styles.actions}>
        <Button type="submit" busy={save.busy} disabled={!savable}>
          {onRetry ? 'Save and retry' : 'Save correction'}
        </Button>
        <Button variant="subtle" disabled={contacts === null && !hasHash} onClick={reset}>
          Reset
        </Button>
        {children}
      </div>
      <ProblemNotice problem={refused === null ? save.problem : null} onDismiss={save.dismiss} />
    </form>
  )
}
