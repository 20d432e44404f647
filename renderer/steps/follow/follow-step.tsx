import { useEffect, useRef, useState } from 'react'
import { goneText, passReadingText, type ChangeCounts } from '../../../shared/follow/follow-view.ts'
import type { PassChange } from '../../../shared/follow/pass-changes.ts'
import type { Output } from '../../../shared/ipc/contract.ts'
import type { FollowStateView } from '../../../shared/ipc/requests/follow-requests.ts'
import { pageClock } from '../../api/page-clock.ts'
import { Button, PrimaryButton } from '../../components/controls/button.tsx'
import { count, duration } from '../../components/texts/format.ts'
import { Icon } from '../../components/display/icon.tsx'
import { Notice, ProblemNotice } from '../../components/notices/notice.tsx'
import { StepFrame } from '../../components/shell/step-frame.tsx'
import { useSteps } from '../../navigation/step-context.tsx'
import { Reconnect } from '../connect/reconnect.tsx'
import { CutOverDialog } from './cut-over-dialog.tsx'
import { FollowDialog, RemoveGoneDialog } from './follow-dialog.tsx'
import styles from './follow-step.module.css'
import { PassesCard } from './passes-card.tsx'
import { useFollow } from './use-follow.ts'

/** The source that is followed pass by pass, until the operator cuts over. */
export function FollowStep({
  state,
  view,
  reload,
}: {
  readonly state: FollowStateView
  readonly view: Output<'follow:get'>
  readonly reload: () => void
}) {
  const { go } = useSteps()
  const follow = useFollow(reload)
  const [asking, setAsking] = useState<'follow' | 'remove' | 'cut-over' | null>(null)
  const isCut = view.cutOver !== null
  // The report opens automatically when the cut-over that began here ends.
  const wasCut = useRef(isCut)
  useEffect(() => {
    if (isCut && !wasCut.current) go('report')
    wasCut.current = isCut
  }, [isCut, go])
  const last = view.passes.findLast(({ endedAt }) => endedAt !== null)
  const took = last?.endedAt == null ? null : last.endedAt - last.begunAt
  const paused = state.running === null
  return (
    <StepFrame
      title={isCut ? 'Cut over' : 'In step until cut-over'}
      lead={
        <>
          <Lead state={state} isCut={isCut} /> {passReadingText(view)}{' '}
          {!isCut && (
            <Button variant="link" onClick={() => setAsking('follow')}>
              Change…
            </Button>
          )}
        </>
      }
      say={<span className="muted">{footText(isCut, took)}</span>}
      actions={
        isCut ? (
          <PrimaryButton onClick={() => go('report')}>Open report</PrimaryButton>
        ) : (
          <>
            {paused ? (
              <Button onClick={() => setAsking('follow')}>Resume…</Button>
            ) : (
              <Button
                busy={follow.passNow.busy}
                disabled={
                  state.running?.kind !== 'waiting' && state.running?.kind !== 'asking' && 'A pass is under way.'
                }
                onClick={() => void follow.passNow.run({ acceptsLoss: false, removes: 0 })}
              >
                Pass now
              </Button>
            )}
            <PrimaryButton
              disabled={state.running?.kind === 'verifying' && 'The last pass is being checked.'}
              onClick={() => setAsking('cut-over')}
            >
              Cut over…
            </PrimaryButton>
          </>
        )
      }
    >
      <Reconnect />
      {[follow.pause, follow.passNow].map((task, index) => (
        <ProblemNotice key={index} of={task} />
      ))}
      {state.message !== '' && (
        <Notice tone="wait">
          {state.message}{' '}
          {state.asksAboutLoss && state.running?.kind === 'asking' && (
            <Button small onClick={() => void follow.passNow.run({ acceptsLoss: true, removes: 0 })}>
              Accept this listing
            </Button>
          )}
        </Notice>
      )}
      <div className={`panel ${styles.facts}`}>
        <dl>
          <Fact name="Last pass" {...agoText(last?.endedAt ?? null)} />
          <Fact name="Next pass" {...nextText(state.running, isCut)} />
        </dl>
        <div className={styles.since}>Since the first run</div>
        <dl>
          <Fact name="New users" value={count(usersOf(view.since, ['new', 'unsent']))} />
          <Fact
            name="Changed passwords"
            value={count(usersOf(view.since, ['password']))}
            after={heldText(view.since)}
          />
          <Fact name="Changed emails" value={count(usersOf(view.since, ['contact']))} />
        </dl>
      </div>
      <p className={styles.safe}>
        <Icon name="shield" />A password changed in the core is never overwritten.
      </p>
      {view.sums.gone > 0 && !isCut && (
        <p className={styles.gone}>
          {goneText(view.sums)}{' '}
          <Button variant="link" onClick={() => setAsking('remove')}>
            Remove from the core…
          </Button>
        </p>
      )}
      <PassesCard
        view={view}
        aside={
          isCut ? null : paused ? (
            <span className="muted">Paused</span>
          ) : (
            <Button variant="subtle" small busy={follow.pause.busy} onClick={() => void follow.pause.run()}>
              <Icon name="pause" />
              Pause
            </Button>
          )
        }
      />
      {asking === 'follow' && <FollowDialog state={state} reload={reload} onClose={() => setAsking(null)} />}
      {asking === 'remove' && (
        <RemoveGoneDialog running={state.running?.kind ?? null} reload={reload} onClose={() => setAsking(null)} />
      )}
      {asking === 'cut-over' && <CutOverDialog state={state} reload={reload} onClose={() => setAsking(null)} />}
    </StepFrame>
  )
}

