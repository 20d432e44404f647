import { stepTitles } from '../../navigation/step-keys.ts'
import type { StepKey } from '../../navigation/step-keys.ts'
import { safety, stepHelp, words } from './basics.ts'
import styles from './basics-panel.module.css'

/** What each step does, what the words mean, what is safe to do. */
export function BasicsPanel() {
  return (
    <div className={styles.basics}>
      <section>
        <h3>The six steps</h3>
        <ol className={styles.steps}>
          {stepHelp.map(({ step, does }) => (
            <li key={step}>
              <b>{stepTitles[step]}</b>
              <span>{does}</span>
              <StepPicture step={step} />
            </li>
          ))}
        </ol>
      </section>
      <section>
        <h3>What is safe</h3>
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
