import { glossary, stateTerms } from '../../../shared/glossary.ts'
import type { StepKey } from '../../steps/steps.ts'

/** What each step does, in the order of the rail. */
export const stepHelp: readonly { readonly step: StepKey; readonly does: string }[] = [
  {
    step: 'connect',
    does: 'Say where the users go: a rehearsal core inside this app, from which nothing leaves the machine, or your live core with its address and API key. Connecting sends no user.',
  },
  {
    step: 'export',
    does: 'Add the files of the old provider: users, password hashes, identities, as many as there are. They are recognised by their content and joined; what cannot be read is listed with its line.',
  },
  {
    step: 'mapping',
    does: 'For a table that nobody recognises, say which column is what; for provider names without a default, which provider of the core is meant.',
  },
  {
    step: 'review',
    does: 'See what will happen to every user before anything is sent, take the decisions that are open, and prove with one known password that the hashes will fit. Start from here.',
  },
  {
    step: 'run',
    does: 'Users are sent at the pace that the core can take. Pause, continue or close the app at any time; what was sent is remembered. What failed is grouped by its cause and can be sent again.',
  },
  {
    step: 'report',
    does: 'Every record accounted for, to read and to save; users that failed can be corrected and sent again from here.',
  },
]

export const safety: readonly string[] = [
  'Everything is kept in one file, the migration. It can be closed, opened again tomorrow and copied; it holds password hashes, so treat it like a copy of your user table.',
  'A call that is done is never sent again by itself, so a password that was changed since is not overwritten.',
  'API keys are never written into the migration, a log or a report.',
  'A rehearsal never changes what is known about the live core.',
]

export const words: readonly { readonly word: string; readonly means: string }[] = [...stateTerms, ...glossary].map(
  ({ term, meaning }) => ({ word: term, means: meaning }),
)
