import { Fragment } from 'react'
import { useDocument } from '../../api/document-context.tsx'
import styles from './addresses.module.css'

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

/** An email address too long for its line breaks at its domain, and at the dots within. */
export function Breakable({ text }: { readonly text: string }) {
  const at = text.indexOf('@')
  if (at <= 0) return text
  return (
    <>
      {text.slice(0, at)}
      {text
        .slice(at)
        .split(/(?=\.)/)
        .map((part, index) => (
          <Fragment key={index}>
            <wbr />
            {part}
          </Fragment>
        ))}
    </>
  )
}
