import { type ReactNode, useState } from 'react'
import type { Output } from '../../../shared/ipc/contract.ts'
import type { FileView, SkippedRecord } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../components/controls/button.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Loading } from '../../components/notices/empty.tsx'
import { capitalized, count, counted } from '../../components/texts/format.ts'
import { ProblemNotice } from '../../components/notices/notice.tsx'
import styles from './export-step.module.css'

type Page = Output<'baseline:missing'>

/** Lists the users that the earlier migration sent and that are no longer in the export. */
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
    <ListDialog
      title={`No longer in the export: ${count(total)}`}
      lead="The core keeps them as they are; nothing is removed. They are listed in the report too, so that you can decide."
      heads={['ID in the export', 'Email or phone']}
      isLoading={first.value === null && !first.problem}
      total={total}
      more={next === null ? null : () => void more.run(next)}
      busy={more.busy}
      onClose={onClose}
      notice={
        <>
          <ProblemNotice of={first} />
          <ProblemNotice of={more} />
        </>
      }
    >
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
    </ListDialog>
  )
}

/** Skipped records with the same reason, in the order in which the reasons are met. */
export function byReason(
  records: readonly SkippedRecord[],
): readonly { readonly reason: string; readonly records: readonly SkippedRecord[] }[] {
  const groups = new Map<string, SkippedRecord[]>()
  for (const record of records) {
    const reason = record.kind === 'unmatched' ? `No user found: ${record.reason}` : record.reason
    const group = groups.get(reason)
    if (group === undefined) groups.set(reason, [record])
    else group.push(record)
  }
  return [...groups].map(([reason, group]) => ({ reason, records: group }))
}

/** The skipped records of a file, each with its place, below the reason that they share. */
export function SkippedRecordsDialog({ file, onClose }: { readonly file: FileView; readonly onClose: () => void }) {
  const bridge = useBridge()
  const first = useQuery('export:skipped-records', { fileId: file.id, skip: 0 }, 0)
  const [further, setFurther] = useState<readonly SkippedRecord[]>([])
  const more = useMutation(
    (skip: number) => bridge.invoke('export:skipped-records', { fileId: file.id, skip }),
    (page) => setFurther((before) => [...before, ...page.skippedRecords]),
  )
  const found = [...(first.value?.skippedRecords ?? []), ...further]
  const total = first.value?.total ?? 0
  // Rows of sheets and databases have a number, and no place in bytes.
  const isRow = file.format === 'xlsx' || file.format === 'sqlite'
  return (
    <ListDialog
      title={`Skipped records in ${file.name}`}
      lead="No user is created from these records. They are counted and listed in the report."
      heads={['Place', ...(isRow ? [] : ['Byte offset'])]}
      isLoading={first.value === null && !first.problem}
      total={total}
      more={found.length < total ? () => void more.run(found.length) : null}
      busy={more.busy}
      onClose={onClose}
      notice={
        <>
          <ProblemNotice of={first} />
          <ProblemNotice of={more} />
        </>
      }
    >
      {byReason(found).map(({ reason, records }) => (
        <tbody key={reason}>
          <tr>
            <th scope="rowgroup" colSpan={isRow ? 1 : 2} className={styles.reason}>
              {found.length === total && `${counted(records.length, 'record')}: `}
              {reason}
            </th>
          </tr>
          {records.map(({ kind, byte, line, place }) => (
            <tr key={`${kind} ${byte} ${line}`}>
              <td className="figures">{capitalized(place)}</td>
              {!isRow && <td className="figures">{count(byte)}</td>}
            </tr>
          ))}
        </tbody>
      ))}
    </ListDialog>
  )
}

/** A list that comes in pages: the rows so far, and a button for more of the total. */
function ListDialog(props: {
  readonly title: string
  readonly lead: string
  readonly heads: readonly string[]
  readonly isLoading: boolean
  readonly total: number
  /** Loads the next page; null: there is none. */
  readonly more: (() => void) | null
  readonly busy: boolean
  readonly onClose: () => void
  readonly notice: ReactNode
  /** The bodies of the table, with a row for each entry. */
  readonly children: ReactNode
}) {
  const { title, lead, heads, isLoading, total, more, busy, onClose, notice, children } = props
  return (
    <Dialog
      wide
      title={title}
      onClose={onClose}
      foot={
        <>
          {more !== null && (
            <Button busy={busy} onClick={more}>
              Show more of {count(total)}
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p className="muted">{lead}</p>
      {isLoading && <Loading label="Loading the list" lines={4} />}
      {total > 0 && !isLoading && (
        <table className={styles.table}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          {children}
        </table>
      )}
      {notice}
    </Dialog>
  )
}
