import { useState } from 'react'
import { useStepState } from '../../navigation/step-state.ts'
import type { PreviewView } from '../../../shared/ipc/views.ts'
import { executorSentence } from '../../../shared/planning/describe-executors.ts'
import type { ProgressView } from '../../../shared/ipc/views.ts'
import { useDocument } from '../../api/document-context.tsx'
import { useProgress } from '../../api/progress-context.tsx'
import { Loading } from '../../components/empty.tsx'
import { Button } from '../../components/button.tsx'
import { count, counted } from '../../components/format.ts'
import { Notice } from '../../components/notice.tsx'
import { tabPanel, Tabs } from '../../components/tabs.tsx'
import { Tag } from '../../components/tag.tsx'
import { isNarrowed, toggledState, type TableFilter } from '../../components/users/table-filter.ts'
import { UsersPane } from '../../components/users/users-pane.tsx'
import type { UsersView } from '../../components/users/use-users-view.ts'
import { carriesScrypt } from '../export/scrypt-needs.ts'
import { SignerKeyCard } from '../export/signer-key-card.tsx'
import { FacetsRow } from './facets-row.tsx'
import { FamiliesPanel } from './families-panel.tsx'
import { FindingsPanel } from './findings-panel.tsx'
import { UseRecommended } from './recommended-button.tsx'
import { HoldsForAll } from './holds-for-all.tsx'
import { nextExecutor } from './next-executor.ts'
import { ReadinessCard } from './readiness-card.tsx'
import styles from './review-body.module.css'
import { undecided } from './undecided.ts'

const panels = ['users', 'decisions', 'families'] as const
export type Panel = (typeof panels)[number]

/** Readiness, then users with their facets, decisions or hash families. The table does not wait until everything is counted. */
export function ReviewBody({
  preview,
  view,
  panel,
  onPanel: setPanel,
  onMigrate,
}: {
  readonly preview: PreviewView | null
  readonly view: UsersView
  readonly panel: Panel
  readonly onPanel: (panel: Panel) => void
  /** Asks before the selected users are sent; null: they cannot be now. */
  readonly onMigrate: (() => void) | null
}) {
  const document = useDocument()
  const { progress } = useProgress()
  const { totals, files, counts } = document
  const [toolbarSlot, setToolbarSlot] = useState<HTMLElement | null>(null)
  const open = preview ? undecided(preview.findings) : []
  const waiting = files.length > 0 ? 'Working out what will happen' : 'Waiting for an export'
  const showFilter = (filter: TableFilter) => {
    view.narrow({ filter, states: [], search: '' })
    setPanel('users')
  }
  // The hash family that a known password is to be tried for.
  const [checked, setChecked] = useStepState<string | null>('password check', null)
  const hasScrypt = carriesScrypt(document)

  return (
    <div className={styles.body}>
      <ReadinessCard
        counts={preview?.counts ?? counts}
        states={view.narrowing.states}
        way={executorText(preview, progress)}
        onState={(state) => {
          view.narrow({ states: toggledState(view.narrowing.states, state) })
          setPanel('users')
        }}
      />
      {panel === 'users' && (
        <FacetsRow
          preview={preview}
          waiting={waiting}
          filters={view.narrowing.filters}
          onFilter={(filter) => view.toggleFilter(filter)}
        />
      )}
      <div className={styles.work}>
        <div className={styles.head}>
          <Tabs
            prefix="review"
            label="Review"
            current={panel}
            onChange={(next) => {
              setPanel(next)
              setChecked(null)
            }}
            options={[
              {
                key: 'users',
                label: (
                  <>
                    Users <span className="muted figures">{count(totals.users)}</span>
                  </>
                ),
              },
              {
                key: 'decisions',
                label: (
                  <>
                    Decisions{' '}
                    {open.length > 0 ? (
                      <Tag tone="wait">{count(open.length)}</Tag>
                    ) : (
                      <span className="muted figures">{preview && count(preview.findings.length)}</span>
                    )}
                  </>
                ),
              },
              {
                key: 'families',
                label: (
                  <>
                    Hash families <span className="muted figures">{preview && count(preview.hashes.length)}</span>
                  </>
                ),
              },
            ]}
          />
          <div className={styles.tools}>
            <div className={styles.slot} ref={setToolbarSlot} />
            {panel === 'decisions' && preview && <UseRecommended preview={preview} />}
          </div>
        </div>
        <div {...tabPanel('review', panel)} className={styles.panel} data-panel={panel}>
          {panel === 'users' && (
            <UsersPane
              view={view}
              set="review"
              label="Users"
              toolbarSlot={toolbarSlot}
              hint={
                <>
                  {/* Filter chips stand in the place of this line, so that the table does not move. */}
                  {preview && !isNarrowed(view.narrowing) && (
                    <HoldsForAll preview={preview} users={totals.users} onShow={showFilter} />
                  )}
                  {checked !== null && (
                    <Notice onDismiss={() => setChecked(null)}>
                      Choose a user with a {checked} hash whose password you know, and try the password.
                    </Notice>
                  )}
                </>
              }
              selectedActions={
                onMigrate && (
                  <Button small variant="tinted" onClick={onMigrate}>
                    Migrate {counted(view.selected, 'user')}…
                  </Button>
                )
              }
              checkPassword={checked !== null}
              none="The export has no user that could be read. Check the files on Export."
            />
          )}
          {panel !== 'users' && !preview && <Loading label={waiting} lines={6} />}
          {panel === 'decisions' && preview && <FindingsPanel findings={preview.findings} onShow={showFilter} />}
          {hasScrypt && panel === 'decisions' && <SignerKeyCard />}
          {panel === 'families' && preview && (
            <FamiliesPanel
              families={preview.hashes}
              onShow={showFilter}
              onCheck={(filter) => {
                showFilter(filter)
                setChecked(filter.label)
              }}
            />
          )}
        </div>
      </div>
    </div>
  )
}

/** How ready users will be sent and why; empty where the core has one way only. */
function executorText(preview: PreviewView | null, progress: ProgressView | null): string {
  if (preview === null || preview.executor.obstacle !== null) return ''
  const ready = preview.filtered?.ready ?? preview.counts.ready
  return ready === 0 ? '' : executorSentence(preview.executor, ready, nextExecutor(progress))
}
