import type { ReportRow } from '../report-row.ts'

/** Names of one cause, or places of one reason; more would make a book of the report. The list says which file has the rest. */
export const maxNamed = 300

/** Records that became no user, alike for one reason. */
export type Skipped = { readonly title: string; readonly places: readonly string[]; readonly more: number }

/** Sorts records without a user by kind and reason, line by line. */
export function skippedList(): { readonly take: (row: ReportRow) => void; readonly found: () => readonly Skipped[] } {
  const lists = new Map<string, { places: string[]; more: number }>()
  return {
    take: ({ kind, message, file, place }) => {
      if (kind !== 'unmatched' && kind !== 'unreadable') return
      const title = `Records ${kind}: ${message}`
      const list = lists.get(title) ?? { places: [], more: 0 }
      lists.set(title, list)
      if (list.places.length < maxNamed) list.places.push(`${file}, ${place}`)
      else list.more += 1
    },
    found: () => [...lists].map(([title, list]) => ({ title, ...list })),
  }
}
