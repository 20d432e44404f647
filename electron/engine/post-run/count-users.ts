import type { CreatedUserRow } from '../document/created-users.ts'

type Login = Pick<CreatedUserRow, 'userId'>

/**
 * Counts users while their login methods are dealt with: in the order of the users from page to page, in any order within one. A user
 * counts once all of its login methods on a page are done.
 */
export function countUsers(onProgress: (users: number) => void = () => {}) {
  let done = 0
  let open = new Map<number, number>()
  let last: number | null = null
  return {
    begin: (page: readonly Login[]): void => {
      const before = last
      open = new Map()
      for (const { userId } of page) open.set(userId, (open.get(userId) ?? 0) + 1)
      last = page.at(-1)?.userId ?? last
      // Counted with the page before.
      if (before !== null) open.delete(before)
    },
    end: ({ userId }: Login): void => {
      const left = open.get(userId)
      if (left === undefined) return
      open.set(userId, left - 1)
      if (left > 1) return
      done += 1
      onProgress(done)
    },
  }
}
