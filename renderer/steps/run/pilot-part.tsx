import { useDocument } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import { PilotChecks } from './pilot-checks.tsx'
import styles from './pilot-part.module.css'
import { PilotUsers } from './pilot-users.tsx'

const maxNamed = 100

/** The users of a finished pilot by name, and what can be checked about them before the others follow. */
export function PilotPart() {
  const { version } = useDocument()
  const known = useQuery('post-run:get', {}, version, 200)
  const state = useQuery('post-run:state', {}, version, 200)
  const pilot = useQuery('post-run:migrated', { limit: maxNamed }, version, 200)
  if (pilot.problem) return <ProblemNotice problem={pilot.problem} onRetry={pilot.reload} />
  if (pilot.value === null || known.value === null) return null
  return (
    <div className={styles.part}>
      <PilotUsers pilot={pilot.value} readable={known.value.possible} />
      <PilotChecks
        pilot={pilot.value}
        view={known.value}
        running={state.value?.running ?? null}
        onBegun={state.reload}
      />
    </div>
  )
}
