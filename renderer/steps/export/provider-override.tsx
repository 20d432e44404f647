import { useState } from 'react'
import type { FileView } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import { fileProviders } from './providers.ts'
import styles from './provider-override.module.css'

/** The operator says what a file is when it was taken for something else. */
export function ProviderOverride({ file, onDone }: { readonly file: FileView; readonly onDone: () => void }) {
  const bridge = useBridge()
  const { accept } = useDocumentState()
  const [provider, setProvider] = useState(file.provider ?? 'generic')
  const say = useMutation(
    () => bridge.invoke('export:set-provider', { fileId: file.id, provider }),
    (document) => {
      accept(document)
      onDone()
    },
  )
  return (
    <div className={styles.say}>
      <label>
        Read this file as{' '}
        <select value={provider} onChange={(event) => setProvider(event.target.value)}>
          {fileProviders.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <Button busy={say.busy} disabled={provider === file.provider} onClick={() => void say.run()}>
        Re-read as this
      </Button>
      <Button variant="subtle" onClick={onDone}>
        Cancel
      </Button>
      <ProblemNotice problem={say.problem} onDismiss={say.dismiss} />
    </div>
  )
}
