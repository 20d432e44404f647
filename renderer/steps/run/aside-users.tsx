import { Fragment, useState } from 'react'
import type { ProgressView } from '../../../shared/ipc/views.ts'
import { useDocument } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { count, timeOfDay } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import { SearchUsers } from '../../components/search-field.tsx'
import { methodsOf } from '../../components/users/columns.tsx'
import styles from './aside-users.module.css'

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
      <ProblemNotice problem={problem} onRetry={reload} />
      <table className={styles.table} aria-label="Set aside">
        <thead>
          <tr>
            <th scope="col">User</th>
            <th scope="col">Login methods</th>
            <th scope="col" className={styles.number}>
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
                    <button type="button" className={styles.name} data-clip="" onClick={() => onShow(id)}>
                      {label}
                    </button>
                  </th>
                  <td>{methodsOf({ methods, providers })}</td>
                  <td className={styles.number}>{count(tries)}</td>
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
