import { useState } from 'react'
import type { PostRunState, PostRunView } from '../../../shared/ipc/requests/report-requests.ts'
import { undoneText, verifiedText } from '../../../shared/report/post-run-text.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/controls/button.tsx'
import { count, moment } from '../../components/texts/format.ts'
import { Notice, OperationProgress, ProblemNotice } from '../../components/notices/notice.tsx'
import styles from './post-run.module.css'

/** The last result: a sentence, the users that need attention, and the whole list as a file. */
export function Results({
  kind,
  result,
  users,
  masked,
}: {
  readonly kind: 'verify' | 'undo'
  readonly result: ResultSentence
  readonly users: PostRunView['needsAttention']['verify']
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
      {users.length > 0 && (
        <ul className={styles.attention} aria-label="Users to look at">
          {users.map(({ userId, label, coreUserId, outcome, message }) => (
            <li key={`${userId} ${coreUserId ?? ''}`}>
              <span>{label}</span>
              <b>{outcomeWord(outcome)}</b>
              {message && <small>{message}</small>}
            </li>
          ))}
        </ul>
      )}
      <div className={`row ${styles.ways}`}>
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
      <ProblemNotice of={save} />
    </>
  )
}

/** The progress of a look-up or an undo. */
export function PostRunProgress({ running }: { readonly running: NonNullable<PostRunState['running']> }) {
  const bridge = useBridge()
  const stop = useMutation(() => bridge.invoke('post-run:cancel', {}))
  const { kind, done, total, stopping } = running
  const label = kind === 'verify' ? 'Looking up users' : 'Removing users'
  return (
    <OperationProgress label={label} done={done} total={total} stop={stop} stopping={stopping}>
      {stopping ? 'Finishing requests in progress' : label}: {count(done)} of {count(total)}
    </OperationProgress>
  )
}

/** A result in a sentence, and whether it is a success. */
type ResultSentence = { readonly tone: 'ok' | 'wait' | 'bad'; readonly sentence: string }

/** The result of the last look-up. */
export function verified(found: NonNullable<PostRunView['verification']>): ResultSentence {
  const { at, missing, unanswered, signIn, stopped } = found
  const tone = missing > 0 || signIn === 'refused' ? 'bad' : unanswered > 0 || stopped !== null ? 'wait' : 'ok'
  return {
    tone: signIn === 'unanswered' && tone === 'ok' ? 'wait' : tone,
    sentence: `${moment(at)}: ${verifiedText(found)}`,
  }
}

/** The result of the last undo. */
export function undone(result: NonNullable<PostRunView['undone']>): ResultSentence {
  const { at, unconfirmed, linked, mismatched, failed, stopped } = result
  const isOpen = unconfirmed > 0 || linked > 0 || mismatched > 0 || stopped !== null
  return { tone: failed > 0 ? 'bad' : isOpen ? 'wait' : 'ok', sentence: `${moment(at)}: ${undoneText(result)}` }
}

const outcomes: Readonly<Record<string, string>> = {
  missing: 'missing',
  unanswered: 'no answer',
  left: 'left',
  unconfirmed: 'no record',
  linked: 'linked since',
  mismatched: 'another login',
  failed: 'not removed',
}

/** An outcome of one user in a word or two. */
export function outcomeWord(outcome: string): string {
  return outcomes[outcome] ?? outcome
}
