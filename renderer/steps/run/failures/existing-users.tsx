import { useId } from 'react'
import type { Bridge } from '../../../../shared/ipc/bridge.ts'
import { maxNamed } from '../../../../shared/ipc/run-limits.ts'
import type { ChoicesChange } from '../../../../shared/planning/choices.ts'
import { useBridge } from '../../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../../api/document-context.tsx'
import { isUnderWay, useProgress } from '../../../api/progress-context.tsx'
import { useMutation, useSetting } from '../../../api/use-mutation.ts'
import { Button, reasons } from '../../../components/controls/button.tsx'
import { Card } from '../../../components/display/card.tsx'
import { Checkbox } from '../../../components/controls/field.tsx'
import { counted } from '../../../components/texts/format.ts'
import { ProblemNotice } from '../../../components/notices/notice.tsx'
import type { Run } from '../use-run.ts'
import styles from './failures.module.css'

/** Login methods of the export that a user of the core lacks. */
const others = [
  ['create', 'Create them as separate users'],
  ['link', 'Link them to the user who is there'],
  ['skip', 'Do not create them'],
] as const

/**
 * The rule for existing users. `mayAsk`: the core can be queried, so that they can be held. `cannotLeave`: it cannot,
 * so an existing user shows only when its password was replaced.
 */
export function ExistingChoice({
  mayAsk = false,
  cannotLeave = false,
  inForce = null,
}: {
  readonly mayAsk?: boolean
  readonly cannotLeave?: boolean
  /** The rule until it is decided; null: it has to be decided. */
  readonly inForce?: 'skip' | null
}) {
  const name = useId()
  const { choices } = useDocument()
  const existing = choices.existing ?? inForce
  const { decide } = useDocumentState()
  const choose = useSetting((change: Pick<ChoicesChange, 'existing' | 'besideExisting'>) => decide(() => change))
  return (
    <fieldset aria-disabled={choose.busy || undefined}>
      <legend className="visually-hidden">Users already in the core</legend>
      <Checkbox
        type="radio"
        name={name}
        checked={existing === 'skip'}
        onChange={() => void choose.run({ existing: 'skip' })}
      >
        {cannotLeave
          ? 'Pause after three passwords were replaced, and name the users'
          : 'Skip users that already exist in the core'}
      </Checkbox>
      <Checkbox
        type="radio"
        name={name}
        checked={existing === 'overwrite'}
        onChange={() => void choose.run({ existing: 'overwrite' })}
      >
        Replace their passwords with those of the export
      </Checkbox>
      {mayAsk && (
        <Checkbox
          type="radio"
          name={name}
          checked={existing === 'hold'}
          onChange={() => void choose.run({ existing: 'hold' })}
        >
          Decide later: hold them, send all others, then decide for all of them
        </Checkbox>
      )}
      {mayAsk && (
        <p>
          <label>
            Their other login methods{' '}
            <select
              value={choices.besideExisting ?? 'create'}
              onChange={({ target: { value } }) => {
                const besideExisting = others.find(([one]) => one === value)?.[0]
                if (besideExisting !== undefined) void choose.run({ besideExisting })
              }}
            >
              {others.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        </p>
      )}
      <ProblemNotice of={choose} />
    </fieldset>
  )
}

/** Existing users held for one decision, which sends or skips them. */
export function WaitingCard({ waiting, run }: { readonly waiting: number; readonly run: Run }) {
  const bridge = useBridge()
  const { decide: take } = useDocumentState()
  const { progress } = useProgress()
  const choose = useMutation((existing: 'skip' | 'overwrite') => take(() => ({ existing })))
  if (waiting === 0) return null
  const busy = (isUnderWay(progress) && reasons.underWay) || ((choose.busy || run.resume.busy) && reasons.busy)

  // Resuming continues the last order, which lacks these users when it was a retry of others.
  const isOutOfOrder = progress?.state === 'finished' && progress.lastOrder?.kind === 'retry'

  async function decide(existing: 'skip' | 'overwrite'): Promise<void> {
    const ids = isOutOfOrder ? await heldUsers(bridge) : []
    if (!(await choose.run(existing))) return
    if (ids.length > 0) await run.retry.run({ kind: 'users', ids })
    else await run.resume.run()
  }

  return (
    <Card title={`${counted(waiting, 'user')} already in the core`}>
      <p className="muted">
        They wait for one decision for all of them; all others continue. Replacing makes the passwords of the export
        theirs, even if the ones in the core are newer.
      </p>
      <div className={`row ${styles.ways}`}>
        <Button disabled={busy} onClick={() => void decide('skip')}>
          Leave them as they are
        </Button>
        <Button disabled={busy} onClick={() => void decide('overwrite')}>
          Replace with the export
        </Button>
      </div>
      <ProblemNotice of={choose} />
    </Card>
  )
}

/** The ids of the users who wait; none when there are more than can be named, or no answer. */
async function heldUsers(bridge: Bridge): Promise<number[]> {
  const heldView = {
    filter: { finding: [{ code: 'existing-user', group: '' }] },
    sort: { by: 'place' as const, descending: false },
  }
  const page = await bridge.invoke('users:page', { ...heldView, from: 0, limit: 1 })
  const first = page.ok ? page.value.rows[0] : undefined
  if (!page.ok || first === undefined || page.value.total > maxNamed) return []
  const range = await bridge.invoke('users:range', { ...heldView, from: first.id, to: { place: page.value.total - 1 } })
  return range.ok ? range.value.ids : []
}
