import type { UserState } from '../../shared/planning/call.ts'
import type { Tone } from './tag.tsx'

/** How each state is called on screen, how it looks and what it means, in one sentence. */
export const stateLooks: Readonly<
  Record<UserState, { readonly word: string; readonly tone: Tone; readonly part: string; readonly meaning: string }>
> = {
  ready: {
    word: 'Ready',
    tone: 'accent',
    part: 'var(--part-1)',
    meaning: 'Will be sent when the migration runs.',
  },
  blocked: {
    word: 'Needs a decision',
    tone: 'wait',
    part: 'var(--part-4)',
    meaning: 'Not sent until a finding is decided or corrected.',
  },
  excluded: {
    word: 'Excluded',
    tone: 'off',
    part: 'var(--part-5)',
    meaning: 'Excluded by you, or deleted in the source.',
  },
  existing: {
    word: 'Already in the core',
    tone: 'off',
    part: 'var(--part-2)',
    meaning: 'Existed in the core before and is not changed.',
  },
  sending: { word: 'Sending', tone: 'accent', part: 'var(--accent)', meaning: 'Being sent to the core.' },
  migrated: { word: 'Migrated', tone: 'ok', part: 'var(--ok)', meaning: 'Everything about this user is in the core.' },
  failed: {
    word: 'Failed',
    tone: 'bad',
    part: 'var(--bad)',
    meaning: 'At least one request failed. Correct the user, or retry.',
  },
  'in-doubt': {
    word: 'In doubt',
    tone: 'wait',
    part: 'var(--wait)',
    meaning: 'Sent, but no reply came. It is not repeated until you confirm it.',
  },
}
