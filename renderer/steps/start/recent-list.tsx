import { Icon } from '../../components/icon.tsx'
import styles from './recent-list.module.css'

type Recent = { readonly id: string; readonly name: string; readonly location: string }

/** Migrations worked on before, newest first. */
export function RecentList({
  recent,
  disabled,
  onOpen,
}: {
  readonly recent: readonly Recent[]
  readonly disabled: boolean
  readonly onOpen: (id: string) => void
}) {
  if (recent.length === 0) return null
  return (
    <section aria-labelledby="recent">
      <h2 id="recent" className={styles.title}>
        Go on with
      </h2>
      <ul className={styles.list}>
        {recent.map(({ id, name, location }) => (
          <li key={id}>
            <button type="button" className={styles.item} disabled={disabled} onClick={() => onOpen(id)}>
              <Icon name="file" />
              <span className={styles.name}>{name}</span>
              <span className={styles.location}>{location}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
