import type { ReactNode } from 'react'
import type { MappingView } from '../../../shared/ipc/views.ts'
import { decisionsWithoutEffect, idleDecisionsSentence } from '../../../shared/planning/unmapped.ts'
import { useDocument } from '../../api/document-context.tsx'
import { Button } from '../../components/button.tsx'
import { Notice, ProblemNotice } from '../../components/notice.tsx'
import { absentColumns } from './edit-mapping.ts'
import styles from './mapping-file.module.css'
import type { MappingFile } from './use-mapping-file.ts'

/** Saves and loads the mapping that is in use; there is nothing to save before a column is mapped. */
export function MappingFileButtons({ file, empty }: { readonly file: MappingFile; readonly empty: boolean }) {
  return (
    <>
      <Button variant="subtle" disabled={file.busy} onClick={file.load}>
        Load mapping…
      </Button>
      {!empty && (
        <Button disabled={file.busy} onClick={file.save}>
          Save mapping…
        </Button>
      )}
    </>
  )
}

/** What came of it, and the columns that a mapping names and this file does not show. */
export function MappingFileNotices({
  file,
  view,
  children,
}: {
  readonly file: MappingFile
  readonly view: MappingView | null
  /** What else is to be said of this mapping. */
  readonly children: ReactNode
}) {
  const { choices, unmappedFields, work } = useDocument()
  const fields = unmappedFields.map(({ code, path }) => ({ code, field: path }))
  // While a file is read, nobody knows.
  const idle = work.kind === 'idle' ? decisionsWithoutEffect(choices.unmapped, fields) : []
  const absent = view === null ? [] : absentColumns(view)
  return (
    <div className={styles.notices}>
      <ProblemNotice problem={file.problem} onDismiss={file.dismiss} />
      <div aria-live="polite">
        {file.done !== null && (
          <Notice tone="ok" onDismiss={file.dismiss}>
            {file.done}
          </Notice>
        )}
      </div>
      {absent.length > 0 && (
        <Notice tone="wait">
          The mapping names columns that the first records do not have:{' '}
          <span className="mono">{absent.join(', ')}</span>
        </Notice>
      )}
      {idle.length > 0 && <Notice tone="wait">Some decisions have no effect: {idleDecisionsSentence(idle)}</Notice>}
      {children}
    </div>
  )
}
