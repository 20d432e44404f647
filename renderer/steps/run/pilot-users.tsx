import type { MigratedUsers } from '../../../shared/ipc/views/post-run-views.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { count, counted } from '../../components/format.ts'
import { Icon } from '../../components/icon.tsx'
import { Notice, ProblemNotice } from '../../components/notice.tsx'
import { methodsOf } from '../../components/users/columns.tsx'
import { Explained } from '../../components/tooltip.tsx'
import { useBulkActions } from '../../components/users/use-bulk-actions.ts'
import styles from './pilot-part.module.css'

type PilotUser = MigratedUsers['users'][number]

const founds = {
  found: { icon: 'check', text: 'Found' },
  missing: { icon: 'warning', text: 'Missing' },
  unanswered: { icon: 'warning', text: 'No answer' },
} as const

/** Who was sent as a pilot, and under which ID the core has them. `readable`: the core can be asked about its users. */
export function PilotUsers({ pilot, readable }: { readonly pilot: MigratedUsers; readonly readable: boolean }) {
  const bulk = useBulkActions()
  const { users, total } = pilot
  return (
    <Card
      title={
        <>
          Pilot users <span className={`${styles.total} figures`}>{count(total)}</span>
        </>
      }
      aside={
        <Button
          small
          variant="subtle"
          busy={bulk.busy}
          onClick={() => bulk.copyEmails({ kind: 'filter', filter: { states: ['migrated'] }, except: [] }, total)}
        >
          Copy emails
        </Button>
      }
    >
      <div className={styles.scroll} role="region" aria-label="Pilot users" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">User</th>
              <th scope="col">Login methods</th>
              <th scope="col">New ID in the core</th>
              {readable && (
                <th scope="col">
                  <Explained tip="Whether the core has a user with this ID. What else the core knows of the user is not compared; check a password to prove a login.">
                    In the core
                  </Explained>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {users.map((user) => (
              <tr key={user.id}>
                <th scope="row">{user.label}</th>
                <td>{methodsOf(user)}</td>
                <td className="mono">{user.coreUserId === null ? '–' : <ShortId id={user.coreUserId} />}</td>
                {readable && (
                  <td>
                    <Found found={user.found} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total > users.length && (
        <p className="muted">And {counted(total - users.length, 'more user', 'more users')} in the table below.</p>
      )}
      <div aria-live="polite">
        {bulk.said !== null && (
          <Notice tone="ok" onDismiss={bulk.dismiss}>
            {bulk.said}
          </Notice>
        )}
      </div>
      <ProblemNotice problem={bulk.problem} onDismiss={bulk.dismiss} />
    </Card>
  )
}

/** `7c1e04aa…`: enough to tell users apart; the whole ID is its title. */
function ShortId({ id }: { readonly id: string }) {
  return id.length <= 12 ? (
    id
  ) : (
    <span data-tip={id} tabIndex={0}>
      {id.slice(0, 8)}…
    </span>
  )
}

function Found({ found }: { readonly found: PilotUser['found'] }) {
  if (found === null) return <span className="muted">Not checked</span>
  const { icon, text } = founds[found]
  return (
    <span className={styles.found} data-found={found}>
      <Icon name={icon} size={15} />
      {text}
    </span>
  )
}
