import { useState } from 'react'
import type { FetchForm, FileView } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { useHost } from '../../api/host-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Button, PrimaryButton } from '../../components/controls/button.tsx'
import { Card } from '../../components/display/card.tsx'
import { count, counted } from '../../components/texts/format.ts'
import { Icon } from '../../components/display/icon.tsx'
import { Notice, ProblemNotice } from '../../components/notices/notice.tsx'
import { Explained } from '../../components/overlays/tooltip.tsx'
import { StepFrame } from '../../components/shell/step-frame.tsx'
import { Tag } from '../../components/display/tag.tsx'
import { useSteps } from '../../navigation/step-context.tsx'
import { askedFields, fieldTitles, reviewText } from '../mapping/questions/review.ts'
import { cutFiles, incompleteFiles, stepActions, stepStatuses, refusedFiles } from '../steps.ts'
import { BaselineCard } from './baseline-card.tsx'
import styles from './export-step.module.css'
import { FetchCard, FetchMenu, useFetch } from './fetch/fetch-card.tsx'
import { type FetchAttempt, FetchDialog } from './fetch/fetch-dialog.tsx'
import { useAddFiles } from './files/file-drop.tsx'
import { FileItem } from './files/file-item.tsx'
import { GuidePanel, MissingHashes } from './guide-panel.tsx'
import { carriesScrypt, ScryptCard } from './signer-key.tsx'
import { workReason } from '../../../shared/ipc/work-reason.ts'

/** The files of the old provider: their formats, their counts, and the guide to exporting them. */
export function ExportStep() {
  const document = useDocument()
  const { files, needsMapping, work } = document
  const { go } = useSteps()
  const add = useAddFiles()
  const { fetchFrom, setFetchFrom } = useDocumentState()
  const [from, setFrom] = useState(fetchFrom)
  const [attempt, setAttempt] = useState<FetchAttempt | null>(null)
  const fetch = useFetch()
  const [closed, setClosed] = useState(0)
  const { sources } = useHost()
  const some = files.length > 0
  // A recognised export needs the guide only for what it lacks.
  const [guide, setGuide] = useState(false)
  const isRecognized = some && files.every(({ provider }) => provider !== null && provider !== 'generic')
  const howTo = (
    <Button variant="link" onClick={() => setGuide(true)}>
      How to get this export…
    </Button>
  )
  const toReview = askedFields(document)
  const toMap = needsMapping.length > 0 || toReview.length > 0 || files.some(({ provider }) => provider === 'generic')

  const next = toMap ? 'mapping' : 'review'
  const source = sources.find(({ name }) => name === from)
  const isFetched = fetch.view?.ended?.kind === 'fetched'

  return (
    <StepFrame
      title="Load the export"
      lead="Files are read on this computer and never changed."
      say={<Say isFetched={isFetched} />}
      aside={some && !guide ? undefined : <GuidePanel />}
      actions={
        <PrimaryButton
          disabled={
            stepStatuses(document, null)[next].closed ??
            (work.kind === 'reading' || work.kind === 'planning' ? workReason(work.kind) : null)
          }
          onClick={() => go(next)}
        >
          {stepActions[next]}
        </PrimaryButton>
      }
    >
      <DropZone
        add={add}
        first={!some && !isFetched}
        sources={sources}
        onFetch={setFrom}
        onGuide={some && !guide ? () => setGuide(true) : null}
      />
      <ProblemNotice of={add} />
      {fetch.view && (
        <FetchCard
          view={fetch.view}
          isNext={!some}
          sources={sources}
          closed={closed}
          follow={fetch.follow}
          onRetry={setFrom}
        />
      )}
      {source && (
        <FetchDialog
          source={source}
          view={fetch.view}
          before={attempt}
          onTry={setAttempt}
          onClose={() => {
            setFrom(null)
            setFetchFrom(null)
            setClosed((dialogs) => dialogs + 1)
          }}
          onStarted={fetch.follow}
        />
      )}
      {some && (
        <>
          <FileList files={files} />
          <div className={styles.sums}>
            <SumLine />
            <BaselineCard />
          </div>
        </>
      )}
      <ListFilterNotice />
      {carriesScrypt(document) && <ScryptCard />}
      {!guide && isRecognized && <MissingHashes howTo={howTo} />}
    </StepFrame>
  )
}

