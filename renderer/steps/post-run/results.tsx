import { useState } from 'react'
import type { PostRunView } from '../../../shared/ipc/views/report-views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { Notice, ProblemNotice } from '../../components/notice.tsx'
import styles from './post-run.module.css'
import { outcomeWord } from './post-run-text.ts'
import type { ResultSentence } from './post-run-text.ts'

/** What came of it the last time: a sentence, who needs a look, and the whole list as a file. */
export function Results({
  kind,
  result,
  troubles,
  masked,
}: {
  readonly kind: 'verify' | 'undo'
  readonly result: ResultSentence
  readonly troubles: PostRunView['troubles']['verify']
  readonly masked: boolean
}) {
  const bridge = useBridge()
  const [saved, setSaved] = useState<string | null>(null)
  const save = useMutation(
    () => bridge.invoke('post-run:save', { kind, masked }),
    (answer) => setSaved(answer.saved),
  )
  return (
    <>
      <div aria-live="polite">
        <Notice tone={result.tone}>{result.sentence}</Notice>
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
          aria-label={
            kind === 'verify' ? 'Save the list of users that were looked up' : 'Save the list of removed users'
          }
          onClick={() => void save.run()}
        >
          Save the list…
        </Button>
        {saved && <span className="muted">Saved as {saved}.</span>}
      </div>
      <ProblemNotice problem={save.problem} onDismiss={save.dismiss} />
    </>
  )
}
