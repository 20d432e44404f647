import { useId, useState } from 'react'
import type { ProgressView } from '../../../../shared/ipc/views.ts'
import {
  defaultSpeed,
  maxGiveUpMinutes,
  maxInARow,
  maxPerSecond,
  type Speed,
  type StopRule,
} from '../../../../shared/ipc/run-limits.ts'
import { Button, PrimaryButton } from '../../../components/controls/button.tsx'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { duration } from '../../../components/texts/format.ts'
import type { Run } from '../use-run.ts'
import styles from './progress.module.css'
import { executorLine } from './run-facts.ts'

const fixed = [1, 2, 4, 8, 16, 32, 64, 128]

/** How many users are sent at once, and the most requests per second. */
export function SpeedFields({ speed, onChange }: { readonly speed: Speed; readonly onChange: (speed: Speed) => void }) {
  return (
    <div className={styles.fields}>
      <AtOnce value={speed.concurrency} onChange={(concurrency) => onChange({ ...speed, concurrency })} />
      <Limit
        label="Limit"
        unit="requests/s"
        most={maxPerSecond}
        none="none"
        value={speed.maxRate}
        onChange={(maxRate) => onChange({ ...speed, maxRate })}
      />
    </div>
  )
}

function AtOnce({
  value,
  onChange,
}: {
  readonly value: Speed['concurrency']
  readonly onChange: (value: Speed['concurrency']) => void
}) {
  const id = useId()
  const offered = value === 'auto' || fixed.includes(value) ? fixed : [...fixed, value].toSorted((a, b) => a - b)
  return (
    <div className={styles.field}>
      <label htmlFor={id}>Parallel users</label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value === 'auto' ? 'auto' : Number(event.target.value))}
      >
        <option value="auto">Automatic</option>
        {offered.map((users) => (
          <option key={users} value={users}>
            {users === 1 ? 'one user' : `${users} users`}
          </option>
        ))}
      </select>
    </div>
  )
}

/** When failures pause a run: a number in a row, or a percentage. Empty: that condition is off. */
export function StopRuleFields({
  rule,
  onChange,
}: {
  readonly rule: StopRule
  readonly onChange: (rule: StopRule) => void
}) {
  return (
    <div className={styles.fields}>
      <Limit
        label="Pause when"
        unit="users in a row fail"
        most={maxInARow}
        value={rule.inARow}
        onChange={(inARow) => onChange({ ...rule, inARow })}
      />
      <Limit
        label="or more than"
        unit="% of users fail"
        most={100}
        value={rule.percent}
        onChange={(percent) => onChange({ ...rule, percent })}
      />
    </div>
  )
}

/** Minutes without an answer after which a run pauses. Nothing typed: it waits without end. */
export function GiveUpField({
  minutes,
  onChange,
}: {
  readonly minutes: number | null
  readonly onChange: (minutes: number | null) => void
}) {
  return (
    <div className={styles.fields}>
      <Limit
        label="Pause after"
        unit="minutes without an answer"
        most={maxGiveUpMinutes}
        value={minutes}
        onChange={onChange}
      />
    </div>
  )
}

/** A limit, applied when the field loses focus or on Enter, never half typed. `none`: the placeholder. */
function Limit({
  label,
  unit,
  most,
  none = 'off',
  value,
  onChange,
}: {
  readonly label: string
  readonly unit: string
  readonly most: number
  readonly none?: string
  readonly value: number | null
  readonly onChange: (value: number | null) => void
}) {
  const id = useId()
  const [typed, setTyped] = useState(value === null ? '' : String(value))
  function done(): void {
    const next = limitOf(typed, most)
    setTyped(next === null ? '' : String(next))
    if (next !== value) onChange(next)
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="number"
        min={1}
        max={most}
        placeholder={none}
        value={typed}
        aria-describedby={`${id}-unit`}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={done}
        onKeyDown={(event) => {
          if (event.key === 'Enter') done()
        }}
      />
      <span id={`${id}-unit`}>{unit}</span>
    </div>
  )
}

/** The input as a limit; empty: none. */
export function limitOf(typed: string, most: number): number | null {
  const number = Math.floor(Number(typed))
  if (typed.trim() === '' || !Number.isFinite(number)) return null
  return Math.min(most, Math.max(1, number))
}

/** How long a core that does not answer is waited for, and the way to another limit. */
export function GiveUpLine({
  minutes,
  onChange,
}: {
  readonly minutes: number | null
  readonly onChange: (minutes: number | null) => void
}) {
  const [changing, setChanging] = useState(false)
  return (
    <>
      {giveUpText(minutes)}{' '}
      <Button variant="link" onClick={() => setChanging(true)}>
        Change…
      </Button>
      {changing && (
        <GiveUpDialog
          minutes={minutes}
          onClose={() => setChanging(false)}
          onChange={(next) => {
            setChanging(false)
            onChange(next)
          }}
        />
      )}
    </>
  )
}

/** `After 1 h without an answer the run pauses.` */
function giveUpText(minutes: number | null): string {
  if (minutes === null) return 'The run waits for the core without end.'
  const time = minutes === 60 ? '1 hour' : duration(minutes * 60_000)
  return `After ${time} without an answer the run pauses.`
}

function GiveUpDialog({
  minutes,
  onClose,
  onChange,
}: {
  readonly minutes: number | null
  readonly onClose: () => void
  readonly onChange: (minutes: number | null) => void
}) {
  const [next, setNext] = useState(minutes)
  return (
    <Dialog
      title="A core that does not answer"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <PrimaryButton onClick={() => onChange(next)}>Change limit</PrimaryButton>
        </>
      }
    >
      <p className="muted">Leave it empty to wait without end. A run that paused is resumed with one click.</p>
      <GiveUpField minutes={next} onChange={setNext} />
    </Dialog>
  )
}

/** Changes the speed of a run, during it or before. */
export function ChangeSpeed({ progress, run }: { readonly progress: ProgressView; readonly run: Run }) {
  const [changing, setChanging] = useState(false)
  return (
    <>
      <Button variant="link" small onClick={() => setChanging(true)}>
        Change…
      </Button>
      {changing && (
        <SpeedDialog
          speed={progress.speed ?? defaultSpeed}
          chosen={executorLine(progress)}
          onClose={() => setChanging(false)}
          onChange={(next) => void run.speed.run(next)}
        />
      )}
    </>
  )
}

function SpeedDialog({
  speed,
  chosen,
  onChange,
  onClose,
}: {
  readonly speed: Speed
  /** The executor that automatic chose, in words; empty: there was no choice. */
  readonly chosen: string
  readonly onChange: (speed: Speed) => void
  readonly onClose: () => void
}) {
  // A second change follows the first before its answer is here, and begins from it.
  const [chosenSpeed, setChosenSpeed] = useState(speed)
  return (
    <Dialog
      title="Change speed"
      onClose={onClose}
      foot={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p className="muted">A change takes effect at once, without pausing the run.</p>
      {chosen !== '' && <p className="muted">{chosen}</p>}
      <SpeedFields
        speed={chosenSpeed}
        onChange={(next) => {
          setChosenSpeed(next)
          onChange(next)
        }}
      />
    </Dialog>
  )
}
