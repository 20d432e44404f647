import { useId, useState } from 'react'
import type { Executor } from '../../../shared/core-api/choose-executor.ts'
import type { Scope } from '../../../shared/ipc/requests/run-requests.ts'
import { defaultSpeed, defaultStopRule, type Speed, type StopRule } from '../../../shared/ipc/run-limits.ts'
import type { PreviewView, ProgressView, TargetView } from '../../../shared/ipc/views.ts'
import { type ExecutorFacts, executorTexts } from '../../../shared/planning/describe-executors.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useProgress } from '../../api/progress-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button, PrimaryButton, reasons } from '../../components/controls/button.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Checkbox } from '../../components/controls/field.tsx'
import { count, counted } from '../../components/texts/format.ts'
import { ProblemNotice } from '../../components/notices/notice.tsx'
import { userAction } from '../../components/texts/user-action.ts'
import { noSelection, type Selection, userSelection } from '../../components/users/use-users-view.ts'
import { GiveUpField, SpeedFields, StopRuleFields } from '../run/progress/speed-fields.tsx'
import styles from './review-step.module.css'

const options: readonly { readonly executor: Executor; readonly label: string }[] = [
  { executor: 'auto', label: 'Automatic' },
  { executor: 'bulk', label: 'Bulk import' },
  { executor: 'single', label: 'Single calls' },
]

/** How users are sent: one choice of three with the time each takes, or why there is none. */
function ExecutorChoice({
  facts,
  users,
  executor,
  onChange,
}: {
  readonly facts: ExecutorFacts
  /** Users who are sent. */
  readonly users: number
  readonly executor: Executor
  readonly onChange: (executor: Executor) => void
}) {
  const name = useId()
  if (facts.obstacle !== null) return <p className="muted">{executorTexts.sentence(facts, users, executor)}</p>
  const texts = executorTexts.all(facts, users)
  return (
    <fieldset className={styles.choice}>
      <legend>Method of sending</legend>
      {options.map((option) => (
        <Checkbox
          key={option.executor}
          type="radio"
          name={name}
          checked={executor === option.executor}
          onChange={() => onChange(option.executor)}
        >
          {option.label} <span className={`note ${styles.text}`}>{texts[option.executor]}</span>
        </Checkbox>
      ))}
      {executorTexts.notes(facts, executor).map((note) => (
        <p key={note} className="note">
          {note}
        </p>
      ))}
    </fieldset>
  )
}

/** The confirmation before users are sent: numbers, warnings, speed and, for a live core, its address. */
export function StartDialog({
  preview,
  selection,
  selected,
  sendable,
  isCounted,
  startWith,
  onClose,
  onStarted,
}: {
  readonly preview: PreviewView
  /** The preview counts the last decision; before that, a start would send others than its button says. */
  readonly isCounted: boolean
  readonly selection: Selection
  /** How many that are, and how many of them are ready; null: that is not known yet. */
  readonly selected: number
  readonly sendable: number | null
  readonly startWith: ScopeKind
  readonly onClose: () => void
  readonly onStarted: () => void
}) {
  const bridge = useBridge()
  const { target } = useDocument()
  const { progress, take } = useProgress()
  const { decisions } = useDocumentState()
  const [kind, setKind] = useState<ScopeKind>(startWith)
  const [first, setFirst] = useState(10)
  const [speed, setSpeed] = useState<Speed>(progress?.speed ?? defaultSpeed)
  const [stopRule, setStopRule] = useState<StopRule>(progress?.stopRule ?? defaultStopRule)
  const [giveUp, setGiveUp] = useState<number | null>(giveUpBefore(progress))
  const [executor, setExecutor] = useState<Executor>(nextExecutor(progress))
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const ready = preview.filtered?.ready ?? preview.counts.ready
  const live = target?.kind === 'live'
  const scope = scopeFrom(kind, first, selection)
  const users = usersOf(kind, preview, first, sendable ?? selected)
  const ticks = ticksOf(preview.confirmations, live)
  const all = ticks.every(({ key }) => ticked.has(key))
  const start = useMutation(
    (what: Scope) =>
      bridge.invoke('run:start', {
        scope: what,
        ...speed,
        stopRule,
        giveUpAfterMinutes: giveUp,
        executor,
        confirmations: [...ticked],
      }),
    (progress) => {
      take(progress)
      onStarted()
    },
    decisions,
  )
  function tick(key: string, on: boolean): void {
    setTicked((old) => new Set(on ? [...old, key] : [...old].filter((other) => other !== key)))
  }

  return (
    <Dialog
      title={live ? 'Start the migration' : 'Start the rehearsal'}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <PrimaryButton
            busy={start.busy}
            disabled={
              (scope === null && 'Enter how many users are sent.') ||
              (!isCounted && reasons.counting) ||
              (!all && 'Confirm what is written above first.')
            }
            onClick={() => scope && void start.run(scope)}
          >
            {live ? `${userAction('Send', users)} to ${target.name}` : userAction('Start with', users)}
          </PrimaryButton>
        </>
      }
    >
      <p className={styles.sentence}>
        {sentenceOf(kind, preview, first, { selected, sendable: sendable ?? selected }, target)}
      </p>
      {ready > 1 && (
        <ScopeChoice kind={kind} first={first} selected={selected} ready={ready} onKind={setKind} onFirst={setFirst} />
      )}
      {(live || preview.executor.obstacle === null) && (
        <ExecutorChoice facts={preview.executor} users={users} executor={executor} onChange={setExecutor} />
      )}
      <details className={styles.advanced}>
        <summary>Advanced: speed and stop rule</summary>
        <SpeedFields speed={speed} onChange={setSpeed} />
        <StopRuleFields rule={stopRule} onChange={setStopRule} />
        <GiveUpField minutes={giveUp} onChange={setGiveUp} />
      </details>
      {preview.mailNote && <p className="muted">{preview.mailNote}</p>}
      {ticks.length > 0 && (
        <fieldset className={styles.ticks}>
          <legend className="visually-hidden">To be confirmed</legend>
          {ticks.map(({ key, text }) => (
            <Checkbox key={key} checked={ticked.has(key)} onChange={(on) => tick(key, on)}>
              {text}
              {key === 'live' && target && (
                <>
                  {' '}
                  <code className={styles.address}>{target.baseUrl}</code>
                </>
              )}
            </Checkbox>
          ))}
        </fieldset>
      )}
      <ProblemNotice of={start} />
    </Dialog>
  )
}

