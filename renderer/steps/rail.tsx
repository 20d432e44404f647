import { useEffect, useRef } from 'react'
import { useBridge } from '../api/bridge-context.tsx'
import { useDocument } from '../api/document-context.tsx'
import { useProgress } from '../api/progress-context.tsx'
import { count } from '../components/format.ts'
import { Icon } from '../components/icon.tsx'
import { useSteps } from '../navigation/step-context.tsx'
import { type StepKey, stepKeys, stepTitles } from '../../shared/ipc/commands.ts'
import styles from './rail.module.css'
import { stepStatuses } from './steps.ts'
import { explained } from '../components/button.tsx'

/** The six steps: which are done, where one is, what still needs the operator. A step is a link as soon as it can be entered. */
export function Rail() {
  const document = useDocument()
  const { progress } = useProgress()
  const { step: now, go } = useSteps()
  const standing = stepStatuses(document, progress)
  useStepCommands((step) => {
    if (standing[step].closed === null) go(step)
  })
  return (
    <nav className={styles.rail} aria-label="Steps">
      <ol className={styles.list}>
        {stepKeys.map((key, index) => {
          const { closed, done: settled, note, waiting } = standing[key]
          const done = settled && waiting === 0
          const shut = key === now ? null : closed
          return (
            <li key={key}>
              <button
                type="button"
                className={styles.step}
                data-done={done || undefined}
                aria-current={key === now ? 'step' : undefined}
                {...(shut ? explained(shut) : { 'data-clip': '', 'data-tip': stepTitles[key] })}
                aria-disabled={shut !== null || undefined}
                onClick={() => shut ?? go(key)}
              >
                <span className={styles.number}>
                  {done && key !== now ? <Icon name="check" size={13} /> : index + 1}
                </span>
                <span className={styles.name}>
                  {stepTitles[key]}
                  {done && <span className="visually-hidden"> (done)</span>}
                </span>
                {waiting > 0 ? (
                  <small className={styles.waiting}>
                    {count(waiting)}
                    <span className="visually-hidden"> {waiting === 1 ? 'needs' : 'need'} your attention</span>
                  </small>
                ) : (
                  <small className={styles.note}>{note}</small>
                )}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** Hears which step the menu of the desktop app says. */
function useStepCommands(onStep: (step: StepKey) => void): void {
  const bridge = useBridge()
  const latest = useRef(onStep)
  useEffect(() => {
    latest.current = onStep
  })
  useEffect(
    () =>
      bridge.on('command', ({ command }) => {
        const step = stepKeys.find((key) => key === command)
        if (step !== undefined) latest.current(step)
      }),
    [bridge],
  )
}
