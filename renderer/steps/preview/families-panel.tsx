import type { PreviewView } from '../../../shared/bridge/views.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Empty } from '../../components/empty.tsx'
import { count } from '../../components/format.ts'
import type { Lens } from '../../components/users/lens.ts'
import styles from './families-panel.module.css'

/** Every hash family: how many users, one masked example before and after, and what will happen. */
export function FamiliesPanel({
  families,
  onShow,
}: {
  readonly families: PreviewView['hashes']
  readonly onShow: (lens: Lens) => void
}) {
  if (families.length === 0) return <Empty title="No password hash in this export" />
  return (
    <Card bare>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Family</th>
            <th scope="col" className="number">
              Users
            </th>
            <th scope="col">One of them, masked</th>
            <th scope="col">What will happen</th>
            <th scope="col">
              <span className="spoken">Users of the family</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {families.map(({ key, label, users, fate, before, after }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td className="number">{count(users)}</td>
              <td className="mono">
                {before ?? <span className="quiet">–</span>}
                {after && after !== before && (
                  <>
                    <br />
                    <span className="quiet">becomes </span>
                    {after}
                  </>
                )}
              </td>
              <td>{fate}</td>
              <td className="number">
                <Button small aria-label={`Show users: ${label}`} onClick={() => onShow({ kind: 'hash', key, label })}>
                  Show users
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
