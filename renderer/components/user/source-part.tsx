import { useEffect, useEffectEvent, useState } from 'react'
import { useBridge } from '../../api/bridge-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import type { UserSource } from '../../../shared/ipc/views.ts'
import { Loading } from '../empty.tsx'
import { ProblemNotice } from '../notice.tsx'
import styles from './user-drawer.module.css'

/** The records of the export that this user was made of, read again from their files when this is opened. */
export function SourcePart({ id }: { readonly id: number }) {
  const bridge = useBridge()
  const [source, setSource] = useState<UserSource | null>(null)
  const read = useMutation(() => bridge.invoke('users:source', { id }), setSource)
  const begin = useEffectEvent(() => void read.run())
  useEffect(() => begin(), [])
  return (
    <section className={styles.source} aria-label="Source record">
      {read.busy && <Loading label="Reading the record again" lines={3} />}
      <ProblemNotice problem={read.problem} onRetry={() => void read.run()} />
      {source?.records.map(({ file, line, fields, problem }, index) => (
        <div key={index} className={styles.record}>
          <p className="muted">
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
    </section>
  )
}
