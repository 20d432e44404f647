import { useEffect } from 'react'
import { useDocument } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { Loading } from '../empty.tsx'
import { Icon } from '../icon.tsx'
import { ProblemNotice } from '../notice.tsx'
import { Tag } from '../tag.tsx'
import { stateLooks } from '../user-state.ts'
import { AttemptList } from './attempt-list.tsx'
import { CallList } from './call-list.tsx'
import { CorrectionPart } from './correction-part.tsx'
import { FindingList } from './finding-list.tsx'
import { HashVerdict } from './hash-verdict.tsx'
import { PasswordCheckPart } from './password-check-part.tsx'
import { SourcePart } from './source-part.tsx'
import styles from './user-details.module.css'

/** Everything about one user: the verdict on the hash, findings, the exact requests, what was tried, and the correction. */
export function UserDetails({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const { version } = useDocument()
  const { value: user, problem, reload } = useQuery('users:detail', { id }, version, 800)

  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) onClose()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [onClose])

  return (
    <div className={styles.details}>
      <header className={styles.header}>
        <h2 className={styles.name}>{user?.row.label ?? '\u00a0'}</h2>
        <Button variant="subtle" small className={styles.close} onClick={onClose} aria-label="Close the user">
          <Icon name="close" />
        </Button>
      </header>
      <ProblemNotice problem={problem} onRetry={reload} />
      {!user && !problem && <Loading label="Loading the user" lines={5} />}
      {user && (
        <>
          <p className={styles.place}>
            {user.row.file}, line {user.row.line}
            {user.row.sourceId && (
              <>
                {' '}
                · id {user.row.sourceId} <CopyButton bare text={user.row.sourceId} label="the id" />
              </>
            )}
          </p>
          <p className={styles.standing}>
            <Tag tone={stateLooks[user.row.state].tone}>{user.row.state}</Tag>
            <span className="subtle">{stateLooks[user.row.state].meaning}</span>
          </p>
          <FindingList findings={user.findings} />
          {user.hash && <HashVerdict hash={user.hash} />}
          <CallList calls={user.calls} />
          <PasswordCheckPart user={user} onProved={reload} />
          <CorrectionPart user={user} onChanged={reload} />
          <AttemptList attempts={user.attempts} />
          <SourcePart id={id} />
        </>
      )}
    </div>
  )
}
