import type { ReactNode } from 'react'
import type { UserState } from '../../../shared/planning/call.ts'
import { stateTitles } from '../../../shared/report/state-titles.ts'
import styles from './tag.module.css'

export type Tone = 'off' | 'ok' | 'wait' | 'bad' | 'accent' | 'outlined'

/** One word with a colour; the word alone says it too. */
export function Tag({
  tone = 'off',
  tip,
  children,
}: {
  readonly tone?: Tone
  /** Explains the word. */
  readonly tip?: string
  readonly children: ReactNode
}) {
  return (
    <span className={`${styles.tag} ${styles[tone]}`} data-tip={tip} tabIndex={tip === undefined ? undefined : 0}>
      {children}
    </span>
  )
}

/** How each state is called on screen, how it looks and what it means, in one sentence. */
export const stateLooks: Readonly<
  Record<UserState, { readonly word: string; readonly tone: Tone; readonly part: string; readonly meaning: string }>
> = {
  ready: {
    word: stateTitles.ready,
    tone: 'accent',
    part: 'var(--fill-ready)',
    meaning: 'Will be sent when the migration runs.',
  },
  blocked: {
    word: stateTitles.blocked,
    tone: 'wait',
    part: 'var(--fill-wait)',
    meaning: 'Not sent until a finding is decided or corrected.',
  },
  excluded: {
    word: stateTitles.excluded,
    tone: 'off',
    part: 'var(--fill-off)',
    meaning: 'Excluded by you, or deleted in the source.',
  },
  existing: {
    word: stateTitles.existing,
    tone: 'off',
    part: 'var(--part-2)',
    meaning: 'Existed in the core before and is not changed.',
  },
  sending: { word: stateTitles.sending, tone: 'accent', part: 'var(--accent)', meaning: 'Being sent to the core.' },
  migrated: {
    word: stateTitles.migrated,
    tone: 'ok',
    part: 'var(--fill-ok)',
    meaning: 'Everything about this user is in the core.',
  },
  failed: {
    word: stateTitles.failed,
    tone: 'bad',
    part: 'var(--fill-bad)',
    meaning: 'At least one request failed. Correct the user, or retry.',
  },
  'in-doubt': {
    word: stateTitles['in-doubt'],
    tone: 'wait',
    part: 'var(--wait)',
    meaning: 'Sent, but no reply came. It is not repeated until you confirm it.',
  },
}
