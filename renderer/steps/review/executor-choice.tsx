import { useId } from 'react'
import type { Executor } from '../../../shared/core-api/executor.ts'
import {
  describeExecutors,
  executorNotes,
  executorSentence,
  type ExecutorFacts,
} from '../../../shared/planning/describe-executors.ts'
import { Checkbox } from '../../components/field.tsx'
import styles from './executor-choice.module.css'

const options: readonly { readonly executor: Executor; readonly label: string }[] = [
  { executor: 'auto', label: 'Automatic' },
  { executor: 'bulk', label: 'Bulk import' },
  { executor: 'single', label: 'Single calls' },
]

/** How users are sent: one choice of three with the time each takes, or why there is none. */
export function ExecutorChoice({
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
  if (facts.obstacle !== null) return <p className="muted">{executorSentence(facts, users, executor)}</p>
  const texts = describeExecutors(facts, users)
  return (
    <fieldset className={styles.choice}>
      <legend>How users are sent</legend>
      {options.map((option) => (
        <Checkbox
          key={option.executor}
          type="radio"
          name={name}
          checked={executor === option.executor}
          onChange={() => onChange(option.executor)}
        >
          {option.label} <span className={styles.text}>{texts[option.executor]}</span>
        </Checkbox>
      ))}
      {executorNotes(facts, executor).map((note) => (
        <p key={note} className={styles.text}>
          {note}
        </p>
      ))}
    </fieldset>
  )
}
