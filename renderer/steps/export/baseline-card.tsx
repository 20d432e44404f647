import { type ReactNode, useState } from 'react'
import type { DocumentView, RecentMigration } from '../../../shared/ipc/views.ts'
import { comparedByContactText } from '../../../shared/planning/delta-groups.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/controls/button.tsx'
import { Card } from '../../components/display/card.tsx'
import { Loading } from '../../components/notices/empty.tsx'
import { count, counted } from '../../components/texts/format.ts'
import { Notice, ProblemNotice } from '../../components/notices/notice.tsx'
import { useSteps } from '../../navigation/step-context.tsx'
import { currentDecisions } from '../review/decisions/findings-panel.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Clipped } from '../../components/overlays/tooltip.tsx'
import { CoreLabel, recentTitle, whenText } from '../start/recent-list.tsx'
import styles from './export-step.module.css'
import { MissingUsersDialog } from './list-dialogs.tsx'

/** Compares this export with the migration that was sent before it, so that only what changed since is sent; a link at first. */
export function BaselineCard() {
  const bridge = useBridge()
  const { baseline, baselinePending, target, work } = useDocument()
  const { accept } = useDocumentState()
  const [choosing, setChoosing] = useState<readonly RecentMigration[]>([])
  const take = (view: DocumentView | null) => {
    setChoosing([])
    if (view) accept(view)
  }
  const pickFile = useMutation(() => bridge.invoke('baseline:pick', {}), take)
  const choose = useMutation((id: string) => bridge.invoke('baseline:pick-recent', { id }), take)
  // Without a migration of this machine to choose from, the file is asked for at once.
  const pick = useMutation(
    () => bridge.invoke('baseline:list', {}),
    ({ recent }) => (recent.length === 0 ? void pickFile.run() : setChoosing(recent)),
  )
  const change = useMutation((how: 'clear' | 'moved') => bridge.invoke('baseline:change', { how }), accept)
  const ofChoice = (
    <>
      <ProblemNotice of={pickFile} />
      <ProblemNotice of={choose} />
    </>
  )
  const problems = (
    <>
      <ProblemNotice of={pick} />
      {choosing.length > 0 ? (
        <EarlierMigrationDialog
          migrations={choosing}
          busy={choose.busy || pickFile.busy}
          onChoose={(id) => void choose.run(id)}
          onFile={() => void pickFile.run()}
          onClose={() => {
            setChoosing([])
            choose.dismiss()
            pickFile.dismiss()
          }}
        >
          {ofChoice}
        </EarlierMigrationDialog>
      ) : (
        ofChoice
      )}
      <ProblemNotice of={change} />
    </>
  )
  if (work.kind === 'comparing') return <EarlierReading name={baselinePending ?? ''} work={work} />
  if (baselinePending !== null) {
    return (
      <Notice tone="wait">
        “{baselinePending}” was not read to its end, so nothing can be sent.{' '}
        <Button variant="link" busy={pick.busy} onClick={() => void pick.run()}>
          Choose it again…
        </Button>{' '}
        <Button variant="link" busy={change.busy} onClick={() => void change.run('clear')}>
          Stop comparing
        </Button>
        {problems}
      </Notice>
    )
  }
  if (baseline === null) {
    return (
      <>
        <Button
          variant="link"
          busy={pick.busy}
          data-tip="For a later export of users you migrated before. Only changes are sent."
          onClick={() => void pick.run()}
        >
          Compare with an earlier migration…
        </Button>
        {problems}
      </>
    )
  }
  return (
    <Card title="Since the earlier migration">
      <div className="stack">
        <p className="muted">
          Compared with “{baseline.name}”, which was sent to {baseline.coreName}. Unchanged users are not sent again.
          Changes that could replace newer data in the core wait for your decision in Review.
        </p>
        {baseline.blind && (
          <Notice tone="wait">
            The hashes were removed from that migration, so a password that changed since cannot be seen.
          </Notice>
        )}
        {baseline.counts !== null && baseline.comparedByContact > 0 && (
          <Notice tone="wait">{comparedByContactText(baseline.comparedByContact)}</Notice>
        )}
        {baseline.coreMismatch && target !== null && (
          <Notice tone="wait">
            The connected core is {target.name}. Nothing is sent to another core than {baseline.coreName}.{' '}
            <Button variant="link" busy={change.busy} onClick={() => void change.run('moved')}>
              The core moved to this address
            </Button>
          </Notice>
        )}
        <BaselineFacts baseline={baseline} />
        <InheritedDecisions />
        <div className="row">
          <Button small busy={pick.busy} onClick={() => void pick.run()}>
            Compare with another…
          </Button>
          <Button small variant="subtle" busy={change.busy} onClick={() => void change.run('clear')}>
            Stop comparing
          </Button>
        </div>
        {problems}
      </div>
    </Card>
  )
}

