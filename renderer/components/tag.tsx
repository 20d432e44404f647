import type { ReactNode } from 'react'
import styles from './tag.module.css'

export type Tone = 'off' | 'ok' | 'wait' | 'bad' | 'accent'

/** One word with a colour; the word alone says it too. */
export function Tag({
  tone = 'off',
  title,
  children,
}: {
  readonly tone?: Tone
  readonly title?: string
  readonly children: ReactNode
}) {
  return (
    <span className={`${styles.tag} ${styles[tone]}`} title={title}>
      {children}
    </span>
  )
}
