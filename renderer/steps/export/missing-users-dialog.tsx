import { useState } from 'react'
import type { Output } from '../../../shared/ipc/contract.ts'
import type { FileView, SkippedRecord } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Loading } from '../../components/empty.tsx'
import { capitalized, count } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import styles from './missing-users-dialog.module.css'

type Page = Output<'baseline:missing'>

/** Users who are in the core by the earlier migration and no longer in the export. */
export function MissingUsersDialog({ total, onClose }: { readonly total: number; readonly onClose: () => void }) {
  const bridge = useBridge()
  const first = useQuery('baseline:missing', { after: '' }, 0)
  const [further, setFurther] = useState<readonly Page[]>([])
  const more = useMutation(
    (after: string) => bridge.invoke('baseline:missing', { after }),
    (page) => setFurther((before) => [...before, page]),
  )
  const pages = first.value === null ? [] : [first.value, ...further]
  const next = pages.at(-1)?.next ?? null

  return (
    <Dialog
      wide
      title={`No longer in the export: ${count(total)}`}
      onClose={onClose}
      foot={
        <>
          {next !== null && (
            <Button busy={more.busy} onClick={() => void more.run(next)}>
              Show more of {count(total)}
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p className="muted">
        The core keeps them as they are; nothing is removed. They are listed in the report too, so that you can decide.
      </p>
      {first.value === null && !first.problem && <Loading label="Loading the users" lines={4} />}
      {pages.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">ID in the export</th>
              <th scope="col">Email or phone</th>
            </tr>
          </thead>
          <tbody>
            {pages
              .flatMap(({ users }) => users)
              .map(({ key, sourceId, contact }) => (
                <tr key={key}>
                  <td>{sourceId ?? '–'}</td>
                  <td>{contact ?? '–'}</td>
                </tr>
              ))}
          </tbody>
        </table>
      )}
      <ProblemNotice problem={first.problem ?? more.problem} onDismiss={more.dismiss} />
    </Dialog>
  )
}

/** The skipped records of a file, each with its place and the reason. */
export function SkippedRecordsDialog({ file, onClose }: { readonly file: FileView; readonly onClose: () => void }) {
  const bridge = useBridge()
  const first = useQuery('export:skipped-records', { fileId: file.id, skip: 0 }, 0)
  const [further, setFurther] = useState<readonly SkippedRecord[]>([])
  const more = useMutation(
    (skip: number) => bridge.invoke('export:skipped-records', { fileId: file.id, skip }),
    (page) => setFurther((before) => [...before, ...page.skippedRecords]),
  )
  const found = [...(first.value?.skippedRecords ?? []), ...further]
  const total = first.value?.total ?? null
  // Rows of sheets and databases have a number, and no place in bytes.
  const isRow = file.format === 'xlsx' || file.format === 'sqlite'

  return (
    <Dialog
      wide
      title={`Skipped records in ${file.name}`}
      onClose={onClose}
      foot={
        <>
          {total !== null && found.length < total && (
            <Button busy={more.busy} onClick={() => void more.run(found.length)}>
              Show more of {count(total)}
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p className="muted">No user is created from these records. They are counted and listed in the report.</p>
      {total === null && !first.problem && <Loading label="Loading the records" lines={4} />}
      {found.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Place</th>
              {!isRow && <th scope="col">Byte offset</th>}
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {found.map((stray) => (
              <tr key={`${stray.kind} ${stray.byte} ${stray.line}`}>
                <td className="figures">{capitalized(stray.place)}</td>
                {!isRow && <td className="figures">{count(stray.byte)}</td>}
                <td>{stray.kind === 'unmatched' ? `No user found: ${stray.reason}` : stray.reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ProblemNotice problem={first.problem ?? more.problem} onDismiss={more.dismiss} />
    </Dialog>
  )
}
