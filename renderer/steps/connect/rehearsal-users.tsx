import { useState } from 'react'
import { useDocument } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Empty, Loading } from '../../components/empty.tsx'
import { count, timeOfDay } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import styles from './rehearsal-users.module.css'

/** The users that the rehearsal core holds, a page at a time. */
export function RehearsalUsers() {
  const { version } = useDocument()
  const [search, setSearch] = useState('')
  // The keys of the pages gone through, so that the way back is known.
  const [trail, setTrail] = useState<readonly (string | null)[]>([null])
  const { value, problem, reload } = useQuery('rehearsal:users', { after: trail.at(-1) ?? null, search }, version, 1000)
  const next = value?.next ?? null

  return (
    <Card
      title={value ? `In the rehearsal core: ${count(value.total)}` : 'In the rehearsal core'}
      aside={
        <input
          type="search"
          className={styles.search}
          aria-label="Search the users of the rehearsal core"
          placeholder="Search"
          value={search}
          onChange={(event) => {
            setSearch(event.target.value)
            setTrail([null])
          }}
        />
      }
    >
      <ProblemNotice problem={problem} onRetry={reload} />
      {!value && !problem && <Loading label="Loading the users" />}
      {value && value.users.length === 0 && (
        <Empty title={search ? 'No users match' : 'No users yet'}>
          {search ? 'Try a part of an email or phone number.' : 'Users appear here once the migration has run.'}
        </Empty>
      )}
      {value && value.users.length > 0 && (
        <>
          <div className={styles.scroll} tabIndex={0} role="region" aria-label="Users of the rehearsal core">
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">Email or phone</th>
                  <th scope="col">Login</th>
                  <th scope="col">ID in the core</th>
                  <th scope="col">Created</th>
                </tr>
              </thead>
              <tbody>
                {value.users.map((user) => (
                  <tr key={user.id}>
                    <td>{[...user.emails, ...user.phoneNumbers].join(' · ') || '–'}</td>
                    <td className="muted">{user.methods.join(' · ')}</td>
                    <td className={`mono muted ${styles.id}`}>{user.id}</td>
                    <td className="muted figures">{timeOfDay(user.createdAt)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <div className={styles.pages}>
            <Button small disabled={trail.length === 1} onClick={() => setTrail((old) => old.slice(0, -1))}>
              Earlier
            </Button>
            <Button small disabled={next === null} onClick={() => setTrail((old) => [...old, next])}>
              More
            </Button>
          </div>
        </>
      )}
    </Card>
  )
}
