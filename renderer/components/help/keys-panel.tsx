import { shortcuts, shortcutText } from '../../../shared/ipc/commands.ts'
import { useQuery } from '../../api/use-query.ts'
import styles from './keys-panel.module.css'

/** Every key that works here; those of the native menu only where there is one. */
export function KeysPanel() {
  const info = useQuery('app:info', {}, 0)
  if (info.value === null) return null
  const { host, platform } = info.value
  const here = Object.entries(shortcuts).filter(([, { by }]) => by === 'page' || host === 'desktop')
  return (
    <dl className={styles.keys}>
      {here.map(([name, shortcut]) => (
        <div key={name}>
          <dt>
            <kbd>{shortcutText(shortcut, host === 'desktop' ? platform : navigatorPlatform())}</kbd>
          </dt>
          <dd>{shortcut.meaning}</dd>
        </div>
      ))}
    </dl>
  )
}

/** In a browser the keys are those of the machine with the browser. */
function navigatorPlatform(): string {
  return /mac/i.test(navigator.userAgent) ? 'darwin' : 'other'
}
