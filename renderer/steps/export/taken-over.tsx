import { useDocument } from '../../bridge/document-context.tsx'
import { Button } from '../../components/button.tsx'
import { counted } from '../../components/format.ts'
import { decisionsHere } from '../preview/decisions-taken.ts'
import { useSteps } from '../step-context.tsx'

/** What was decided in the earlier migration and holds here, and where it can be changed; nothing when nothing was. */
export function TakenOver() {
  const document = useDocument()
  const { go } = useSteps()
  const { earlier, files } = document
  const mapped = files.filter(({ id }) => earlier?.taken.files.includes(id) === true)
  const decisions = decisionsHere(document).filter(({ before }) => before).length
  if (earlier === null || mapped.length + decisions === 0) return null
  return (
    <p className="quiet">
      Taken over from it, because nothing else was decided here:{' '}
      {mapped.length > 0 && (
        <>
          the{' '}
          <Button look="link" onClick={() => go('mapping')}>
            mapping
          </Button>{' '}
          of {mapped.map(({ name }) => name).join(', ')}
        </>
      )}
      {mapped.length > 0 && decisions > 0 && ', and '}
      {decisions > 0 && (
        <Button look="link" onClick={() => go('preview')}>
          {counted(decisions, 'decision')}
        </Button>
      )}
      . Corrections of single users are not taken over.
    </p>
  )
}
