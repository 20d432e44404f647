import { type ReactNode, useState } from 'react'
import type { DocumentView, FileView, MappingView } from '../../../shared/ipc/views.ts'
import { decisionsWithoutEffect, idleDecisionsSentence } from '../../../shared/planning/unmapped.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button, PrimaryButton, reasons } from '../../components/controls/button.tsx'
import { Empty } from '../../components/notices/empty.tsx'
import { count, counted } from '../../components/texts/format.ts'
import { usedOf } from '../../../shared/format.ts'
import { Notice, ProblemNotice } from '../../components/notices/notice.tsx'
import { StepFrame } from '../../components/shell/step-frame.tsx'
import { tabPanel, Tabs } from '../../components/controls/tabs.tsx'
import { Tag } from '../../components/display/tag.tsx'
import { useSteps, useStepState } from '../../navigation/step-context.tsx'
import { Recognition } from '../export/files/file-parts.tsx'
import { incompleteFiles, stepStatuses } from '../steps.ts'
import { FileColumns, useFileMapping } from './file-columns.tsx'
import styles from './mapping-step.module.css'
import { editMapping } from './edit-mapping.ts'
import { askedFields, columnsUsed, fieldsToReview, fieldTitles, openInFile, reviewText } from './questions/review.ts'
import { workReason } from '../../../shared/ipc/work-reason.ts'

/** Map columns, file by file: open decisions first, then the target of every column. */
export function MappingStep() {
  const document = useDocument()
  const { files, needsMapping, unmappedFields, openColumns, work, choices } = document
  const toReview = askedFields(document)
  const { go } = useSteps()
  const readable = files.filter((file) => file.provider !== null)
  const [chosen, setChosen] = useStepState<number | null>('file', needsMapping[0] ?? toReview[0]?.fileId ?? null)
  const file = readable.find(({ id }) => id === chosen) ?? readable[0]
  const several = readable.length > 1
  const mapping = useFileMapping(file?.id ?? null)
  const { unapplied } = mapping
  const mappingFile = useMappingFile(file?.id ?? null, mapping.replacedIn)
  const openHere = openInFile(mapping.view, choices.otherRows).length
  const waiting = (id: number) =>
    needsMapping.includes(id)
      ? 1
      : fieldsToReview(unmappedFields.filter(({ fileId }) => fileId === id)).length +
        (id === file?.id ? openHere : openColumns.filter(({ fileId }) => fileId === id).length)

  return (
    <StepFrame
      title="Map columns"
      lead={
        file && (
          <div className={styles.lead}>
            <Recognition file={file} />
            <Button variant="link" onClick={() => go('export')}>
              Change format…
            </Button>
          </div>
        )
      }
      say={
        mapping.missing ?? (
          <Say
            fileId={file?.id ?? null}
            view={mapping.view}
            changed={mapping.undo !== null}
            unapplied={unapplied.map(({ name }) => name)}
          />
        )
      }
      actions={
        <>
          {mapping.view && !mapping.undo && (
            <MappingFileButtons file={mappingFile} empty={(mapping.mapping?.columns.length ?? 0) === 0} />
          )}
          {mapping.undo && <Button onClick={mapping.undo}>Discard changes</Button>}
          {mapping.open ? (
            <PrimaryButton
              busy={mapping.save.busy}
              disabled={mapping.missing ?? (mapping.view === null && 'The columns are still being loaded.')}
              onClick={mapping.save.run}
            >
              Apply mapping
            </PrimaryButton>
          ) : (
            <PrimaryButton
              disabled={
                stepStatuses(document, null).review.closed ??
                (work.kind === 'reading' ? workReason('reading') : null) ??
                (unapplied.length > 0 && 'Apply or discard the changes to the other files first.')
              }
              onClick={() => go('review')}
            >
              Review users
            </PrimaryButton>
          )}
        </>
      }
    >
      {!file && <Empty title="No columns yet">Load the export first. Its columns appear here.</Empty>}
      {several && file && (
        <Tabs
          prefix="file"
          label="Files"
          options={readable.map(({ id, name }) => ({
            key: String(id),
            label: (
              <>
                {name}
                {unapplied.some((one) => one.id === id) ? (
                  <Tag tone="wait">Not applied</Tag>
                ) : (
                  waiting(id) > 0 && <Tag tone="wait">{count(waiting(id))} to review</Tag>
                )}
              </>
            ),
          }))}
          current={String(file.id)}
          onChange={(key) => setChosen(Number(key))}
        />
      )}
      {file && (
        <div {...(several ? tabPanel('file', String(file.id)) : {})}>
          <MappingFileNotices file={mappingFile} view={mapping.view}>
            <InheritedMapping fileId={file.id} onReplaced={mapping.replacedIn} />
          </MappingFileNotices>
          <Totals file={file} />
          <FileColumns key={file.id} fileId={file.id} name={file.name} file={mapping} />
        </div>
      )}
    </StepFrame>
  )
}

/** Logins found by the control scan of the file, counted apart from its reader, and where each ended up. */
function Totals({ file }: { readonly file: FileView }) {
  const lines = file.controlTotals?.lines ?? []
  return lines.length === 0 ? null : (
    <p className={`muted ${styles.totals}`}>{lines.map((line) => `${line}.`).join(' ')}</p>
  )
}

