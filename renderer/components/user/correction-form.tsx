import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import type { CorrectionField } from '../../../shared/planning/check-correction.ts'
import type { UserDetail } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../button.tsx'
import { Field, Checkbox } from '../field.tsx'
import { ProblemNotice } from '../notice.tsx'
import { correctionFieldOf, correctionFrom, typedFrom } from './correction.ts'
import type { Correction } from './correction.ts'
import styles from './user-drawer.module.css'

/** Corrects one user: an overlay over the record, never a change of the file. A new hash goes one way and is cleared. */
export function CorrectionForm({
  user,
  onSaved,
  onRetry,
}: {
  readonly user: UserDetail
  readonly onSaved: () => void
  /** Sends the user again after saving; null where that is not possible yet. */
  readonly onRetry: (() => void) | null
}) {
  const bridge = useBridge()
  const form = useRef<HTMLFormElement>(null)
  const [giveUpHash, setGiveUpHash] = useState(false)
  const [hashIsGone, setHashIsGone] = useState(false)
  const save = useMutation((correction: Correction) => bridge.invoke('users:correct', { id: user.row.id, correction }))
  const start = typedFrom(user)
  const refused = correctionFieldOf(save.problem)
  const errorAt = (field: CorrectionField) => (refused === field ? (save.problem?.message ?? null) : null)
  const hashError = [errorAt('hash') ?? '', hashIsGone ? 'Enter the hash again: it is not kept on screen.' : '']
    .join(' ')
    .trim()

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!form.current) return
    const fields = new FormData(form.current)
    const text = (name: string) => {
      const value = fields.get(name)
      return typeof value === 'string' ? value : ''
    }
    const correction = correctionFrom(user, {
      email: text('email'),
      phone: text('phone'),
      provider: text('provider'),
      hash: text('hash'),
      giveUpHash,
    })
    const hash = form.current.elements.namedItem('hash')
    const hashWasTyped = hash instanceof HTMLInputElement && hash.value !== ''
    if (hash instanceof HTMLInputElement) hash.value = ''
    if (correction && !(await save.run(correction))) {
      setHashIsGone(hashWasTyped)
      return
    }
    setHashIsGone(false)
    onSaved()
    onRetry?.()
  }

  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)} autoComplete="off">
      <Field label="Email" error={errorAt('email')}>
        {(ids) => (
          <input
            {...ids}
            name="email"
            type="text"
            inputMode="email"
            spellCheck={false}
            defaultValue={start.email}
            maxLength={1000}
          />
        )}
      </Field>
      <Field label="Phone" hint="With its country code, as in +49 151 23456." error={errorAt('phone')}>
        {(ids) => (
          <input {...ids} name="phone" type="text" inputMode="tel" defaultValue={start.phone} maxLength={200} />
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
              defaultValue={start.provider}
              maxLength={100}
            />
          )}
        </Field>
      )}
      {user.hash && (
        <>
          <Field label="New hash" hint="Leave empty to keep the one of the export." error={hashError}>
            {(ids) => (
              <input
                {...ids}
                name="hash"
                type="password"
                autoComplete="off"
                spellCheck={false}
                maxLength={4096}
                disabled={giveUpHash}
              />
            )}
          </Field>
          <Checkbox checked={giveUpHash} onChange={setGiveUpHash}>
            Give the hash up: this user signs in by a code
          </Checkbox>
        </>
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={save.busy}>
          {onRetry ? 'Save and retry' : 'Save correction'}
        </Button>
      </div>
      <ProblemNotice problem={refused === null ? save.problem : null} onDismiss={save.dismiss} />
    </form>
  )
}
