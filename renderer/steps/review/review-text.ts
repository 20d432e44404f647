import type { DocumentView, StateCounts, TargetView } from '../../../shared/ipc/views.ts'
import { count, counted } from '../../components/format.ts'

/** What will happen, with what stands out first. `filtered`: users that a list narrows the migration to. */
export function leadOf(
  { ready, blocked, excluded }: Pick<StateCounts, 'ready' | 'blocked' | 'excluded'>,
  target: TargetView | null,
  filtered: number | null,
): { readonly strong: string; readonly rest: string } {
  const users = filtered ?? ready
  return {
    strong: `${counted(users, 'user')} will be created`,
    rest: [
      ` in ${coreName(target)}.`,
      ...(filtered === null ? [] : [' The migration is limited to the users of your list.']),
      ...(blocked > 0 ? [` ${count(blocked)} ${blocked === 1 ? 'waits' : 'wait'} for your decision.`] : []),
      ...(excluded > 0 ? [` ${count(excluded)} ${excluded === 1 ? 'is' : 'are'} excluded.`] : []),
    ].join(''),
  }
}

function coreName(target: TargetView | null): string {
  if (target === null) return 'the core'
  return target.kind === 'rehearsal' ? 'the rehearsal core' : target.name
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

/** Whether users can be sent now, in a few words that stand out, and what that means or what is missing. */
export function startText(
  { target, counts, started, work }: Pick<DocumentView, 'target' | 'counts' | 'started' | 'work'>,
  underWay: boolean,
): { readonly before: string; readonly strong: string; readonly rest: string } {
  const nothing = { before: '', strong: '', rest: '' }
  const { ready, blocked } = counts
  const waits =
    blocked === 1 ? 'the user who needs a decision waits' : `the ${count(blocked)} users who need a decision wait`
  if (target === null) return { ...nothing, rest: 'Connect a core first, or start a rehearsal.' }
  if (underWay) return { ...nothing, rest: 'A run is under way.' }
  if (work.kind !== 'idle') return { ...nothing, rest: `${workTexts[work.kind]} You can start when that is done.` }
  if (!target.connected) return { ...nothing, rest: 'Connect to the core again to send users.' }
  const before = started ? 'Users already sent are not changed. ' : 'Nothing has been sent. '
  if (ready === 0) return { ...nothing, rest: `${before}No user is ready${blocked > 0 ? `: ${waits}` : ''}.` }
  return {
    before,
    strong: blocked > 0 ? 'You can start now:' : 'You can start now.',
    rest: blocked > 0 ? ` ${waits} until you decide.` : '',
  }
}
