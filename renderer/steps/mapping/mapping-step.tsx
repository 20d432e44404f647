import type { MappingView } from '../../../shared/ipc/views.ts'
import { useStepState } from '../step-state.ts'
import { useDocument } from '../../api/document-context.tsx'
import { Button, PrimaryButton } from '../../components/button.tsx'
import { Empty } from '../../components/empty.tsx'
import { count, counted } from '../../components/format.ts'
import { StepFrame } from '../../components/step-frame.tsx'
import { tabPanel, Tabs } from '../../components/tabs.tsx'
import { Recognition } from '../export/recognition.tsx'
import { useSteps } from '../step-context.tsx'
import { FileColumns } from './file-columns.tsx'
import { MappingFileButtons, MappingFileNotices } from './mapping-file.tsx'
import styles from './mapping-step.module.css'
import { columnsUsed, fieldsToReview, namesOf } from './review.ts'
import { ReviewCard } from './review-card.tsx'
import { InheritedMapping } from './inherited-mapping.tsx'
import { useFileMapping } from './use-file-mapping.ts'
import { useMappingFile } from './use-mapping-file.ts'

/** Map columns, file by file, and what the providers are called in the core. */
export function MappingStep() {
  const { files, needsMapping, unmappedFields, started } = useDocument()
  const toReview = fieldsToReview(unmappedFields)
  const { go } = useSteps()
  const readable = files.filter((file) => file.provider !== null)
  const [chosen, setChosen] = useStepState<number | null>('file', needsMapping[0] ?? null)
  const file = readable.find(({ id }) => id === chosen) ?? readable[0]
  const several = readable.length > 1
  const mapping = useFileMapping(file?.id ?? null)
  const mappingFile = useMappingFile(file?.id ?? null)

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
      say={mapping.undo ? <>Changed, not in use yet. The export is read again with it.</> : <Say view={mapping.view} />}
      actions={
        <>
          {mapping.view?.editable && !mapping.undo && (
            <MappingFileButtons file={mappingFile} empty={mapping.mapping?.columns.length === 0} />
          )}
          {mapping.undo && <Button onClick={mapping.undo}>Undo my changes</Button>}
          {mapping.open ? (
            <PrimaryButton
              busy={mapping.save.busy}
              disabled={mapping.missing !== null || mapping.mapping === null}
              onClick={mapping.save.run}
            >
              Use this mapping
            </PrimaryButton>
          ) : (
            <PrimaryButton
              disabled={needsMapping.length > 0 || (toReview.length > 0 && !started)}
              title={toReview.length > 0 ? `Decide about ${namesOf(toReview)} first.` : undefined}
              onClick={() => go('review')}
            >
              Review users
            </PrimaryButton>
          )}
        </>
      }
    >
      {!file && <Empty title="No file to map">Add the export first; what was recognised shows here.</Empty>}
      {several && file && (
        <Tabs
          prefix="file"
          label="Files"
          options={readable.map(({ id, name }) => ({ key: String(id), label: name }))}
          current={String(file.id)}
          onChange={(key) => setChosen(Number(key))}
        />
      )}
      {file && (
        <div {...(several ? tabPanel('file', String(file.id)) : {})}>
          <MappingFileNotices file={mappingFile} view={mapping.view}>
            <InheritedMapping fileId={file.id} />
          </MappingFileNotices>
          <ReviewCard fileId={file.id} view={mapping.view} />
          <FileColumns key={file.id} fileId={file.id} file={mapping} />
        </div>
      )}
    </StepFrame>
  )
}

function Say({ view }: { readonly view: MappingView | null }) {
  const { files, needsMapping, providers, unmappedFields } = useDocument()
  const toReview = fieldsToReview(unmappedFields)
  const columns = view && columnsUsed(view)
  const use =
    columns &&
    `${count(columns.used)} of ${counted(columns.total, 'column')} ${columns.used === 1 ? 'is' : 'are'} used.`
  const waiting = files.filter((file) => needsMapping.includes(file.id))
  const undecided = providers.filter((provider) => provider.mapped === null)
  const users = undecided.reduce((sum, provider) => sum + provider.users, 0)
  if (waiting.length > 0) return <>Say what the columns of {waiting.map((file) => file.name).join(', ')} become.</>
  if (toReview.length > 0) {
    return (
      <>
        {use}{' '}
        <b>
          {count(toReview.length)} {toReview.length === 1 ? 'needs' : 'need'} your review:
        </b>{' '}
        <code>{namesOf(toReview)}</code>
      </>
    )
  }
  if (undecided.length > 0) {
    return (
      <>
        <b>{counted(users, 'user')}</b> {users === 1 ? 'waits' : 'wait'} for a decision on{' '}
        <code>{undecided.map((provider) => provider.source).join(', ')}</code>
      </>
    )
  }
  return <>{use ?? 'Nothing waits for a decision.'}</>
}
