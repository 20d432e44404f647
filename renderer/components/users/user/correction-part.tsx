import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UserDetail } from '../../../../shared/ipc/views.ts'
import type { CorrectionField } from '../../../../shared/planning/check-correction.ts'
import { ok } from '../../../../shared/result.ts'
import { useBridge } from '../../../api/bridge-context.tsx'
import { useDocumentState } from '../../../api/document-context.tsx'
import { isUnderWay, useProgress } from '../../../api/progress-context.tsx'
import { useMutation } from '../../../api/use-mutation.ts'
import { Button, reasons } from '../../controls/button.tsx'
import { Dialog } from '../../overlays/dialog.tsx'
import { Checkbox, Field } from '../../controls/field.tsx'
import { ProblemNotice } from '../../notices/notice.tsx'
import styles from './correction-part.module.css'
import {
  type Correction,
  correctionFieldOf,
  correctionFrom,
  type Typed,
  typedFrom,
  useCorrectionCheck,
} from './correction.ts'
import { SendCorrected } from './send-corrected.tsx'
import drawer from './user-drawer.module.css'

/**
 * Corrects one user: an overlay over the record, never a change of the file. A typed value is judged as the planner would
 * before it can be saved. A new hash is in no state of the page: it goes one way and is cleared.
 */
function CorrectionForm({
  user,
  focused,
  findNext,
  onSaved,
  onRetry,
  children,
}: {
  readonly user: UserDetail
  /** Moves the focus to the first error. */
  readonly focused: boolean
  /** The user to be corrected next; null: there is none. */
  readonly findNext: () => Promise<number | null>
  readonly onSaved: (corrected: UserDetail, next: number | null) => void
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
  const form = useRef<HTMLFormElement>(null)
  const begin = useEffectEvent(() => focused && form.current && focusFault(form.current))
  useEffect(() => void begin(), [])
  const save = useMutation(
    async (correction: Correction) => {
      const next = await findNext()
      const corrected = await bridge.invoke('users:correct', { id: user.row.id, correction })
      return corrected.ok ? ok({ corrected: corrected.value, next }) : corrected
    },
    ({ corrected, next }) => onSaved(corrected, next),
  )
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
    setAwaited(false)
    save.dismiss()
  }
  const unchanged = contacts === null && !hasHash
  const savable = contacts === null ? hasHash : check.savable
  const unsavable = unchanged ? 'Change a value first.' : 'Correct the marked field first.'

  // Enter right after the last key saves once the typed values are judged.
  const [awaited, setAwaited] = useState(false)
  const proceed = useEffectEvent(() => {
    setAwaited(false)
    if (savable) void submit()
  })
  useEffect(() => {
    if (awaited && !check.pending) proceed()
  }, [awaited, check.pending])

  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault()
    if (check.pending) setAwaited(true)
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
    <form ref={form} className="stack" onSubmit={(event) => void submit(event)} autoComplete="off">
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
        <Button type="submit" busy={save.busy || awaited} disabled={!savable && !check.pending && unsavable}>
          {onRetry ? 'Save and retry' : 'Save correction'}
        </Button>
        <Button variant="subtle" disabled={unchanged && 'Nothing was changed.'} onClick={reset}>
          Reset
        </Button>
        {children}
      </div>
      {refused === null && <ProblemNotice of={save} />}
    </form>
  )
}

/** Focuses the first field with an error, else the first field, and selects its text. */
function focusFault(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLInputElement>('input[aria-invalid]') ?? form.querySelector('input')
  field?.focus()
  field?.select()
}

/** Correct, exclude and retry one user. A call without a reply is confirmed first. */
export function CorrectionPart({
  user,
  focused,
  findNext,
  onChanged,
  onCorrected,
}: {
  readonly user: UserDetail
  readonly focused: boolean
  readonly findNext: () => Promise<number | null>
  readonly onChanged: () => void
  readonly onCorrected: (corrected: UserDetail, next: number | null) => void
}) {
  const bridge = useBridge()
  const { progress, take } = useProgress()
  const { decisions } = useDocumentState()
  const { id, state, label } = user.row
  const [asking, setAsking] = useState(false)
  // A user that a correction made ready is offered for sending, not for another correction.
  const [isCorrecting, setIsCorrecting] = useState(false)
  const open = isCorrecting || state !== 'ready'
  const scope = { kind: 'users' as const, ids: [id] }
  const retry = useMutation(
    () => bridge.invoke('run:retry', { scope }),
    (now) => {
      take(now)
      setAsking(false)
      onChanged()
    },
    decisions,
  )
  const exclude = useMutation(
    (excluded: boolean) => bridge.invoke('users:exclude', { scope, excluded }),
    () => onChanged(),
  )
  const canRetry = state === 'failed' || state === 'in-doubt'
  const byHand = state === 'excluded' && user.excludedByHand
  if (!user.correctable && !canRetry && !byHand) return null
  const buttons = (
    <>
      {canRetry && (
        <Button
          busy={retry.busy}
          data-tip={state === 'in-doubt' ? undefined : 'Sends the user again without a correction.'}
          onClick={() => (state === 'in-doubt' ? setAsking(true) : void retry.run())}
        >
          {state === 'in-doubt' ? 'Send again…' : 'Retry'}
        </Button>
      )}
      {user.correctable && state !== 'in-doubt' && (
        <Button
          className={styles.exclude}
          busy={exclude.busy}
          disabled={isUnderWay(progress) && reasons.underWay}
          onClick={() => void exclude.run(true)}
        >
          Exclude user
        </Button>
      )}
    </>
  )

  return (
    <section className={`${drawer.correct} ${styles.correction}`} aria-label="Correct this user">
      {byHand && (
        <div className={styles.actions}>
          <Button
            busy={exclude.busy}
            disabled={isUnderWay(progress) && reasons.underWay}
            onClick={() => void exclude.run(false)}
          >
            Include user
          </Button>
        </div>
      )}
      {user.correctable && open && (
        <>
          <h3>Correct this user</h3>
          <CorrectionForm
            key={JSON.stringify(user.correction)}
            user={user}
            focused={focused || isCorrecting}
            findNext={findNext}
            onSaved={(corrected, next) => {
              setIsCorrecting(false)
              onCorrected(corrected, next)
            }}
            onRetry={state === 'failed' ? () => void retry.run() : null}
          >
            {buttons}
          </CorrectionForm>
        </>
      )}
      {user.correctable && !open && (
        <div className={styles.actions}>
          <Button onClick={() => setIsCorrecting(true)}>Correct this user</Button>
          {user.correction !== null && <SendCorrected />}
          {buttons}
        </div>
      )}
      {!user.correctable && canRetry && <div className={styles.actions}>{buttons}</div>}
      <ProblemNotice of={retry} />
      <ProblemNotice of={exclude} />
      {asking && (
        <Dialog
          title="Send this user again?"
          onClose={() => setAsking(false)}
          foot={
            <>
              <Button onClick={() => setAsking(false)}>Cancel</Button>
              <Button variant="danger" busy={retry.busy} onClick={() => void retry.run()}>
                Send again
              </Button>
            </>
          }
        >
          <p>
            No reply came for <b>{label}</b>, so the user may already be in the core. Sending a password again replaces
            the one in the core: if this person has changed it since, the new one is lost.
          </p>
          <ProblemNotice of={retry} />
        </Dialog>
      )}
    </section>
  )
}
