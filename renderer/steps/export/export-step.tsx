import { useState } from 'react'
import { useDocument } from '../../api/document-context.tsx'
import { Button, PrimaryButton } from '../../components/button.tsx'
import { counted } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import { StepFrame } from '../../components/step-frame.tsx'
import { askedFields, namesOf } from '../mapping/review.ts'
import { useSteps } from '../step-context.tsx'
import { incompleteFiles } from '../steps.ts'
import { BaselineCard } from './baseline-card.tsx'
import { DropZone } from './drop-zone.tsx'
import styles from './export-step.module.css'
import { FileList } from './file-list.tsx'
import { GuidePanel } from './guide-panel.tsx'
import { ListFilterNotice } from './list-filter-notice.tsx'
import { ScryptCard } from './scrypt-card.tsx'
import { carriesScrypt } from './scrypt-needs.ts'
import { SumLine } from './sum-line.tsx'
import { useAddFiles } from './use-add-files.ts'

/** The files of the old provider: what they were recognized as, what was read of them, and how to get them. */
export function ExportStep() {
  const document = useDocument()
  const { files, needsMapping, work } = document
  const { go } = useSteps()
  const add = useAddFiles()
  const [asked, setAsked] = useState(false)
  const some = files.length > 0
  const incomplete = incompleteFiles(document).length > 0
  const toReview = askedFields(document)
  const toMap = needsMapping.length > 0 || toReview.length > 0 || files.some(({ provider }) => provider === 'generic')

  return (
    <StepFrame
      title="Load the export"
      lead="Files are read on this computer and never changed. Users and their password hashes are joined."
      say={<Say />}
      aside={<GuidePanel />}
      actions={
        <PrimaryButton
          disabled={!some || work.kind === 'reading' || work.kind === 'planning' || incomplete}
          onClick={() => go(toMap ? 'mapping' : 'review')}
        >
          {toMap ? 'Map columns' : 'Review users'}
        </PrimaryButton>
      }
    >
      <DropZone add={add} first={!some} />
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
              Enter Firebase hash parameters…
            </Button>
          </p>
        )
      )}
    </StepFrame>
  )
}

function Say() {
  const document = useDocument()
  const { files, totals, needsMapping, work } = document
  const toReview = askedFields(document)
  const cut = incompleteFiles(document).length
  const reading = work.kind === 'reading'
  const used = files.filter(({ problem }) => problem === null).length
  if (files.length === 0) return <>Choose the files you exported.</>
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
  if (reading) return <>The export is still being read.</>
  if (needsMapping.length > 0) {
    return (
      <>
        <b>{counted(needsMapping.length, 'file')}</b> {needsMapping.length === 1 ? 'needs' : 'need'} you to map the
        columns.
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
      <b>{counted(totals.users, 'user')}</b> found in {counted(used, 'file')}.
    </>
  )
}
