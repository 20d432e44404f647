import { useState } from 'react'
import type { AfterwardsView } from '../../../shared/bridge/afterwards-views.ts'
import { useBridge } from '../../bridge/bridge-context.tsx'
import { useTask } from '../../bridge/use-task.ts'
import { Button } from '../../components/button.tsx'
import { Notice, ProblemNotice } from '../../components/notice.tsx'
import styles from './after-part.module.css'
import { outcomeWord } from './after-words.ts'
import type { Said } from './after-words.ts'

/** What came of it the last time: a sentence, who needs a look, and the whole list as a file. */
export function Results({
  kind,
  said,
  troubles,
  masked,
}: {
  readonly kind: 'verify' | 'undo'
  readonly said: Said
  readonly troubles: AfterwardsView['troubles']['verify']
  readonly masked: boolean
}) {
  const bridge = useBridge()
  const [saved, setSaved] = useState<string | null>(null)
  const save = useTask(
    () => bridge.ask('afterwards:save', { kind, masked }),
    (answer) => setSaved(answer.saved),
  )
  return (
    <>
      <div aria-live="polite">
        <Notice tone={said.tone}>{said.sentence}</Notice>
      </div>
      {troubles.length > 0 && (
        <ul className={styles.troubles} aria-label="Users to look at">
          {troubles.map(({ userId, label, coreUserId, outcome, message }) => (
            <li key={`${userId} ${coreUserId ?? ''}`}>
              <span>{label}</span>
              <b>{outcomeWord(outcome)}</b>
              {message && <small>{message}</small>}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.ways}>
        <Button
          small
          busy={save.busy}
          aria-label={kind === 'verify' ? 'Save the list of who was looked up' : 'Save the list of who was removed'}
          onClick={() => void save.run()}
        >
          Save the list…
        </Button>
        {saved && <span className="quiet">Saved as {saved}.</span>}
      </div>
      <ProblemNotice problem={save.problem} onDismiss={save.dismiss} />
    </>
  )
}
