import { useState } from 'react'
import type { FileView } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { bytes, counted } from '../../components/format.ts'
import { Icon } from '../../components/icon.tsx'
import { Notice, ProblemNotice } from '../../components/notice.tsx'
import { Tag } from '../../components/tag.tsx'
import { useSteps } from '../step-context.tsx'
import styles from './file-item.module.css'
import { OtherKinds } from './other-kinds.tsx'
import { ConfirmFile } from './confirm-file.tsx'
import { Recognition } from './recognition.tsx'
import { ProviderOverride } from './provider-override.tsx'
import { SkippedRecordsDialog } from './skipped-records-dialog.tsx'
import { Truncation } from './truncation.tsx'
import { UnreadTables } from './unread-tables.tsx'

/** One file: what it was recognised as and why, how much was read, and what can be done about it. */
export function FileItem({ file }: { readonly file: FileView }) {
  const bridge = useBridge()
  const { accept } = useDocumentState()
  const { go } = useSteps()
  const { totals } = useDocument()
  const [saying, setSaying] = useState(false)
  const [listing, setListing] = useState(false)
  const remove = useMutation(() => bridge.invoke('export:remove', { fileId: file.id }), accept)
  const facts = [
    bytes(file.size),
    file.format?.toUpperCase(),
    file.compression === 'gzip' ? 'gzipped' : file.compression === 'zip' ? 'zipped' : null,
    file.encoding && file.encoding.toLowerCase() !== 'utf-8' ? file.encoding : null,
    file.role === 'parts' ? 'adds to users of another file' : null,
  ].filter(Boolean)

  return (
    <li className={styles.item}>
      <span className={styles.icon}>
        <Icon name="file" size={20} />
      </span>
      <div className={styles.words}>
        <h2 className={styles.name}>
          {file.name} <span className={styles.facts}>{facts.join(' · ')}</span>
        </h2>
        {file.unconfirmedPath !== null ? (
          <ConfirmFile file={file} />
        ) : file.problem ? (
          <Notice tone="bad">{file.problem}</Notice>
        ) : (
          <Recognition file={file} />
        )}
        <Truncation file={file} />
        <UnreadTables file={file} />
        <OtherKinds kinds={file.other} />
        {saying && <ProviderOverride file={file} onDone={() => setSaying(false)} />}
        {listing && <SkippedRecordsDialog file={file} onClose={() => setListing(false)} />}
        <ProblemNotice problem={remove.problem} onDismiss={remove.dismiss} />
      </div>
      <div className={`${styles.counts} figures`}>
        {(file.complete || file.records > 0) && <span>{counted(file.records, 'record')}</span>}
        {file.unreadable > 0 && <Tag tone="wait">{counted(file.unreadable, 'unreadable', 'unreadable')}</Tag>}
        {file.complete && (file.unreadable > 0 || (file.role === 'parts' && totals.unmatched > 0)) && (
          <Button
            variant="link"
            small
            onClick={() => setListing(true)}
            aria-label={`Which? What was left behind in ${file.name}`}
          >
            Which?
          </Button>
        )}
        {!file.complete && !file.problem && file.unconfirmedPath === null && <Tag tone="accent">reading</Tag>}
      </div>
      <div className={styles.actions}>
        {file.provider && (
          <Button variant="subtle" small onClick={() => go('mapping')} aria-label={`Columns of ${file.name}`}>
            Columns
          </Button>
        )}
        <Button
          variant="subtle"
          small
          aria-expanded={saying}
          onClick={() => setSaying(!saying)}
          aria-label={`Change format… ${file.name}`}
        >
          Change format…
        </Button>
        <Button
          variant="subtle"
          small
          busy={remove.busy}
          onClick={() => void remove.run()}
          aria-label={`Remove ${file.name}`}
        >
          <Icon name="close" />
        </Button>
      </div>
    </li>
  )
}
