import type { FileView } from '../../../shared/ipc/views.ts'
import { count } from '../../components/format.ts'
import styles from './file-item.module.css'

const maxNamed = 6

/** The entries of a file that are no users, by their kind. */
export function OtherKinds({ kinds }: { readonly kinds: FileView['other'] }) {
  if (kinds.length === 0) return null
  const named = kinds.slice(0, maxNamed).map(({ kind, records }) => `${kind} ${count(records)}`)
  const more = kinds.length - named.length
  return (
    <p
      className={styles.other}
      {...(more > 0
        ? { tabIndex: 0, 'data-tip': kinds.map(({ kind, records }) => `${kind} ${count(records)}`).join('\n') }
        : {})}
    >
      Not users: {named.join(', ')}
      {more > 0 && `, and ${count(more)} more kinds`}
    </p>
  )
}
