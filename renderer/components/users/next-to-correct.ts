import type { UserDetail, UserFilter } from '../../../shared/ipc/views.ts'
import type { Bridge } from '../../../shared/ipc/bridge.ts'
import type { UsersView } from './use-users-view.ts'

const pageOfUsers = 500
/** Pages that are searched for the user; behind them the first of all users comes next. */
const maxPages = 10

/** Findings that end with the correction of a single user. */
const correctable = new Set(['email-invalid', 'phone-invalid'])

/**
 * The user behind this one in the table who needs a correction as well: in the same state and, where the user has a finding
 * that only a correction ends, with the same finding. Behind the last of them comes the first; null: there is no other.
 */
export async function nextToCorrect(
  bridge: Bridge,
  { filter, sort }: Pick<UsersView, 'filter' | 'sort'>,
  user: UserDetail,
): Promise<number | null> {
  const others = { ...filter, ...causeOf(filter, user) }
  let first: number | null = null
  let isBehind = false
  for (let page = 0; page < maxPages; page++) {
    const reply = await bridge.invoke('users:page', {
      filter: others,
      sort,
      from: page * pageOfUsers,
      limit: pageOfUsers,
    })
    if (!reply.ok) break
    for (const { id } of reply.value.rows) {
      if (isBehind) return id
      if (id === user.row.id) isBehind = true
      else first ??= id
    }
    if (reply.value.rows.length < pageOfUsers) break
  }
  return first
}

function causeOf(filter: UserFilter, { row, findings }: UserDetail): Pick<UserFilter, 'states' | 'finding'> {
  const cause = findings.find(({ code, blocks }) => blocks && correctable.has(code))
  return {
    states: [row.state],
    ...(cause === undefined || filter.finding !== undefined ? {} : { finding: [{ code: cause.code, group: '' }] }),
  }
}
