import type { ReactNode } from 'react'
import type { Users } from '../../bridge/use-users.ts'
import { userStates } from '../../../shared/planning/call.ts'
import type { UserState } from '../../../shared/planning/call.ts'
import { Button } from '../button.tsx'
import { counted } from '../format.ts'
import { Icon } from '../icon.tsx'
import { SearchBox } from './search-box.tsx'
import type { UsersView } from './use-users-view.ts'
import styles from './users-toolbar.module.css'

/** Search, state and what else narrows the table; on the right how many users that leaves, and what can be done to them. */
export function UsersToolbar({
  users,
  view,
  states = userStates,
  everyState = 'every state',
  actions,
}: {
  readonly users: Users
  readonly view: UsersView
  /** The states to choose from. */
  readonly states?: readonly UserState[]
  readonly everyState?: string | undefined
  readonly actions?: ReactNode
}) {
  const { lens, state } = view.narrowing
  const total = users.pages.total
  const selected = view.selected.length
  return (
    <div className={styles.bar}>
      <SearchBox value={view.narrowing.search} onChange={(search) => view.narrow({ search })} />
      <select
        aria-label="State"
        className={styles.state}
        value={state ?? ''}
        onChange={(event) => view.narrow({ state: states.find((each) => each === event.target.value) ?? null })}
      >
        <option value="">{everyState}</option>
        {states.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
      {lens && (
        <Button
          small
          className={styles.lens}
          onClick={() => view.narrow({ lens: null })}
          aria-label={`Show all again, not only ${lens.label}`}
        >
          <span>{lens.label}</span>
          <Icon name="close" size={12} />
        </Button>
      )}
      <span className={`${styles.count} figures`} role="status">
        {selected > 0 ? `${counted(selected, 'user')} selected` : total === null ? '' : counted(total, 'user')}
      </span>
      {selected > 0 && (
        <Button look="link" small onClick={() => view.select({})}>
          Select none
        </Button>
      )}
      {actions}
    </div>
  )
}
