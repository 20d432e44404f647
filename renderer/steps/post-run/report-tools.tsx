import { useState } from 'react'
import type { ReactNode } from 'react'
import { useDocument } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Notice, ProblemNotice } from '../../components/notice.tsx'
import { RemoveHashes } from './remove-hashes.tsx'
import { UndoPart } from './undo-part.tsx'
import { VerifyPart } from './verify-part.tsx'

type Tool = 'verify' | 'undo' | 'hashes'

/** What can be done with the users of the core once they were sent, and with the hashes in this file: each behind its button. */
export function ReportTools({ masked }: { readonly masked: boolean }) {
  const { version, target } = useDocument()
  const known = useQuery('post-run:get', {}, version, 1500)
  const state = useQuery('post-run:state', {}, version, 200)
  const hashes = useQuery('hashes:state', {}, version, 1500).value
  const [open, setOpen] = useState<Tool | null>(null)
  const view = known.value
  const isSent = view !== null && (view.made > 0 || view.verification !== null || view.undone !== null)
  const running = state.value?.running ?? null
  const close = () => setOpen(null)
  const shared = {
    running,
    masked,
    connected: target?.connected === true,
    onBegun: state.reload,
  }
  const dialog = (title: string, children: ReactNode) => (
    <Dialog title={title} wide onClose={close} foot={<Button onClick={close}>Close</Button>}>
      {target?.connected !== true && <Notice>Connect to the core again first: open Connect.</Notice>}
      {state.value?.trouble && <Notice tone="bad">{state.value.trouble}</Notice>}
      {children}
    </Dialog>
  )
  return (
    <>
      <ProblemNotice problem={known.problem} onRetry={known.reload} />
      {view?.possible && isSent && target !== null && (
        <>
          {view.made > 0 && (
            <Button small onClick={() => setOpen('verify')}>
              {running?.kind === 'verify' ? 'Looking up users…' : 'Verify users…'}
            </Button>
          )}
          <Button small onClick={() => setOpen('undo')}>
            {running?.kind === 'undo' ? 'Removing users…' : 'Undo…'}
          </Button>
          {open === 'verify' && dialog('Verify users', <VerifyPart {...shared} view={view} />)}
          {open === 'undo' &&
            dialog(
              'Undo',
              <UndoPart
                {...shared}
                view={view}
                held={state.value?.unconfirmed ?? 0}
                core={target.kind === 'live' ? target.name : 'the rehearsal core'}
                name={target.name}
              />,
            )}
        </>
      )}
      {hashes && target?.kind === 'live' && hashes.kept > 0 && (
        <Button small onClick={() => setOpen('hashes')}>
          Remove hashes…
        </Button>
      )}
      {open === 'hashes' && hashes && <RemoveHashes kept={hashes.kept} why={hashes.why} onClose={close} />}
    </>
  )
}