/** The limit of the run before; for a first run, the default. */
function giveUpBefore(progress: ProgressView | null): number | null {
  if (progress === null || progress.lastOrder === null) return defaultGiveUpMinutes
  return progress.giveUpAfterMinutes ?? null
}

/** Minutes without an answer after which a run that is watched pauses, unless another limit is set. */
const defaultGiveUpMinutes = 60

/** How many users a start sends at most. */
function usersOf(kind: ScopeKind, { counts, filtered }: PreviewView, first: number, selected: number): number {
  const ready = filtered?.ready ?? counts.ready
  if (kind === 'all') return ready
  return Math.min(ready, kind === 'selected' ? selected : Number.isInteger(first) ? Math.max(first, 0) : 0)
}

/** The confirmation in numbers, for the chosen scope. */
function sentenceOf(
  kind: ScopeKind,
  { sentence, counts }: PreviewView,
  first: number,
  { selected, sendable }: { readonly selected: number; readonly sendable: number },
  target: TargetView | null,
): string {
  const where = target?.kind === 'live' ? target.name : 'the rehearsal core'
  const pilot = Math.min(Number.isInteger(first) ? Math.max(first, 0) : 0, counts.ready)
  if (kind === 'first') return `Create the first ${counted(pilot, 'user')} of ${count(counts.ready)} in ${where}.`
  if (kind === 'selected')
    return sendable === selected
      ? `Create the ${counted(selected, 'selected user')} in ${where}.`
      : `Create ${count(sendable)} of the ${counted(selected, 'selected user')} in ${where}. The others are not ready and stay as they are.`
  return sentence
}

/** The required checkboxes; a live core is confirmed with its address whatever main requests. */
function ticksOf(ticks: PreviewView['confirmations'], live: boolean): PreviewView['confirmations'] {
  if (!live || ticks.some(({ key }) => key === 'live')) return ticks
  return [...ticks, { key: 'live', text: 'Send these users to this live core:' }]
}

/** All users, a pilot of the first few, or the selected ones. */
function ScopeChoice({
  kind,
  first,
  selected,
  ready,
  onKind,
  onFirst,
}: {
  readonly kind: ScopeKind
  readonly first: number
  readonly selected: number
  readonly ready: number
  readonly onKind: (kind: ScopeKind) => void
  readonly onFirst: (users: number) => void
}) {
  const name = useId()
  return (
    <fieldset className={styles.scope}>
      <legend className="visually-hidden">Users to send</legend>
      <Checkbox type="radio" name={name} checked={kind === 'all'} onChange={() => onKind('all')}>
        All {counted(ready, 'ready user')}
      </Checkbox>
      <Checkbox type="radio" name={name} checked={kind === 'first'} onChange={() => onKind('first')}>
        A pilot, the first
        <input
          type="number"
          aria-label="Users in the pilot"
          min={1}
          max={Math.max(ready, 1)}
          value={first}
          // Not on focus: tabbing past the field chooses nothing.
          onPointerDown={() => onKind('first')}
          onChange={(event) => {
            onKind('first')
            onFirst(event.target.valueAsNumber)
          }}
        />
        of them
      </Checkbox>
      {selected > 0 && (
        <Checkbox type="radio" name={name} checked={kind === 'selected'} onChange={() => onKind('selected')}>
          Only the {counted(selected, 'user')} selected in the table
        </Checkbox>
      )}
    </fieldset>
  )
}

type ScopeKind = 'all' | 'first' | 'selected'

/** Scope of a run; null when it has no users. */
export function scopeFrom(kind: ScopeKind, first: number, selection: Selection): Scope | null {
  if (kind === 'all') return { kind: 'all' }
  if (kind === 'first') return Number.isInteger(first) && first > 0 ? { kind: 'first', users: first } : null
  return userSelection.scopeOf(selection)
}

/** The default executor: that of the run before; a first run measures and chooses automatically. */
function nextExecutor(progress: ProgressView | null): Executor {
  return progress === null || progress.lastOrder === null ? 'auto' : (progress.executor ?? 'auto')
}

/** The preview of a run, and whether it counts the last decision. */
export function usePreview() {
  const { version } = useDocument()
  const { deciding } = useDocumentState()
  const { value: preview, version: counted, problem, reload } = useQuery('preview:get', {}, version)
  return { preview, isCounted: !deciding && counted >= version, problem, reload }
}

/** The usual confirmation for all ready users, as a dialog in place of the other step. */
export function ConfirmStart({ onClose, onStarted }: { readonly onClose: () => void; readonly onStarted: () => void }) {
  const { preview, isCounted, problem, reload } = usePreview()
  if (!preview) return <ProblemNotice of={{ problem, reload }} />
  return (
    <StartDialog
      preview={preview}
      isCounted={isCounted}
      selection={noSelection}
      selected={0}
      sendable={0}
      startWith="all"
      onClose={onClose}
      onStarted={onStarted}
    />
  )
}
