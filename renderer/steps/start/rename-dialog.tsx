import { useRef } from 'react'
import type { FormEvent } from 'react'
import type { RecentMigration } from '../../../shared/ipc/views.ts'
import type { Problem } from '../../../shared/result.ts'
import { Button, PrimaryButton } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { recentTitle } from './recent-state.ts'

/** Asks for another name of a migration; why it was refused stands at the field. */
export function RenameDialog({
  migration,
  busy,
  problem,
  onRename,
  onClose,
}: {
  readonly migration: RecentMigration
  readonly busy: boolean
  readonly problem: Problem | null
  readonly onRename: (name: string) => void
  readonly onClose: () => void
}) {
  const field = useRef<HTMLInputElement>(null)
  function submit(event?: FormEvent): void {
    event?.preventDefault()
    onRename(field.current?.value ?? '')
  }
  return (
    <Dialog
      title="Rename migration"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <PrimaryButton busy={busy} onClick={() => submit()}>
            Rename
          </PrimaryButton>
        </>
      }
    >
      <form onSubmit={submit} noValidate>
        <Field label="Name" error={problem?.message ?? null}>
          {(ids) => (
            <input
              {...ids}
              ref={field}
              type="text"
              maxLength={100}
              autoFocus
              autoComplete="off"
              defaultValue={recentTitle(migration)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
