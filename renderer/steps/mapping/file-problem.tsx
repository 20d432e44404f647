import type { Problem } from '../../../shared/result.ts'
import { Button } from '../../components/controls/button.tsx'
import { ProblemNotice } from '../../components/notices/notice.tsx'
import { useReplaceFile } from '../export/files/use-replace-file.ts'

/** Problems of a file that another choice of it ends. */
const ofFile: ReadonlySet<string> = new Set(['file-vanished', 'file-no-access', 'file-unreadable', 'file-changed'])

/** Why a file, or a record of it, cannot be shown, with a way to choose the file again. */
export function FileProblem({
  of: { problem, reload },
  fileId,
}: {
  readonly of: { readonly problem: Problem | null; readonly reload: () => void }
  readonly fileId: number
}) {
  const replace = useReplaceFile(fileId)
  return (
    <>
      <ProblemNotice of={{ problem, reload }}>
        {problem !== null && ofFile.has(problem.code) && (
          <>
            {' '}
            <Button variant="link" busy={replace.busy} onClick={() => void replace.run()}>
              Choose file…
            </Button>
          </>
        )}
      </ProblemNotice>
      <ProblemNotice of={replace} />
    </>
  )
}
