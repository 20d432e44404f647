import { useState } from 'react'
import { useBridge } from '../../api/bridge-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import type { UserSource } from '../../../shared/ipc/views.ts'
import { Loading } from '../empty.tsx'
import { ProblemNotice } from '../notice.tsx'
import styles from './user-details.module.css'

/** The records of the export that this user was made of, read again from their files when this is opened. */
export function SourcePart({ id }: { readonly id: number }) {
  const bridge = useBridge()
  const [source, setSource] = useState<UserSource | null>(null)
  const read = useMutation(() => bridge.invoke('users:source', { id }), setSource)
  return (
    <details
      className={`${styles.part} ${styles.source}`}
      onToggle={(event) => {
        if (event.currentTarget.open && source === null && !read.busy) void read.run()
      }}
    >
      <summary>Source record</summary>
      {read.busy && <Loading label="Reading the record again" lines={3} />}
      <ProblemNotice problem={read.problem} onRetry={() => void read.run()} />
      {source?.records.map(({ file, line, fields, problem }, index) => (
        <div key={index} className={styles.record}>
          <p className="subtle">
            {file}, line {line}. Read again just now; what looks secret is masked.
          </p>
          {problem && <p>{problem}</p>}
          <dl>
            {fields.map((field, each) => (
              <div key={each}>
                <dt>{field.path}</dt>
                <dd>{field.value}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </details>
  )
}
