import { count, counted } from '../format.ts'
import { isStopReason, stopText } from './stop-reason.ts'

/** The secrets that a migration keeps of its users. */
export function keptSecretsText(totp: boolean): string {
  return totp ? 'hashes and TOTP secrets' : 'hashes'
}

/** Results of an undo, in numbers of users of the export: of one with several login methods, it may remove some and leave others. */
export type UndoFigures = {
  readonly removed: number
  /** The login methods that were removed; absent: as many. */
  readonly logins?: number | undefined
  /** Were not in the core any more. */
  readonly gone: number
  /** This machine has no record that it created them: looked up, not removed. */
  readonly unconfirmed: number
  /** Not removed: other accounts were linked to them since, and the operator did not confirm their removal. */
  readonly linked: number
  /** The core has another login method under this id: not removed. */
  readonly mismatched: number
  /** In the core before, or not known for certain to be ours: never removed. */
  readonly left: number
  readonly failed: number
  /** A code of `stop-reason.ts`. */
  readonly stopped: string | null
  /** Additions of this migration to users that stayed, in words, with their number. */
  readonly stays?: Readonly<Record<string, number>> | undefined
}

/** Results of a verification, in numbers of users of the export. */
type VerificationFigures = {
  readonly looked: number
  readonly found: number
  readonly missing: number
  readonly unanswered: number
  readonly signIn: keyof typeof signIns | null
  readonly stopped: string | null
}

/** Why an undo leaves users without a record on this machine. */
export const noRecord = 'this machine has no record that it created them'

/** The sentences about an undo. `hints`: what can be done about a figure. */
export function undoneText(result: UndoFigures, hints: Partial<Record<keyof UndoFigures, string>> = {}): string {
  const { removed, logins = removed, gone, unconfirmed, linked, mismatched, left, failed, stopped, stays = {} } = result
  const added = Object.entries(stays).map(([part, users]) => `${part} (${counted(users, 'user')})`)
  const parts: readonly (readonly [keyof UndoFigures, boolean, string])[] = [
    [
      'removed',
      true,
      `${counted(removed, 'user')}${logins === removed ? '' : ` with ${counted(logins, 'login method')}`} removed from the core.`,
    ],
    ['gone', gone > 0, `${count(gone)} no longer existed in the core.`],
    ['unconfirmed', unconfirmed > 0, `${count(unconfirmed)} not removed: ${noRecord}.`],
    ['linked', linked > 0, `${count(linked)} not removed: other accounts were linked to them since.`],
    ['mismatched', mismatched > 0, `${count(mismatched)} not removed: the core has another login under their ID.`],
    ['left', left > 0, `${count(left)} left, because this migration did not create them.`],
    ['stays', added.length > 0, `Users that were left keep what this migration added: ${added.join(', ')}.`],
    ['failed', failed > 0, `${count(failed)} could not be removed.`],
    ['stopped', stopped !== null, stoppedText(stopped ?? '')],
  ]
  return parts.flatMap(([name, isShown, text]) => (isShown ? [text, hints[name] ?? []].flat() : [])).join(' ')
}

const signIns = {
  works: 'The known account could sign in with its old password.',
  refused: 'The known account could not sign in with that password.',
  unanswered: 'The core did not answer whether the known account can sign in.',
} as const

/** The sentences about looking users up. */
export function verifiedText(result: VerificationFigures): string {
  const { looked, found, missing, unanswered, signIn, stopped } = result
  return [
    `${count(found)} of ${counted(looked, 'user')} looked up are in the core.`,
    ...(missing > 0 ? [`${count(missing)} ${missing === 1 ? 'is' : 'are'} missing.`] : []),
    ...(unanswered > 0 ? [`${count(unanswered)} without an answer.`] : []),
    ...(signIn === null ? [] : [signIns[signIn]]),
    ...(stopped === null ? [] : [stoppedText(stopped)]),
  ].join(' ')
}

function stoppedText(reason: string): string {
  if (reason === 'cancelled') return 'Stopped by you.'
  return isStopReason(reason)
    ? `Stopped early: ${stopText(reason).title}. Settle that, then try again.`
    : 'Stopped early.'
}
