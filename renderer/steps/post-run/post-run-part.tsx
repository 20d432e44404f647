import { useDocument } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Notice, ProblemNotice } from '../../components/notice.tsx'
import styles from './post-run-part.module.css'
import { UndoCard } from './undo-card.tsx'
import { VerifyCard } from './verify-card.tsx'

/** What can be done with the users of the core once they were sent: look them up, or take the run back. */
export function PostRunPart({ masked }: { readonly masked: boolean }) {
  const { version, target } = useDocument()
  const known = useQuery('post-run:get', {}, version, 1500)
  const state = useQuery('post-run:state', {}, version, 200)
  const view = known.value
  if (known.problem) return <ProblemNotice problem={known.problem} onRetry={known.reload} />
  if (!view?.possible || target === null) return null
  const isOver = view.made === 0 && view.verification === null && view.undone === null
  if (isOver) return null
  const running = state.value?.running ?? null
  const held = state.value?.unconfirmed ?? 0
  const shared = { view, running, masked, connected: target.connected, onBegun: state.reload }

  return (
    <section aria-label="After the run" className={styles.part}>
      {state.value?.trouble && <Notice tone="bad">{state.value.trouble}</Notice>}
      <div className={styles.cards}>
        <VerifyCard {...shared} />
        <UndoCard
          {...shared}
          held={held}
          core={target.kind === 'live' ? target.name : 'the rehearsal core'}
          name={target.name}
        />
      </div>
    </section>
  )
}
