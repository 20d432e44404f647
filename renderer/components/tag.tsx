import type { ReactNode } from 'react'
import styles from './tag.module.css'

export type Tone = 'off' | 'ok' | 'wait' | 'bad' | 'accent'

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
