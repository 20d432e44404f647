import { useDocument } from '../../api/document-context.tsx'
import styles from './core-address.module.css'

/** The whole address of the core, where something secret is asked for that goes to it; nothing while it is in this app. */
export function CoreAddress() {
  const { target } = useDocument()
  if (target?.kind !== 'live') return null
  return (
    <p className={styles.line}>
      Core: <code>{target.baseUrl}</code>
    </p>
  )
}
