import { useState } from 'react'
import { useDocument } from '../../api/document-context.tsx'
import { Button, PrimaryButton } from '../../components/button.tsx'
import { counted } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import { StepFrame } from '../../components/step-frame.tsx'
import { fieldsToReview, namesOf } from '../mapping/review.ts'
import { useSteps } from '../step-context.tsx'
import { incompleteFiles } from '../steps.ts'
import { BaselineCard } from './baseline-card.tsx'
import { DropZone } from './drop-zone.tsx'
import styles from './export-step.module.css'
import { FileList } from './file-list.tsx'
import { ListFilterNotice } from './list-filter-notice.tsx'
import { ScryptCard } from './scrypt-card.tsx'
import { carriesScrypt } from './scrypt-needs.ts'
import { SumLine } from './sum-line.tsx'
import { useAddFiles } from './use-add-files.ts'

/** The files of the old provider: what they were recognised as, and what was read of them. */
export function ExportStep() {
  const document = useDocument()
  const { files, needsMapping, work } = document
  const { go } = useSteps()
  const add = useAddFiles()
  const [asked, setAsked] = useState(false)
  const some = files.length > 0
  const incomplete = incompleteFiles(document).length > 0
  const toReview = fieldsToReview(document.unmappedFields)
  const toMap =
    needsMapping.length > 0 || toReview.length > 0 || files.some(({ provider }) => provider === 'generic')

  return (
    <StepFrame
      title="Load the export"
      lead="Files are read here and never changed. Several files that belong together, such as users and their password hashes, are joined."
      say={<Say />}
      actions={
        <PrimaryButton
          disabled={!some || work.kind === 'reading' || work.kind === 'planning' || incomplete}
          onClick={() => go(toMap ? 'mapping' : 'review')}
        >
          {toMap ? 'Map columns' : 'Review users'}
        </PrimaryButton>
      }
    >
      <DropZone add={add} large={!some} />
      <ProblemNotice problem={add.problem} onDismiss={add.dismiss} />
      {some && (
        <>
          <FileList files={files} />
          <SumLine />
        </>
      )}
      <ListFilterNotice />
      {some && <BaselineCard />}
      {carriesScrypt(document) || asked ? (
        <ScryptCard />
      ) : (
        some && (
          <p className={styles.more}>
            <Button variant="link" onClick={() => setAsked(true)}>
              Give the scrypt parameters of a Firebase project
            </Button>
          </p>
        )
      )}
    </StepFrame>
  )
}

function Say() {
  const document = useDocument()
  const { files, totals, needsMapping, unmappedFields, work } = document
  const toReview = fieldsToReview(unmappedFields)
  const cut = incompleteFiles(document).length
  if (files.length === 0) return <>Choose the files you exported, or try the sample export.</>
  if (work.kind === 'reading') return <>Reading. You can already look around.</>
  if (cut > 0) {
    return (
      <>
        <b>{counted(cut, 'file')}</b> {cut === 1 ? 'is' : 'are'} incomplete. Add the whole file, or use its complete
        records.
      </>
    )
  }
  if (needsMapping.length > 0) {
    return (
      <>
        <b>{counted(needsMapping.length, 'file')}</b> {needsMapping.length === 1 ? 'needs' : 'need'} you to say what its
        columns are.
      </>
    )
  }
  if (toReview.length > 0) {
    return (
      <>
        <b>{counted(toReview.length, 'column')}</b> {toReview.length === 1 ? 'needs' : 'need'} your review:{' '}
        <code>{namesOf(toReview)}</code>
      </>
    )
  }
  return (
    <>
      <b>{counted(totals.users, 'user')}</b> found in {counted(files.length, 'file')}.
    </>
  )
}
