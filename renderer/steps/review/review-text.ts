import type { DocumentView, ListFilterView, StateCounts } from '../../../shared/ipc/views.ts'
import { count, counted } from '../../components/format.ts'
import { workReason } from '../../../shared/ipc/work-reason.ts'

/** What the bar does not say: that a list narrows the migration, and what of a user who was sent is not changed. */
export function leadOf(
  filtered: ListFilterView | null,
  { migrated }: Pick<StateCounts, 'migrated'>,
  baseline: Standing['baseline'] = null,
): string {
  if (filtered !== null) return `Limited to the ${counted(filtered.ready, 'user')} of your list.`
  if (baseline !== null) return `Compared with “${baseline.name}”.`
  return migrated > 0 ? 'Users already sent are not changed.' : ''
}

/** What became of users who were being excluded, or included again, when the app ended. */
export function interruptedText({ excluded, done, total }: NonNullable<DocumentView['interruptedExclusion']>): {
  readonly strong: string
  readonly rest: string
} {
  const again = excluded ? 'exclude them again' : 'include them again'
  return {
    strong: excluded ? 'Excluding users was interrupted.' : 'Including users again was interrupted.',
    rest: ` It reached ${count(done)} of ${counted(total, 'selected user')}; the others are as they were. Select the others and ${again}.`,
  }
}

type Standing = Pick<DocumentView, 'target' | 'counts' | 'work'> & {
  readonly baseline: { readonly name: string } | null
}

/** Why no user can be sent now; null: they can. */
export function startReason({ target, counts, work }: Omit<Standing, 'baseline'>, underWay: boolean): string | null {
  const working = workReason(work.kind)
  if (target === null) return 'Connect a core first, or start a rehearsal.'
  if (underWay) return 'A run is under way.'
  if (working !== null) return `${working} You can start when that is done.`
  if (!target.connected) return 'Connect to the core again to send users.'
  if (counts.ready > 0) return null
  return counts.blocked > 0 ? `No user is ready.${waitText(counts)}` : 'No user is left to send.'
}

/** Whether users can be sent now, or what is missing. */
export function startText(standing: Standing, underWay: boolean): string {
  const can =
    standing.baseline === null ? 'You can start now.' : 'New and changed users are sent. Users are never removed.'
  return startReason(standing, underWay) ?? `${can}${waitText(standing.counts)}`
}

function waitText({ blocked }: Pick<StateCounts, 'blocked'>): string {
  return blocked === 0 ? '' : ` The ${count(blocked)} ${blocked === 1 ? 'waits' : 'wait'} until you decide.`
}
