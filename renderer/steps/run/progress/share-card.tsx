import type { ReactNode } from 'react'
import { stateTitles, unchangedOf } from '../../../../shared/report/state-titles.ts'
import type { BulkView, ProgressView } from '../../../../shared/ipc/views.ts'
import type { UserState } from '../../../../shared/planning/call.ts'
import { asideShare, othersText, percentText, pilotShare, runShare } from '../../../../shared/report/run-share.ts'
import { useDocument } from '../../../api/document-context.tsx'
import { Card } from '../../../components/display/card.tsx'
import { count, counted } from '../../../components/texts/format.ts'
import { StackedBar, StateLegend } from '../../../components/display/stacked-bar.tsx'
import { stateLooks } from '../../../components/display/tag.tsx'
import styles from './progress.module.css'
import { executorLine, runFacts, sendingName } from './run-facts.ts'

/** In the order of the bar; users in no run have no part in it. */
const inBar = ['migrated', 'failed', 'in-doubt', 'sending', 'ready'] as const
type InBar = (typeof inBar)[number]

/** Progress, users and speed of the run, all about the same users. Each state narrows the table. */
export function ShareCard({
  progress,
  undone,
  state,
  onState,
  asideShown,
  onAside,
  change,
}: {
  readonly progress: ProgressView
  /** The users are no longer in the core, so times and speed would mislead. */
  readonly undone: boolean
  /** Changes the speed; stands at the last figure. */
  readonly change: ReactNode
  readonly state: UserState | null
  readonly onState: (state: UserState | null) => void
  /** The table is about users set aside. */
  readonly asideShown: boolean
  readonly onAside: () => void
}) {
  const { counts } = progress
  const sending = sendingName(progress)
  const { migrated, total, percent, others } = runShare(counts)
  const nameOf = (key: InBar) => (key === 'sending' ? sending : stateTitles[key])
  const colorOf = (key: InBar) => {
    // Users still to be sent are the empty rest of the bar.
    if (key === 'ready') return 'var(--fill-rest)'
    return key === 'sending' && sending === 'To be checked' ? 'var(--part-4)' : stateLooks[key].part
  }
  const leftOut = othersText(others, unchangedOf(useDocument().totals, counts))
  const { aside, ...waiting } = asideShare(progress)
  const pilot = pilotShare(progress)
  const shown = { ...counts, ...waiting, ...(pilot === null ? {} : { ready: pilot.ready }) }
  const ended = counts.migrated + counts.failed + counts['in-doubt']
  // States do not tell users of the pilot from users who were sent before it.
  const before = pilot === null || pilot.sent === ended ? [] : (['migrated', 'failed', 'in-doubt'] as const)
  const inShare = inBar.filter((key) => before.every((state) => state !== key))
  const more = pilot === null || pilot.others === 0 ? '' : `${count(pilot.others)} ready`
  const left = [more, leftOut].filter((text) => text !== '').join(', ')
  const facts = undone ? [] : runFacts(progress)
  const several = aside > 0 || inBar.filter((key) => shown[key] > 0).length > 1
  const entryOf = (key: InBar) => ({
    key,
    color: colorOf(key),
    isRest: key === 'ready',
    label: (
      <>
        {nameOf(key)} <b>{count(shown[key])}</b>
      </>
    ),
    pressed: state === key,
    tip:
      key === 'sending' && sending === 'To be checked'
        ? 'May have been sent: the app ended before an outcome was stored. Looked up or sent again first, so none is created twice.'
        : stateLooks[key].meaning,
    // The only state narrows nothing.
    onPress: several || state !== null ? () => onState(state === key ? null : key) : null,
  })
  const asideEntry = {
    key: 'aside',
    color: 'var(--fill-wait)',
    label: (
      <>
        <b>{count(aside)}</b> set aside, tried again at the end
      </>
    ),
    pressed: asideShown,
    onPress: onAside,
  }
  return (
    <Card>
      <p className={styles.head}>
        <span>
          <b className={`${styles.figure} figures`}>{count(pilot?.sent ?? migrated)}</b> of{' '}
          {pilot === null ? `${count(total)} users migrated` : `${counted(pilot.total, 'pilot user')} sent`}
        </span>
        <b className={`${styles.percent} figures`}>{percentText(pilot?.sent ?? migrated, pilot?.percent ?? percent)}</b>
      </p>
      <StackedBar
        thick
        parts={[
          ...(pilot !== null && before.length > 0
            ? [{ key: 'sent', label: 'Sent', value: pilot.sent, color: 'var(--fill-ok)' }]
            : []),
          ...inShare.flatMap((key) => [
            ...(key === 'sending'
              ? [{ key: 'aside', label: 'Set aside', value: aside, color: 'var(--fill-wait)' }]
              : []),
            { key, label: nameOf(key), value: shown[key], color: colorOf(key) },
          ]),
        ]}
      />
      <div className={styles.legend}>
        <StateLegend
          label="Users by state"
          entries={inBar.flatMap((key) => [
            ...(key === 'sending' && aside > 0 ? [asideEntry] : []),
            ...(shown[key] > 0 || key === 'migrated' ? [entryOf(key)] : []),
          ])}
        />
        {left !== '' && (
          <p className="note" data-others="">
            Not in this {pilot === null ? 'run' : 'pilot'}: {left}
          </p>
        )}
      </div>
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(({ name, value, unit, note }, index) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="figures" data-tip={note}>
                <b>{value}</b> {unit}
                {index === facts.length - 1 && change}
                <small>{note}</small>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}

/** The stages of a bulk import with their numbers, and why automatic has chosen it. */
export function BulkCard({ progress }: { readonly progress: ProgressView }) {
  const { bulk } = progress
  const line = executorLine(progress)
  if (bulk === null) return null
  const current = currentBulkStage(bulk)
  const figures = {
    'Look up': bulk.lookedUp,
    Stage: bulk.staged,
    'Wait for the core': Math.max(0, bulk.waiting - bulk.processing),
    Import: bulk.processing,
  }
  return (
    <Card title="Bulk import">
      <ol className={styles.stages}>
        {bulkStages.map((stage) => (
          <li key={stage} className={styles.stage} aria-current={stage === current ? 'step' : undefined}>
            {stage}
            <b className="figures">{count(figures[stage])}</b>
          </li>
        ))}
      </ol>
      <p className={`note ${bulk.phase === 'late' ? styles.late : styles.text}`}>{bulk.message}</p>
      {line !== '' && <p className={`note ${styles.text}`}>{line}</p>}
    </Card>
  )
}

/** The stages of a bulk import in their order; during the import, users can be in several of them. */
const bulkStages = ['Look up', 'Stage', 'Wait for the core', 'Import'] as const
type BulkStage = (typeof bulkStages)[number]

const stageOfPhase: Readonly<Record<BulkView['phase'], BulkStage>> = {
  'looking-up': 'Look up',
  staging: 'Stage',
  checking: 'Stage',
  waiting: 'Wait for the core',
  late: 'Wait for the core',
  importing: 'Import',
  settling: 'Import',
}

/** The current stage of a bulk import. */
export function currentBulkStage({ phase }: BulkView): BulkStage {
  return stageOfPhase[phase]
}
