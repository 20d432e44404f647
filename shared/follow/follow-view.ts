import { count, counted, inSentence } from '../format.ts'
import { type UnusedRecords, unusedText } from './unused-records.ts'
import type { CutOver, FollowSettings } from './follow-settings.ts'
import { type PassChange, passChangeNames, passChanges, type PassUserState } from './pass-changes.ts'

/** Users of one change by outcome; superseded and reverted changes do not count. */
export type ChangeCounts = {
  readonly change: PassChange
  readonly users: number
  readonly states: { readonly [S in PassUserState]?: number }
}

/** A pass as the screen, the command line and the report show it. */
export type PassView = {
  readonly id: number
  /** From 1. */
  readonly number: number
  /** Whether every user of the source was listed, which is needed to tell who is gone. */
  readonly kind: 'whole' | 'incremental'
  readonly state: 'open' | 'done' | 'stopped'
  readonly isCutOver: boolean
  readonly begunAt: number
  readonly readAt: number | null
  readonly writtenAt: number | null
  readonly endedAt: number | null
  readonly listed: number
  readonly unreadable: number
  /** Which these are; null: it is known of the last pass alone. */
  readonly unused: UnusedRecords | null
  readonly problem: string | null
  readonly changes: readonly ChangeCounts[]
}

/** Users of the first reading and of all passes add up to the users of the migration. */
type FollowSums = {
  readonly first: number
  readonly new: number
  readonly users: number
  readonly gone: number
  readonly addsUp: boolean
}

export type FollowView = {
  /** Null: no source is followed. */
  readonly settings: FollowSettings | null
  readonly passes: readonly PassView[]
  /** Over all passes. */
  readonly since: readonly ChangeCounts[]
  readonly sums: FollowSums
  readonly cutOver: CutOver | null
  /** The change times of the source; null: none that a pass could read by. `isDistrusted`: they did not show all changes. */
  readonly changeTimes: { readonly name: string; readonly isDistrusted: boolean } | null
  /** When the first run began and how long it took, in milliseconds; null: it is not known. */
  readonly firstRun: { readonly at: number; readonly ms: number; readonly users: number } | null
}

/** Adds up what passes found. */
export function sumChanges(passes: readonly Pick<PassView, 'changes'>[]): readonly ChangeCounts[] {
  return passChangeNames.flatMap((change): ChangeCounts[] => {
    const found = passes.flatMap(({ changes }) => changes.filter((one) => one.change === change))
    if (found.length === 0) return []
    const states: { [S in PassUserState]?: number } = {}
    for (const one of found) for (const [state, n] of statesOf(one)) states[state] = (states[state] ?? 0) + n
    return [{ change, users: found.reduce((sum, { users }) => sum + users, 0), states }]
  })
}

function statesOf({ states }: Pick<ChangeCounts, 'states'>): readonly (readonly [PassUserState, number])[] {
  return (['waiting', 'sent', 'held', 'failed', 'listed', 'returned', 'superseded'] as const).flatMap((state) => {
    const n = states[state] ?? 0
    return n === 0 ? [] : [[state, n] as const]
  })
}

const stateLabels: { readonly [S in PassUserState]: string } = {
  waiting: 'not sent yet',
  sent: '',
  held: 'held',
  failed: 'failed',
  listed: 'listed',
  returned: 'back again',
  superseded: '',
}

/** The result of a pass, for the beginning of its line. */
export function foundText({ readAt, changes }: Pick<PassView, 'readAt' | 'changes'>): string {
  return readAt === null ? 'ended before anything was changed' : changesText(changes)
}

/** "2 new users, 1 changed password (held)", or "nothing new". */
export function changesText(changes: readonly ChangeCounts[]): string {
  const parts = changes.map(({ change, users, states }) => {
    const title = passChanges[change].title
    const named = counted(users, singular[change], inSentence(title))
    const others = statesOf({ states }).flatMap(([state, n]) => {
      const word = change === 'gone' && state === 'sent' ? 'removed' : stateLabels[state]
      if (word === '' || (state === 'listed' && passChanges[change].action === 'list')) return []
      return [n === users ? word : `${count(n)} ${word}`]
    })
    return others.length === 0 ? named : `${named} (${others.join(', ')})`
  })
  return parts.length === 0 ? 'nothing new' : parts.join(', ')
}

/** The records that a pass could not use, and the consequence; empty: it used all. */
export function unreadText({ unreadable, unused, kind }: Pick<PassView, 'unreadable' | 'unused' | 'kind'>): string {
  if (unreadable === 0) return ''
  const what = `${counted(unreadable, 'record')} could not be read, or ${unreadable === 1 ? 'has' : 'have'} the ID of another one`
  const gone = kind === 'whole' ? 'No user counts as gone.' : ''
  return unused === null ? `${what}. ${gone}`.trim() : `${unusedText(unused)} ${gone}`.trim()
}

/** Users who left the source and are still in the core, as a sentence. */
export function goneText({ gone }: Pick<FollowSums, 'gone'>): string {
  return `${counted(gone, 'user is', 'users are')} no longer in the source. The core keeps them.`
}

/** How passes read the source, as a sentence; empty: everything, because it does not say when users were changed. */
export function passReadingText({ changeTimes }: Pick<FollowView, 'changeTimes'>): string {
  if (changeTimes === null) return ''
  const { name, isDistrusted } = changeTimes
  return isDistrusted
    ? `Each pass reads everything, because ${name} did not tell every change.`
    : `Passes read what changed by ${name}, and everything after ${maxIncremental} such passes or a day.`
}

const singular: { readonly [C in PassChange]: string } = {
  new: 'new user',
  unsent: 'changed before being sent',
  password: 'changed password',
  contact: 'changed email or phone',
  added: 'added login method',
  moved: 'contact or account that the core cannot change',
  'other-id': 'email that another user has',
  profile: 'change of roles, metadata or verified mark',
  excluded: 'disabled or deleted',
  waits: 'waiting for something else',
  gone: 'no longer in the source',
}

/** Incremental passes between two whole ones, at most; and milliseconds. */
export const maxIncremental = 9
export const maxIncrementalMs = 24 * 3_600_000

/** A pass that found something, or passes in a row that found nothing and ended well. */
export type PassLine =
  | { readonly kind: 'pass'; readonly pass: PassView }
  | { readonly kind: 'nothing-new'; readonly first: PassView; readonly last: PassView; readonly passes: number }

/** Passes without a change fold into one line. `passes`: in their order, or the newest first. */
export function foldPasses(passes: readonly PassView[]): readonly PassLine[] {
  const lines: PassLine[] = []
  for (const pass of passes) {
    const isQuiet = pass.state === 'done' && pass.changes.length === 0 && pass.unreadable === 0 && !pass.isCutOver
    const before = lines.at(-1)
    if (!isQuiet) lines.push({ kind: 'pass', pass })
    else if (before?.kind === 'nothing-new')
      lines[lines.length - 1] = { ...before, last: pass, passes: before.passes + 1 }
    else lines.push({ kind: 'nothing-new', first: pass, last: pass, passes: 1 })
  }
  return lines
}
