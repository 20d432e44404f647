import type { DocumentView, ListFilterView, StateCounts } from '../../../shared/ipc/views.ts'
import { count, counted } from '../../components/format.ts'

/** What the bar does not say: that a list narrows the migration, and what of a user who was sent is not changed. */
export function leadOf(filtered: ListFilterView | null, { migrated }: Pick<StateCounts, 'migrated'>): string {
  if (filtered !== null) return `Limited to the ${counted(filtered.ready, 'user')} of your list.`
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

const workTexts = {
  comparing: 'The earlier migration is still being read.',
  reading: 'The export is still being read.',
  planning: 'Users are still being planned.',
  excluding: 'Users are being excluded.',
  including: 'Users are being included again.',
  removing: 'The hashes are being removed.',
  clearing: 'What was read of a file is being removed.',
} as const

/** Whether users can be sent now, or what is missing. */
export function startText(
  { target, counts, work }: Pick<DocumentView, 'target' | 'counts' | 'work'>,
  underWay: boolean,
): string {
  const { ready, blocked } = counts
  const waits = blocked === 0 ? '' : ` The ${count(blocked)} ${blocked === 1 ? 'waits' : 'wait'} until you decide.`
  if (target === null) return 'Connect a core first, or start a rehearsal.'
  if (underWay) return 'A run is under way.'
  if (work.kind !== 'idle') return `${workTexts[work.kind]} You can start when that is done.`
  if (!target.connected) return 'Connect to the core again to send users.'
  if (ready === 0) return blocked > 0 ? `No user is ready.${waits}` : 'No user is left to send.'
  return `You can start now.${waits}`
}
