import type { PostRunView } from '../../../shared/ipc/views/post-run-views.ts'
import { count, counted, moment } from '../../components/format.ts'

/** A result in a sentence, and whether all is well. */
export type ResultSentence = { readonly tone: 'ok' | 'wait' | 'bad'; readonly sentence: string }

const signIns = {
  works: 'The known account could sign in with its old password.',
  refused: 'The known account could not sign in with that password.',
  unanswered: 'The core did not answer whether the known account can sign in.',
} as const

/** What the last look-up found. */
export function verified(found: NonNullable<PostRunView['verification']>): ResultSentence {
  const { at, looked, missing, unanswered, signIn, stopped } = found
  const parts = [
    `${moment(at)}: ${count(found.found)} of ${counted(looked, 'user')} looked up are in the core.`,
    ...(missing > 0 ? [`${count(missing)} ${missing === 1 ? 'is' : 'are'} missing.`] : []),
    ...(unanswered > 0 ? [`${count(unanswered)} without an answer.`] : []),
    ...(signIn === null ? [] : [signIns[signIn]]),
    ...(stopped === null ? [] : [stopText(stopped)]),
  ]
  const tone = missing > 0 || signIn === 'refused' ? 'bad' : unanswered > 0 || stopped !== null ? 'wait' : 'ok'
  return { tone: signIn === 'unanswered' && tone === 'ok' ? 'wait' : tone, sentence: parts.join(' ') }
}

/** What the last undo came to. */
export function undone(result: NonNullable<PostRunView['undone']>): ResultSentence {
  const { at, removed, gone, unconfirmed, linked, mismatched, left, failed, stopped } = result
  const parts = [
    `${moment(at)}: ${counted(removed, 'user')} removed from the core.`,
    ...(gone > 0 ? [`${count(gone)} no longer existed in the core.`] : []),
    ...(unconfirmed > 0 ? [`${count(unconfirmed)} not removed: this machine has no record that it created them.`] : []),
    ...(linked > 0 ? [`${count(linked)} not removed: other accounts were linked to them since.`] : []),
    ...(mismatched > 0 ? [`${count(mismatched)} not removed: the core has another login under their ID.`] : []),
    ...(left > 0 ? [`${count(left)} left, because this migration did not create them.`] : []),
    ...(failed > 0 ? [`${count(failed)} could not be removed.`] : []),
    ...(stopped === null ? [] : [stopText(stopped)]),
  ]
  const isOpen = unconfirmed > 0 || linked > 0 || mismatched > 0 || stopped !== null
  return { tone: failed > 0 ? 'bad' : isOpen ? 'wait' : 'ok', sentence: parts.join(' ') }
}

function stopText(stopped: string): string {
  switch (stopped) {
    case 'cancelled':
      return 'Stopped by you.'
    case 'api-key-rejected':
    case 'forbidden':
      return 'Stopped early: the core refused the API key. Connect with the correct key, then try again.'
    case 'core-unreachable':
      return 'Stopped early: the core did not answer. Try again when it is back.'
    default:
      return 'Stopped early: the core refused the request. Check the connection, then try again.'
  }
}

const outcomes: Readonly<Record<string, string>> = {
  missing: 'missing',
  unanswered: 'no answer',
  left: 'left',
  unconfirmed: 'no record',
  linked: 'linked since',
  mismatched: 'another login',
  failed: 'not removed',
}

/** An outcome of one user in a word or two. */
export function outcomeWord(outcome: string): string {
  return outcomes[outcome] ?? outcome
}