function Fact({
  name,
  value,
  before = '',
  after = '',
}: {
  readonly name: string
  readonly value: string
  readonly before?: string
  readonly after?: string
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {before !== '' && <small>{before} </small>}
        <b>{value}</b>
        {after !== '' && <small> {after}</small>}
      </dd>
    </div>
  )
}

function usersOf(since: readonly ChangeCounts[], changes: readonly PassChange[]): number {
  return since.filter(({ change }) => changes.includes(change)).reduce((sum, { users }) => sum + users, 0)
}

function heldText(since: readonly ChangeCounts[]): string {
  const held = since.find(({ change }) => change === 'password')?.states.held ?? 0
  return held === 0 ? '' : `${count(held)} held`
}

function agoText(endedAt: number | null): { readonly value: string; readonly after?: string } {
  if (endedAt === null) return { value: 'None yet' }
  const ago = pageClock.ticks() - endedAt
  return ago < 1000 ? { value: 'Just now' } : { value: duration(ago), after: 'ago' }
}

const doings = { fetching: 'Fetching', reading: 'Comparing', planning: 'Planning', sending: 'Sending' } as const

function nextText(
  running: FollowStateView['running'],
  isCut: boolean,
): { readonly value: string; readonly before?: string } {
  if (isCut) return { value: 'None' }
  if (running === null) return { value: 'Paused' }
  if (running.kind === 'verifying') return { value: 'Looking up users' }
  if (running.kind === 'asking') return { value: 'Needs a decision' }
  if (running.kind === 'pass') return { value: doings[running.doing] }
  return { before: 'in', value: duration(running.nextInMs) }
}

/** The source and how often it is read. */
function Lead({
  state: { source, everyMinutes },
  isCut,
}: {
  readonly state: FollowStateView
  readonly isCut: boolean
}) {
  const every =
    everyMinutes === 1
      ? 'every minute'
      : everyMinutes < 1
        ? `every ${Math.round(everyMinutes * 60)} seconds`
        : `every ${count(everyMinutes)} minutes`
  if (source === null) return null
  const { what, title, address } = source
  return (
    <>
      {isCut ? 'Followed' : 'Follows'} <b className={styles.source}>{what === '' || address === null ? title : what}</b>
      {address !== null && ` ${what === '' ? 'at' : 'in'} ${address}`} {isCut ? 'until the cut-over' : every}.
    </>
  )
}

function footText(isCut: boolean, took: number | null): string {
  if (isCut) return 'The source is no longer followed.'
  const about = took === null ? '' : `, about ${duration(Math.max(1000, took))}`
  return `Cut over runs the last pass${about}, then opens the report.`
}
