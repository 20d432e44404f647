import { useState } from 'react'
import type { Output } from '../../../shared/ipc/contract.ts'
import { useDocument } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../components/button.tsx'
import { count, counted } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import styles from './causes-card.module.css'
import { FoldingLine, maxNamed } from './folding-line.tsx'

/** Records that became no user: each reason once, for all files, with the places below it. */
export function SkippedRecords() {
  const { version } = useDocument()
  const { value, problem, reload } = useQuery('export:skipped-reasons', {}, version, 1500)
  return (
    <section aria-label="Records without a user">
      <h3 className={styles.group}>
        <i className={styles.swatch} style={{ background: 'var(--part-6)' }} />
        Records without a user
      </h3>
      <ProblemNotice problem={problem} onRetry={reload} />
      <ul>
        {value?.reasons.map((one) => (
          <SkippedReason key={`${one.kind} ${one.reason}`} {...one} />
        ))}
      </ul>
      {value !== null && value.others > 0 && (
        <p className={styles.none}>
          {counted(value.others, 'record')} for other reasons: the CSV of all records lists them.
        </p>
      )}
    </section>
  )
}

type Reason = Output<'export:skipped-reasons'>['reasons'][number]

function SkippedReason({ kind, reason, records }: Reason) {
  const [what, ...more] = sentencesOf(reason)
  return (
    <FoldingLine
      users={records}
      words={
        <>
          <b>{what}</b> {more.length > 0 && <span className={styles.next}>{more.join(' ')}</span>}
        </>
      }
    >
      <Places kind={kind} reason={reason} records={records} />
    </FoldingLine>
  )
}

/** The sentences of a reason; one that continues a line of the command line begins in lower case there. */
export function sentencesOf(reason: string): readonly string[] {
  return `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}`.split(/(?<=\.) /)
}

function Places({ kind, reason, records }: Reason) {
  const { version } = useDocument()
  const [all, setAll] = useState(false)
  const { value, problem, reload } = useQuery('export:skipped-places', { kind, reason }, version, 1500)
  const places = value?.places ?? []
  return (
    <>
      <ProblemNotice problem={problem} onRetry={reload} />
      <ul>
        {places.slice(0, all ? undefined : maxNamed).map((place) => (
          <li key={place}>{place}</li>
        ))}
      </ul>
      {!all && places.length > maxNamed && (
        <Button variant="link" small onClick={() => setAll(true)}>
          Show all {count(records)}
        </Button>
      )}
      {all && records > places.length && (
        <p>And {count(records - places.length)} more: the CSV of all records lists them.</p>
      )}
    </>
  )
}
