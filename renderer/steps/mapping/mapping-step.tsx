import type { FileView, MappingView } from '../../../shared/ipc/views.ts'
import { useStepState } from '../../navigation/step-state.ts'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { Button, PrimaryButton } from '../../components/button.tsx'
import { Empty } from '../../components/empty.tsx'
import { count, counted } from '../../components/format.ts'
import { Tag } from '../../components/tag.tsx'
import { StepFrame } from '../../components/step-frame.tsx'
import { Tabs, tabPanel } from '../../components/tabs.tsx'
import { Recognition } from '../export/recognition.tsx'
import { useSteps } from '../../navigation/step-context.tsx'
import { incompleteFiles } from '../steps.ts'
import { FileColumns } from './file-columns.tsx'
import { MappingFileButtons, MappingFileNotices } from './mapping-file.tsx'
import { askedFields, columnsUsed, fieldsToReview, namesOf } from './review.ts'
import { useFileMapping } from './use-file-mapping.ts'
import { useMappingFile } from './use-mapping-file.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Notice, ProblemNotice } from '../../components/notice.tsx'
import styles from './mapping-step.module.css'

/** Map columns, file by file: what needs a decision first, then what every column becomes. */
export function MappingStep() {
  const document = useDocument()
  const { files, needsMapping, unmappedFields, started, work } = document
  const toReview = askedFields(document)
  const { go } = useSteps()
  const readable = files.filter((file) => file.provider !== null)
  const [chosen, setChosen] = useStepState<number | null>('file', needsMapping[0] ?? toReview[0]?.fileId ?? null)
  const file = readable.find(({ id }) => id === chosen) ?? readable[0]
  const several = readable.length > 1
  const mapping = useFileMapping(file?.id ?? null)
  const mappingFile = useMappingFile(file?.id ?? null)
  const waiting = (id: number) =>
    needsMapping.includes(id) ? 1 : fieldsToReview(unmappedFields.filter(({ fileId }) => fileId === id)).length

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
      say={<Say view={mapping.view} changed={mapping.undo !== null} />}
      actions={
        <>
          {mapping.view?.editable && !mapping.undo && (
            <MappingFileButtons file={mappingFile} empty={mapping.mapping?.columns.length === 0} />
          )}
          {mapping.undo && <Button onClick={mapping.undo}>Discard changes</Button>}
          {mapping.open ? (
            <PrimaryButton
              busy={mapping.save.busy}
              disabled={mapping.missing !== null || mapping.mapping === null}
              onClick={mapping.save.run}
            >
              Apply mapping
            </PrimaryButton>
          ) : (
            <PrimaryButton
              disabled={
                work.kind === 'reading' ||
                needsMapping.length > 0 ||
                incompleteFiles({ files }).length > 0 ||
                (toReview.length > 0 && !started)
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
                {waiting(id) > 0 && <Tag tone="wait">{count(waiting(id))} to review</Tag>}
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
            <InheritedMapping fileId={file.id} />
          </MappingFileNotices>
          <Totals file={file} />
          <FileColumns key={file.id} fileId={file.id} file={mapping} />
        </div>
      )}
    </StepFrame>
  )
}

/** What looks like a login in the file, counted apart from its reader, and where it ended up. */
function Totals({ file }: { readonly file: FileView }) {
  const lines = file.controlTotals?.lines ?? []
  return lines.length === 0 ? null : <p className={styles.totals}>{lines.map((line) => `${line}.`).join(' ')}</p>
}

function Say({ view, changed }: { readonly view: MappingView | null; readonly changed: boolean }) {
  const document = useDocument()
  const { files, needsMapping, work } = document
  const toReview = askedFields(document)
  const columns = view && columnsUsed(view)
  const use =
    columns &&
    `${count(columns.used)} of ${counted(columns.total, 'column')} ${columns.used === 1 ? 'is' : 'are'} used.`
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
  if (waiting.length > 0) {
    return (
      <>
        <b>Choose an email, phone, or provider column</b> for {waiting.map((file) => file.name).join(', ')}.
      </>
    )
  }
  if (toReview.length > 0) {
    return (
      <>
        {use}{' '}
        <b>
          {count(toReview.length)} {toReview.length === 1 ? 'needs' : 'need'} your review:
        </b>{' '}
        <code>{namesOf(toReview)}</code>.
      </>
    )
  }
  return <>{use ?? ''}</>
}

/** Says that a file is mapped as in the earlier migration, and maps it by its columns again when that is wanted. */
function InheritedMapping({ fileId }: { readonly fileId: number }) {
  const bridge = useBridge()
  const { baseline } = useDocument()
  const { accept } = useDocumentState()
  const undo = useMutation(() => bridge.invoke('mapping:set', { fileId, mapping: null }), accept)
  if (baseline?.inherited.files.includes(fileId) !== true)
    return <ProblemNotice problem={undo.problem} onDismiss={undo.dismiss} />
  return (
    <Notice>
      Mapped as in “{baseline.name}”, whose file had the same columns.{' '}
      <Button variant="link" busy={undo.busy} onClick={() => void undo.run()}>
        Suggest a new mapping
      </Button>
      <ProblemNotice problem={undo.problem} onDismiss={undo.dismiss} />
    </Notice>
  )
}
