import { glossary, stateTerms } from '../../../shared/glossary.ts'
import { type StepKey, stepKeys, stepTitles } from '../../../shared/ipc/commands.ts'
import styles from './basics-panel.module.css'

/** What each step does. */
const stepHelp: Readonly<Record<StepKey, string>> = {
  connect:
    'Connect a rehearsal core inside this app, from which nothing leaves the machine, or your live core with its address and API key. Connecting sends no users.',
  export:
    'Add all files from the old provider: users, password hashes, identities. They are recognized by their content and joined. Records that cannot be read are listed with their line.',
  mapping:
    'For a custom table, check what each column is imported as. For provider names without a default, choose the provider in the core.',
  review:
    'See what will happen to every user before anything is sent. Make the open decisions, check the hashes with one known password, then start the migration.',
  run: 'Users are sent as fast as the core can handle. Pause, resume, or close the app at any time; no progress is lost. Failures are grouped by cause and can be retried.',
  report: 'Every record is accounted for. Read and save the report, and correct or retry failed users.',
}

const safety: readonly string[] = [
  'Everything is kept in one file, the migration. It can be closed, opened again tomorrow and copied; it holds password hashes, so treat it like a copy of your user table.',
  'A completed call is never repeated automatically, so a password that was changed since is not overwritten.',
  'API keys are never written into the migration, a log or a report.',
  'A rehearsal never changes the results of the live core.',
]

const words: readonly { readonly word: string; readonly means: string }[] = [...stateTerms, ...glossary].map(
  ({ term, meaning }) => ({ word: term, means: meaning }),
)

/** What each step does, what the words mean, what is safe to do. */
export function BasicsPanel() {
  return (
    <div className={styles.basics}>
      <section>
        <h3>The six steps</h3>
        <ol className={styles.steps}>
          {stepKeys.map((step) => (
            <li key={step}>
              <b>{stepTitles[step]}</b>
              <span>{stepHelp[step]}</span>
              <StepPicture step={step} />
            </li>
          ))}
        </ol>
      </section>
      <section>
        <h3>Safety</h3>
        <ul className={styles.list}>
          {safety.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
      <section>
        <h3>Words</h3>
        <dl className={styles.words}>
          {words.map(({ word, means }) => (
            <div key={word}>
              <dt>{word}</dt>
              <dd>{means}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}

const pictures = import.meta.glob<string>('./pictures/*.webp', { query: '?url', import: 'default', eager: true })

/** What a step looks like, in the look that is on; made by `npm run screenshots -- --docs`. */
function StepPicture({ step }: { readonly step: StepKey }) {
  return (
    <span className={styles.picture}>
      {(['light', 'dark'] as const).map((scheme) => (
        <img
          key={scheme}
          className={styles[scheme]}
          src={pictures[`./pictures/${step}-${scheme}.webp`]}
          alt={`The step ${stepTitles[step]} with sample users`}
          width={720}
          height={450}
          loading="lazy"
        />
      ))}
    </span>
  )
}
