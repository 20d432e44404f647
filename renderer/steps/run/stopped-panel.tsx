import { useId } from 'react'
import type { Bridge } from '../../../shared/ipc/bridge.ts'
import { maxNamed } from '../../../shared/ipc/run-limits.ts'
import type { ProgressView } from '../../../shared/ipc/views.ts'
import type { ChoicesChange } from '../../../shared/planning/choices.ts'
import { asideShare } from '../../../shared/report/run-share.ts'
import { stopText } from '../../../shared/report/stop-reason.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { isUnderWay, useProgress } from '../../api/progress-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button, PrimaryButton, reasons } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Checkbox } from '../../components/field.tsx'
import { counted, shortTime } from '../../components/format.ts'
import { Icon } from '../../components/icon.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import { useSteps } from '../../navigation/step-context.tsx'
import { EnterKey } from '../connect/reconnect.tsx'
import styles from './stopped-panel.module.css'
import type { Run } from './use-run.ts'

/** Why the run stopped on its own, and how to resume it. */
export function StoppedPanel({
  progress,
  onResume,
}: {
  readonly progress: ProgressView
  readonly onResume: () => void
}) {
  const { go } = useSteps()
  const rehearsal = useDocument().target?.kind === 'rehearsal'
  if (progress.state !== 'stopped' || !progress.stopped || progress.stopped === 'cancelled') return null
  const reason = stopText(progress.stopped)
  return (
    <section className={styles.panel} aria-labelledby="stopped" data-comes-first="">
      <span className={styles.icon}>
        <Icon name="alert" size={20} />
      </span>
      <div className="stack-tight">
        <h2 id="stopped">{reason.title}</h2>
        {/* The title says this already. */}
        <p>{progress.note.replace(`${reason.title}. `, '')}</p>
        {reason.control === 'key' && rehearsal && (
          <div>
            <Button onClick={() => go('connect')}>Turn off the simulated failure</Button>
          </div>
        )}
        {reason.control === 'key' && !rehearsal && (
          <EnterKey isNext isRefused words="The new key is checked first, then the run resumes." onReady={onResume} />
        )}
        {reason.control === 'connect' && (
          <div>
            <Button onClick={() => go('connect')}>Check the address</Button>
          </div>
        )}
        {reason.control === 'existing' && <ExistingChoice cannotLeave />}
      </div>
    </section>
  )
}

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
  const choose = useMutation((change: Pick<ChoicesChange, 'existing' | 'besideExisting'>) => decide(() => change))
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
      <ProblemNotice problem={choose.problem} onDismiss={choose.dismiss} />
    </fieldset>
  )
}

/** The core does not answer: since when, what happens next, and a try without waiting for the next one. */
export function UnreachableBanner({
  progress,
  core,
  busy,
  onTry,
}: {
  readonly progress: ProgressView
  readonly core: string
  readonly busy: boolean
  readonly onTry: () => void
}) {
  const { go } = useSteps()
  const { outage } = progress
  if (outage === null) return null
  // Users set aside wait for the others, whether the core is there or not.
  const { sending } = asideShare(progress)
  const trying = outage.retryMs === 0
  return (
    <section className={styles.banner} aria-labelledby="core-away">
      <span className={styles.unreachableBannerIcon}>
        <Icon name="warning" size={20} />
      </span>
      <div className={styles.unreachableBannerWords}>
        <p>
          <b id="core-away">
            {core} is unreachable since {shortTime(outage.since)}.
          </b>{' '}
          {outage.message.replace(/ \([A-Z][A-Z_]+\)(?=\.?$)/, '')}
        </p>
        <p>
          The run continues as soon as the core answers.
          {sending > 0 &&
            ` The ${counted(sending, 'user')} being sent ${sending === 1 ? 'is' : 'are'} checked first, so none is created twice.`}
        </p>
      </div>
      <div className={styles.actions}>
        <b className={`${styles.next} figures`}>
          {trying ? 'Trying now' : `Next try in ${Math.ceil(outage.retryMs / 1000)} s`}
        </b>
        <Button className={styles.details} onClick={() => go('connect')}>
          Connection details
        </Button>
        <PrimaryButton
          busy={busy}
          disabled={
            (trying && 'The core is being tried now.') || (progress.state === 'pausing' && 'The run is being paused.')
          }
          onClick={onTry}
        >
          Try now
        </PrimaryButton>
      </div>
    </section>
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
      <div className={styles.ways}>
        <Button disabled={busy} onClick={() => void decide('skip')}>
          Leave them as they are
        </Button>
        <Button disabled={busy} onClick={() => void decide('overwrite')}>
          Replace with the export
        </Button>
      </div>
      <ProblemNotice problem={choose.problem} onDismiss={choose.dismiss} />
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
