import { useDocument } from '../../api/document-context.tsx'
import { Button } from '../../components/button.tsx'
import { counted } from '../../components/format.ts'
import { decisionsHere } from '../review/decision-entries.ts'
import { useSteps } from '../step-context.tsx'

/** What was decided in the earlier migration and holds here, and where it can be changed; nothing when nothing was. */
export function InheritedDecisions() {
  const document = useDocument()
  const { go } = useSteps()
  const { baseline, files } = document
  const mapped = files.filter(({ id }) => baseline?.inherited.files.includes(id) === true)
  const decisions = decisionsHere(document).filter(({ before }) => before).length
  if (baseline === null || mapped.length + decisions === 0) return null
  return (
    <p className="muted">
      Inherited from it, because you decided nothing else:{' '}
      {mapped.length > 0 && (
        <>
          the{' '}
          <Button variant="link" onClick={() => go('mapping')}>
            mapping
          </Button>{' '}
          of {mapped.map(({ name }) => name).join(', ')}
        </>
      )}
      {mapped.length > 0 && decisions > 0 && ', and '}
      {decisions > 0 && (
        <Button variant="link" onClick={() => go('review')}>
          {counted(decisions, 'decision')}
        </Button>
      )}
      . Corrections of single users are not taken over.
    </p>
  )
}
