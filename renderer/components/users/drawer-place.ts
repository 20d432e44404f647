import { useEffect, useEffectEvent } from 'react'
import type { UserPages } from '../../api/user-pages.ts'
import { pageSize, rowAt } from '../../api/user-pages.ts'
import type { Users } from '../../api/use-users.ts'
import type { UsersView } from './use-users-view.ts'

/** Where a user stands in the table, among the rows that are loaded; null: not among them. */
export function placeOfUser({ pages, stale }: UserPages, id: number): number | null {
  for (const loaded of [pages, stale]) {
    for (const [page, rows] of loaded) {
      const index = rows.findIndex((row) => row.id === id)
      if (index >= 0) return page * pageSize + index
    }
  }
  return null
}

/** Shows the user at the place that the keys or the drawer ask for, once its row is loaded. */
export function useWantedPlace(view: UsersView, { pages, settled }: Users, reveal: (row: number) => void): void {
  const { wantedPlace } = view
  const arrive = useEffectEvent((place: number, loaded: UserPages) => {
    const row = rowAt(loaded, place)
    if (row !== null) view.show(row.id)
  })
  useEffect(() => {
    if (wantedPlace !== null) reveal(wantedPlace)
  }, [wantedPlace, reveal])
  // Each page that comes may bring the row.
  useEffect(() => {
    if (wantedPlace !== null && settled) arrive(wantedPlace, pages)
  }, [wantedPlace, pages, settled])
}
