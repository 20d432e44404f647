import { stepTitles } from '../../steps/steps.ts'
import type { StepKey } from '../../steps/steps.ts'
import styles from './step-picture.module.css'

const pictures = import.meta.glob<string>('./pictures/*.webp', { query: '?url', import: 'default', eager: true })

/** What a step looks like, in the look that is on; made by `npm run screenshots -- --docs`. */
export function StepPicture({ step }: { readonly step: StepKey }) {
  return (
    <span className={styles.picture}>
      {(['light', 'dark'] as const).map((scheme) => (
        <img
          key={scheme}
          className={styles[scheme]}
          src={pictures[`./pictures/${step}-${scheme}.webp`]}
          alt={`The step ${stepTitles[step]} with made-up users`}
          width={720}
          height={450}
          loading="lazy"
        />
      ))}
    </span>
  )
}