function Say({
  fileId,
  view,
  changed,
  unapplied,
}: {
  readonly fileId: number | null
  readonly view: MappingView | null
  readonly changed: boolean
  /** Other files with changes that are not applied. */
  readonly unapplied: readonly string[]
}) {
  const document = useDocument()
  const { files, needsMapping, work, unmappedFields, choices } = document
  const toReview = [...fieldTitles(askedFields(document)), ...openInFile(view, choices.otherRows)]
  const fields = unmappedFields.filter((field) => field.fileId === fileId)
  const columns = view && columnsUsed(view, fields)
  const use = columns && `${usedOf(columns.used, columns.total)}.`
  const waiting = files.filter((file) => needsMapping.includes(file.id))
  const incomplete = incompleteFiles({ files }).length
  if (changed) return <>You changed the mapping. Apply it to read the file again.</>
  if (incomplete > 0) {
    return (
      <>
        <b>{counted(incomplete, 'file')}</b> {incomplete === 1 ? 'is' : 'are'} not wholly read. Go back to Export.
      </>
    )
  }
  if (work.kind === 'reading') return <>{use} The file is still being read.</>
  if (unapplied.length > 0) {
    return (
      <>
        <b>Changes are not applied</b> for {unapplied.join(', ')}.
      </>
    )
  }
  if (waiting.length > 0) {
    return (
      <>
        <b>Choose an email, phone, or provider column</b> for {waiting.map((file) => file.name).join(', ')}.
      </>
    )
  }
  if (toReview.length > 0) {
    const open = reviewText(toReview)
    return (
      <>
        {use} <b>{open.count}:</b> <code>{open.names}</code>.
      </>
    )
  }
  return <>{use ?? ''}</>
}

/** Says that a file uses the mapping of the earlier migration, with a button to map it by its columns instead. */
function InheritedMapping({
  fileId,
  onReplaced,
}: {
  readonly fileId: number
  readonly onReplaced: (document: DocumentView) => void
}) {
  const bridge = useBridge()
  const { baseline } = useDocument()
  const { accept } = useDocumentState()
  const undo = useMutation(
    () => bridge.invoke('mapping:set', { fileId, mapping: null }),
    (document) => {
      accept(document)
      onReplaced(document)
    },
  )
  if (baseline?.inherited.files.includes(fileId) !== true) return <ProblemNotice of={undo} />
  return (
    <Notice>
      Mapped as in “{baseline.name}”, whose file had the same columns.{' '}
      <Button variant="link" busy={undo.busy} onClick={() => void undo.run()}>
        Suggest a new mapping
      </Button>
      <ProblemNotice of={undo} />
    </Notice>
  )
}

/** Saves and loads the mapping that is in use; there is nothing to save before a column is mapped. */
function MappingFileButtons({ file, empty }: { readonly file: MappingFile; readonly empty: boolean }) {
  return (
    <>
      <Button variant="subtle" disabled={file.busy && reasons.busy} onClick={file.load}>
        Load mapping…
      </Button>
      {!empty && (
        <Button disabled={file.busy && reasons.busy} onClick={file.save}>
          Save mapping…
        </Button>
      )}
    </>
  )
}

/** The result, and the columns that a mapping names and this file does not show. */
function MappingFileNotices({
  file,
  view,
  children,
}: {
  readonly file: MappingFile
  readonly view: MappingView | null
  /** Further notices about this mapping. */
  readonly children: ReactNode
}) {
  const { choices, unmappedFields, work } = useDocument()
  const fields = unmappedFields.map(({ code, path }) => ({ code, field: path }))
  // Null while a file is being read.
  const idle = work.kind === 'idle' ? decisionsWithoutEffect(choices.unmapped, fields) : []
  const absent = view === null ? [] : editMapping.absentColumns(view)
  return (
    <div className={`stack-tight ${styles.notices}`}>
      <ProblemNotice of={file} />
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

type MappingFile = ReturnType<typeof useMappingFile>

/** A mapping as a small file: saved for the next export, and loaded for this one. */
function useMappingFile(fileId: number | null, onReplaced: (document: DocumentView) => void) {
  const bridge = useBridge()
  const { accept, decisions } = useDocumentState()
  const [done, setDone] = useState<{ readonly fileId: number; readonly words: string } | null>(null)
  // The file holds decisions about columns as well.
  const save = useMutation(
    async (id: number) => {
      const saved = await bridge.invoke('mapping:save', { fileId: id })
      if (saved.ok && saved.value.saved !== null) setDone({ fileId: id, words: `Saved as ${saved.value.saved}.` })
      return saved
    },
    undefined,
    decisions,
  )
  const load = useMutation(async (id: number) => {
    const loaded = await bridge.invoke('mapping:load', { fileId: id })
    if (loaded.ok && loaded.value !== null) {
      accept(loaded.value)
      onReplaced(loaded.value)
      setDone({ fileId: id, words: 'Mapping loaded. The export is being read again.' })
    }
    return loaded
  })

  function run(task: typeof save | typeof load): void {
    setDone(null)
    save.dismiss()
    load.dismiss()
    if (fileId !== null) void task.run(fileId)
  }

  return {
    save: () => run(save),
    load: () => run(load),
    busy: save.busy || load.busy,
    /** The result for the file that is shown. */
    done: done?.fileId === fileId ? done.words : null,
    problem: save.problem ?? load.problem,
    dismiss: () => {
      setDone(null)
      save.dismiss()
      load.dismiss()
    },
  }
}
