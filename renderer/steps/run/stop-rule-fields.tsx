import { useId, useState } from 'react'
import { maxGiveUpMinutes, maxInARow, type StopRule } from '../../../shared/ipc/run-limits.ts'
import styles from './speed-fields.module.css'

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

function Limit({
  label,
  unit,
  most,
  value,
  onChange,
}: {
  readonly label: string
  readonly unit: string
  readonly most: number
  readonly value: number | null
  readonly onChange: (value: number | null) => void
}) {
  const id = useId()
  const [typed, setTyped] = useState(value === null ? '' : String(value))
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="number"
        min={1}
        max={most}
        placeholder="off"
        value={typed}
        aria-describedby={`${id}-unit`}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange(limitOf(event.target.value, most))
        }}
        onBlur={() => setTyped(limitOf(typed, most) === null ? '' : String(limitOf(typed, most)))}
      />
      <span id={`${id}-unit`}>{unit}</span>
    </div>
  )
}

/** The input as a limit; empty: none. */
function limitOf(typed: string, most: number): number | null {
  const number = Math.floor(Number(typed))
  if (typed.trim() === '' || !Number.isFinite(number)) return null
  return Math.min(most, Math.max(1, number))
}
