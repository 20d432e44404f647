import { useBridge } from '../../api/bridge-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../components/button.tsx'
import styles from './downloads-card.module.css'

/** Confirms a saved file where one is looking, at the foot, with the way to it on the desktop. */
export function SavedNotice({ name }: { readonly name: string }) {
  const bridge = useBridge()
  const desktop = useQuery('app:info', {}, 0).value?.host === 'desktop'
  const show = useMutation(() => bridge.invoke('report:show-in-folder', {}))
  return (
    <span className={styles.saved} role="status">
      <span>
        Saved as <b>{name}</b>.
      </span>
      {desktop && (
        <Button variant="link" busy={show.busy} onClick={() => void show.run()}>
          Show in folder
        </Button>
      )}
    </span>
  )
}