/** `isFetched`: a file was fetched and is not among the files yet. */
function Say({ isFetched }: { readonly isFetched: boolean }) {
  const document = useDocument()
  const { files, totals, needsMapping, work } = document
  const toReview = askedFields(document)
  const cut = cutFiles(document).length
  const refused = refusedFiles(document).length
  const unread = incompleteFiles(document).length - cut - refused
  const reading = work.kind === 'reading'
  const used = files.filter(({ problem }) => problem === null).length
  const undecided = files.filter(({ problem, offers }) => problem !== null && offers !== null).length
  if (files.length === 0)
    return isFetched ? <>Use the fetched file, or choose others.</> : <>Choose the files you exported.</>
  if (undecided > 0) {
    return (
      <>
        <b>{counted(undecided, 'file')}</b> {undecided === 1 ? 'needs' : 'need'} you to choose what to read.
      </>
    )
  }
  if (refused > 0) {
    return (
      <>
        <b>{counted(refused, 'file')}</b> cannot be read. Replace or remove {refused === 1 ? 'it' : 'them'}.
      </>
    )
  }
  if (cut > 0) {
    return (
      <>
        <b>
          {counted(cut, 'file')} {cut === 1 ? 'is' : 'are'} incomplete
        </b>
        {reading && ' and another is still being read'}. Replace the incomplete {cut === 1 ? 'file' : 'files'} or use{' '}
        {cut === 1 ? 'its' : 'their'} complete records.
      </>
    )
  }
  if (unread > 0) {
    return (
      <>
        <b>
          {counted(unread, 'file')} {unread === 1 ? 'needs' : 'need'} a decision
        </b>{' '}
        about what is not read of {unread === 1 ? 'it' : 'them'}.
      </>
    )
  }
  if (reading) return <>The export is still being read.</>
  if (work.kind === 'planning') return <>The users are still being planned.</>
  if (needsMapping.length > 0) {
    return (
      <>
        <b>{counted(needsMapping.length, 'file')}</b> {needsMapping.length === 1 ? 'needs' : 'need'} you to map the
        columns.
      </>
    )
  }
  if (toReview.length > 0) {
    const open = reviewText(fieldTitles(toReview))
    return (
      <>
        <b>{open.count}:</b> <code>{open.names}</code>
      </>
    )
  }
  return (
    <>
      <b>{counted(totals.users, 'user')}</b> found in {counted(used, 'file')}.
    </>
  )
}

/** Where files are dropped or chosen. */
function DropZone({
  add,
  first,
  sources,
  onFetch,
  onGuide,
}: {
  readonly add: AddFiles
  readonly first: boolean
  readonly sources: readonly FetchForm[]
  readonly onFetch: (source: string) => void
  readonly onGuide: (() => void) | null
}) {
  return (
    <section className={styles.zone} aria-label="Add files">
      <Icon name="upload" />
      <div className={styles.words}>
        <p>
          <b>Drop export files here</b>
        </p>
        {first && <p className="muted">JSON, CSV, SQL, SQLite, XLSX, LDIF, YAML, XML, or BSON; also .gz or .zip</p>}
      </div>
      <div className="row">
        <FetchMenu sources={sources} onChoose={onFetch} onGuide={onGuide} />
        {first ? (
          <PrimaryButton busy={add.busy} onClick={add.pick}>
            Choose files…
          </PrimaryButton>
        ) : (
          <Button busy={add.busy} onClick={add.pick}>
            Choose files…
          </Button>
        )}
      </div>
    </section>
  )
}

