import type { UserState } from '../../shared/planning/call.ts'
import type { Tone } from './tag.tsx'

/** How each state looks and what it means, in one sentence. */
export const stateLooks: Readonly<
  Record<UserState, { readonly tone: Tone; readonly part: string; readonly meaning: string }>
> = {
  ready: { tone: 'accent', part: 'var(--off-bg)', meaning: 'Will be sent when the migration runs.' },
  blocked: { tone: 'wait', part: 'var(--part-4)', meaning: 'Not sent until a finding is decided or corrected.' },
  excluded: { tone: 'off', part: 'var(--part-5)', meaning: 'Excluded by you, or deleted in the source.' },
  existing: { tone: 'off', part: 'var(--part-2)', meaning: 'Was in the core before and is left alone.' },
  sending: { tone: 'accent', part: 'var(--accent)', meaning: 'On its way to the core.' },
  migrated: { tone: 'ok', part: 'var(--ok)', meaning: 'Everything about this user is in the core.' },
  failed: { tone: 'bad', part: 'var(--bad)', meaning: 'At least one call failed; it can be corrected and retried.' },
  'in-doubt': {
    tone: 'wait',
    part: 'var(--wait)',
    meaning: 'Sent, but no answer came; too old to repeat without your word.',
  },
}
