import { Fragment, useEffect, useState } from 'react'
import type { ProgressView } from '../../../shared/ipc/views.ts'
import { useDocument } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../components/controls/button.tsx'
import { Card } from '../../components/display/card.tsx'
import { count, timeOfDay } from '../../components/texts/format.ts'
import { ProblemNotice } from '../../components/notices/notice.tsx'
import { SearchUsers } from '../../components/controls/search-field.tsx'
import { methodsOf } from '../../components/users/columns.tsx'
import { UsersPane } from '../../components/users/users-pane.tsx'
import { isNarrowed, noSelection, userSelection, type UsersView } from '../../components/users/use-users-view.ts'
import { useStepState } from '../../navigation/step-context.tsx'
import styles from './run-step.module.css'
import type { Run, stageIn } from './use-run.ts'

/** Every user with its state as it changes; the selected ones can be sent again together. */
export function RunUsers({ view, run }: { readonly view: UsersView; readonly run: Run }) {
  return (
    <div className={styles.users} id="run-users">
      <UsersPane
        view={view}
        set="run"
        label="Users"
        none="The export holds no user."
        actions={<RetrySelected view={view} run={run} />}
      />
    </div>
  )
}

/** Sends the selected users again; nothing when none is selected. */
export function RetrySelected({ view, run }: { readonly view: UsersView; readonly run: Run }) {
  const { selected } = view
  const scope = userSelection.scopeOf(view.selection)
  if (selected === 0 || scope === null) return null
  const chosen = scope
  async function retry(): Promise<void> {
    if (await run.retry.run(chosen)) view.select(noSelection)
  }
  return (
    <Button small busy={run.retry.busy} onClick={() => void retry()}>
      Retry {count(selected)} selected
    </Button>
  )
}

/** Stages in which a run is over. */
const over: ReadonlySet<ReturnType<typeof stageIn>> = new Set(['finished', 'stopped', 'cancelled'])

/**
 * Opens the table of an ended run on its failed users, once for each run, unless the operator has filtered, selected or opened
 * users. A retry keeps the table.
 */
export function useOpenOnFailed(
  { narrowing, narrow, selection, shown }: UsersView,
  progress: ProgressView | null,
  stage: ReturnType<typeof stageIn> | null,
): void {
  const [isOpened, setOpened] = useStepState('opened on failed', false)
  const isOver = stage !== null && over.has(stage)
  const failed = progress?.counts.failed ?? 0
  const isFirst = stage === 'running' && progress?.lastOrder?.kind !== 'retry'
  const isUntouched = !isNarrowed(narrowing) && selection === noSelection && shown === null
  useEffect(() => {
    if (isFirst) setOpened(false)
  }, [isFirst, setOpened])
  useEffect(() => {
    if (isOpened || !isOver || failed === 0) return
    setOpened(true)
    if (isUntouched) narrow({ states: ['failed'] })
  }, [isOpened, isOver, failed, isUntouched, setOpened, narrow])
}

/** Milliseconds after which the users set aside are looked up again. */
const asideMs = 1000

/** Of the table. */
const columns = 4

/** Users set aside, in place of all users: by the cause of their last failure, each to be opened. */
export function AsideUsers({
  causes,
  onShow,
  onEveryUser,
}: {
  readonly causes: NonNullable<ProgressView['asideCauses']>
  readonly onShow: (id: number) => void
  readonly onEveryUser: () => void
}) {
  const { version } = useDocument()
  const [search, setSearch] = useState('')
  const users = causes.reduce((sum, cause) => sum + cause.users, 0)
  const { value, problem, reload } = useQuery('run:set-aside', { search }, version + users, asideMs)
  const listed = (title: string) => value?.causes.find((cause) => cause.title === title)
  const namedOf = (title: string) => listed(title)?.named ?? []
  // Of the list itself: the counts of the run are newer.
  const furtherOf = (title: string) => (search === '' ? (listed(title)?.users ?? 0) - namedOf(title).length : 0)
  // During a search, a cause without a match has no line.
  const shown = search === '' || value === null ? causes : causes.filter(({ title }) => namedOf(title).length > 0)
  return (
    <Card
      bare
      title="Set aside"
      aside={
        <div className={styles.tools}>
          <SearchUsers value={search} onChange={setSearch} />
          <Button variant="link" small onClick={onEveryUser}>
            All users
          </Button>
        </div>
      }
    >
      <ProblemNotice of={{ problem, reload }} />
      <table className={styles.aside} aria-label="Set aside">
        <thead>
          <tr>
            <th scope="col">User</th>
            <th scope="col">Login methods</th>
            <th scope="col" className="number">
              Tries
            </th>
            <th scope="col">Last try</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ title, users: ofCause }) => (
            <Fragment key={title}>
              <tr className={styles.cause}>
                <th scope="rowgroup" colSpan={columns}>
                  {title} <span className="muted figures">{count(ofCause)}</span>
                </th>
              </tr>
              {namedOf(title).map(({ id, label, methods, providers, tries, lastAt }) => (
                <tr key={id}>
                  <th scope="row">
                    <button type="button" className={`plain ${styles.name}`} data-clip="" onClick={() => onShow(id)}>
                      {label}
                    </button>
                  </th>
                  <td>{methodsOf({ methods, providers })}</td>
                  <td className="number">{count(tries)}</td>
                  <td className="muted figures">{timeOfDay(lastAt)}</td>
                </tr>
              ))}
              {furtherOf(title) > 0 && (
                <tr>
                  <td colSpan={columns} className="muted">
                    and {count(furtherOf(title))} more
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
      {shown.length === 0 && <p className={styles.none}>No users match.</p>}
    </Card>
  )
}