/** The files of the export, in the order they were added. */
function FileList({ files }: { readonly files: readonly FileView[] }) {
  return (
    <Card bare>
      <ul className={styles.files} aria-label="Files">
        {files.map((file) => (
          <FileItem key={file.id} file={file} />
        ))}
      </ul>
    </Card>
  )
}

/** Says that a list of users narrows the migration, and offers to send all users again. */
function ListFilterNotice() {
  const bridge = useBridge()
  const { version, filtered: isNarrowed } = useDocument()
  const { accept } = useDocumentState()
  const filtered = useQuery('preview:get', isNarrowed ? {} : null, version, 1000).value?.filtered ?? null
  const widen = useMutation(() => bridge.invoke('export:clear-user-filter', {}), accept)
  if (!isNarrowed || filtered === null) return null
  const missing = filtered.named - filtered.found
  return (
    <Notice tone={filtered.found === 0 ? 'wait' : 'plain'}>
      Narrowed to the <b>{counted(filtered.found, 'user')}</b> of {filtered.from.join(' and ') || 'a list'};{' '}
      {counted(filtered.ready, 'user')} of them can be sent.
      {missing > 0 &&
        ` ${counted(missing, 'line')} of the list ${missing === 1 ? 'names' : 'name'} nobody new in these files.`}{' '}
      <Button variant="link" busy={widen.busy} onClick={() => void widen.run()}>
        Send all users instead
      </Button>
      <ProblemNotice of={widen} />
    </Notice>
  )
}

const parts = [
  ['users', 'users', 'Records that became a user.'],
  ['joined', 'joined', 'Records that were joined to a user of another file.'],
  ['unmatched', 'unmatched', 'Records whose user is in none of the files.'],
  ['unreadable', 'skipped', 'Records that hold no user, listed in the report with their reason.'],
  ['other', 'not users', 'Entries that are not users. Each file lists their kinds.'],
] as const

/** Every record is accounted for: records = users + joined + unmatched + unreadable + other. */
function SumLine() {
  const { totals, work, files } = useDocument()
  const used = counted(files.filter(({ problem }) => problem === null).length, 'file')
  const sum = parts.reduce((total, [key]) => total + totals[key], 0)
  // Totals are counted seldom meanwhile; the records of the files are always current.
  const complete = files.reduce((records, file) => records + (file.complete ? file.records : 0), 0)
  const isReading = work.kind === 'reading'
  if (isReading || work.kind === 'planning') {
    return (
      <p className={`${styles.line} figures`} aria-label="Records by result">
        <span>
          <b>{count(complete + (isReading ? (work.reading?.records ?? 0) : 0))}</b> records {isReading && 'so far '}in{' '}
          {used}
        </span>
        <span className="muted">
          {isReading ? '· The total is checked when reading ends.' : '· Users are counted when planning ends.'}
        </span>
      </p>
    )
  }
  const shown = parts.filter(([key]) => key === 'users' || totals[key] > 0)
  return (
    <p className={`${styles.line} figures`} aria-label="Records by result">
      <span>
        <b>{count(totals.records)}</b> records
      </span>
      {shown.map(([key, label, meaning], index) => (
        <Explained key={key} tip={meaning}>
          <span className={styles.sign}>{index === 0 ? '=' : '+'}</span>
          <b>{count(totals[key])}</b> {label}
        </Explained>
      ))}
      {work.kind === 'idle' && sum === totals.records && (
        <Tag tone="ok">
          <Icon name="check" size={12} /> Adds up
        </Tag>
      )}
      {work.kind === 'idle' && sum !== totals.records && (
        <Tag tone="bad">Differs by {count(Math.abs(totals.records - sum))}: please report this</Tag>
      )}
    </p>
  )
}

type AddFiles = ReturnType<typeof useAddFiles>