/** How far the earlier migration was read. */
function EarlierReading({ name, work }: { readonly name: string; readonly work: DocumentView['work'] }) {
  const share = work.total > 0 ? work.done / work.total : null
  return (
    <Card title="Since the earlier migration">
      <div className="stack">
        <p className="muted figures">
          Reading “{name}”{share === null ? '…' : `: ${count(work.done)} of ${counted(work.total, 'user')}`}
        </p>
        <progress aria-label="Reading the earlier migration" {...(share === null ? {} : { max: 1, value: share })} />
      </div>
    </Card>
  )
}

/** Inherited decisions of the earlier migration, and where to change them; null without any. */
function InheritedDecisions() {
  const document = useDocument()
  const { go } = useSteps()
  const { baseline, files } = document
  const mapped = files.filter(({ id }) => baseline?.inherited.files.includes(id) === true)
  const decisions = currentDecisions(document).filter(({ before }) => before).length
  const parts = baseline?.inherited.parts ?? []
  if (baseline === null || parts.length + mapped.length + decisions === 0) return null
  return (
    <p className="muted">
      Inherited from that migration:{' '}
      {parts.map(({ word, part, name }) => `the ${word} “${part}” of ${name}`).join(', ')}
      {parts.length > 0 && mapped.length + decisions > 0 && ', '}
      {mapped.length > 0 && (
        <>
          the{' '}
          <Button variant="link" onClick={() => go('mapping')}>
            mapping
          </Button>{' '}
          of {mapped.map(({ name }) => name).join(', ')}
          {decisions > 0 && ', '}
        </>
      )}
      {parts.length + mapped.length > 0 && decisions > 0 && 'and '}
      {decisions > 0 && (
        <Button variant="link" onClick={() => go('review')}>
          {counted(decisions, 'decision')}
        </Button>
      )}
      . Corrections of single users are not inherited.
    </p>
  )
}

/** How many users are new, changed, unchanged or gone, with a list of those gone. */
export function BaselineFacts({ baseline }: { readonly baseline: NonNullable<DocumentView['baseline']> }) {
  const [listing, setListing] = useState(false)
  const { counts } = baseline
  if (counts === null) return <Loading label="Comparing" lines={1} />
  const facts = [
    ['new', counts.new],
    ['changed', counts.changed],
    ['unchanged', counts.unchanged],
    ['not sent before', counts.open],
    ['no longer in the export', counts.missing],
  ] as const
  return (
    <>
      <dl className={styles.groups}>
        {facts.map(([name, users]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="figures">{count(users)}</dd>
          </div>
        ))}
      </dl>
      {counts.missing > 0 && (
        <div>
          <Button variant="link" onClick={() => setListing(true)}>
            Show the {counted(counts.missing, 'user')} no longer in the export
          </Button>
        </div>
      )}
      {listing && <MissingUsersDialog total={counts.missing} onClose={() => setListing(false)} />}
    </>
  )
}

/** The newest migration from the same source; else the newest. `sources`: titles of the providers of this export. */
export function likelyEarlier(
  migrations: readonly RecentMigration[],
  sources: readonly string[],
): RecentMigration | undefined {
  return migrations.find(({ summary }) => summary?.sources.some((title) => sources.includes(title))) ?? migrations[0]
}

/** Question for the earlier migration to compare with: a migration of this machine by its title, the newest first, or a file. */
function EarlierMigrationDialog({
  migrations,
  busy,
  onChoose,
  onFile,
  onClose,
  children,
}: {
  readonly migrations: readonly RecentMigration[]
  readonly busy: boolean
  readonly onChoose: (id: string) => void
  readonly onFile: () => void
  readonly onClose: () => void
  /** Why the one chosen before cannot be compared with. */
  readonly children: ReactNode
}) {
  const { files } = useDocument()
  const sources = files.map(({ providerTitle }) => providerTitle)
  const [now] = useState(Date.now)
  const [chosen, setChosen] = useState(() => likelyEarlier(migrations, sources)?.id ?? '')
  return (
    <Dialog
      title="Compare with an earlier migration"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button busy={busy} onClick={onFile}>
            Choose a file…
          </Button>
          <Button variant="primary" busy={busy} onClick={() => onChoose(chosen)}>
            Compare
          </Button>
        </>
      }
    >
      <fieldset className={styles.migrations}>
        <legend className="visually-hidden">Earlier migrations</legend>
        {migrations.map((migration) => (
          <label key={migration.id} className={styles.migration}>
            <input
              type="radio"
              name="earlier-migration"
              checked={chosen === migration.id}
              onChange={() => setChosen(migration.id)}
            />
            <b>
              <Clipped>{recentTitle(migration)}</Clipped>
            </b>
            <CoreLabel core={migration.summary?.core ?? null} />
            <span className="muted">{whenText(migration.at, now)}</span>
          </label>
        ))}
      </fieldset>
      {children}
    </Dialog>
  )
}
