import { glossary, stateTerms } from '../../../shared/glossary.ts'
import type { StepKey } from '../../navigation/step-keys.ts'

/** What each step does, in the order of the rail. */
export const stepHelp: readonly { readonly step: StepKey; readonly does: string }[] = [
  {
    step: 'connect',
    does: 'Connect a rehearsal core inside this app, from which nothing leaves the machine, or your live core with its address and API key. Connecting sends no users.',
  },
  {
    step: 'export',
    does: 'Add all files from the old provider: users, password hashes, identities. They are recognized by their content and joined. Records that cannot be read are listed with their line.',
  },
  {
    step: 'mapping',
    does: 'For a custom table, check what each column is imported as. For provider names without a default, choose the provider in the core.',
  },
  {
    step: 'review',
    does: 'See what will happen to every user before anything is sent. Make the open decisions, check the hashes with one known password, then start the migration.',
  },
  {
    step: 'run',
    does: 'Users are sent as fast as the core can handle. Pause, resume, or close the app at any time; no progress is lost. Failures are grouped by cause and can be retried.',
  },
  {
    step: 'report',
    does: 'Every record is accounted for. Read and save the report, and correct or retry failed users.',
  },
]

export const safety: readonly string[] = [
  'Everything is kept in one file, the migration. It can be closed, opened again tomorrow and copied; it holds password hashes, so treat it like a copy of your user table.',
  'A completed call is never repeated automatically, so a password that was changed since is not overwritten.',
  'API keys are never written into the migration, a log or a report.',
  'A rehearsal never changes the results of the live core.',
]

export const words: readonly { readonly word: string; readonly means: string }[] = [...stateTerms, ...glossary].map(
  ({ term, meaning }) => ({ word: term, means: meaning }),
)
