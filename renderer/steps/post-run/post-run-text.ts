import type { PostRunView } from '../../../shared/ipc/views/report-views.ts'
import { undoneText, verifiedText } from '../../../shared/report/post-run-text.ts'
import { moment } from '../../components/format.ts'

/** A result in a sentence, and whether all is well. */
export type ResultSentence = { readonly tone: 'ok' | 'wait' | 'bad'; readonly sentence: string }

/** What the last look-up found. */
export function verified(found: NonNullable<PostRunView['verification']>): ResultSentence {
  const { at, missing, unanswered, signIn, stopped } = found
  const tone = missing > 0 || signIn === 'refused' ? 'bad' : unanswered > 0 || stopped !== null ? 'wait' : 'ok'
  return {
    tone: signIn === 'unanswered' && tone === 'ok' ? 'wait' : tone,
    sentence: `${moment(at)}: ${verifiedText(found)}`,
  }
}

/** What the last undo came to. */
export function undone(result: NonNullable<PostRunView['undone']>): ResultSentence {
  const { at, unconfirmed, linked, mismatched, failed, stopped } = result
  const isOpen = unconfirmed > 0 || linked > 0 || mismatched > 0 || stopped !== null
  return { tone: failed > 0 ? 'bad' : isOpen ? 'wait' : 'ok', sentence: `${moment(at)}: ${undoneText(result)}` }
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
