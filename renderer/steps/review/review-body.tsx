import { type ReactNode, useState } from 'react'
import type { FindingGroup, PreviewView } from '../../../shared/ipc/views.ts'
import { groupNameOf } from '../../../shared/planning/findings.ts'
import { unmappedField } from '../../../shared/planning/unmapped-key.ts'
import { useDocument } from '../../api/document-context.tsx'
import { Button } from '../../components/controls/button.tsx'
import { Loading } from '../../components/notices/empty.tsx'
import { count, inSentence } from '../../components/texts/format.ts'
import { Notice } from '../../components/notices/notice.tsx'
import { Menu, type MenuItem } from '../../components/overlays/menu.tsx'
import { tabPanel, Tabs } from '../../components/controls/tabs.tsx'
import { Tag } from '../../components/display/tag.tsx'
import {
  isNarrowed,
  noNarrowing,
  type TableFilter,
  toggledState,
  type UsersView,
} from '../../components/users/use-users-view.ts'
import { UsersPane } from '../../components/users/users-pane.tsx'
import { useStepState } from '../../navigation/step-context.tsx'
import { MissingUsersDialog } from '../export/list-dialogs.tsx'
import { carriesScrypt, SignerKeyCard } from '../export/signer-key.tsx'
import {
  ChangedKinds,
  DeltaGroupsCard,
  groupOfFilters,
  GroupFindings,
  SharedFindingsNote,
} from './summary/delta-groups-card.tsx'
import { FacetsRow, ReadinessCard } from './summary/readiness.tsx'
import { FamiliesPanel } from './families-panel.tsx'
import { FindingsPanel } from './decisions/findings-panel.tsx'
import { decisionCount, undecided, UseRecommended } from './decisions/recommended-button.tsx'
import styles from './review-step.module.css'
import { userAction } from '../../components/texts/user-action.ts'

const panels = ['users', 'decisions', 'families'] as const
export type Panel = (typeof panels)[number]

const panelTitles: Readonly<Record<Panel, string>> = {
  users: 'Users',
  decisions: 'Decisions',
  families: 'Hash families',
}

/** The number of hash families; users without a hash are of none. */
function familyCount({ hashes }: Pick<PreviewView, 'hashes'>): number {
  return hashes.filter(({ key }) => key !== 'none').length
}

/** The three panels of Review as tabs, each with its count; open decisions are amber. */
function ReviewTabs({
  preview,
  users,
  open,
  panel,
  onPanel,
}: {
  readonly preview: PreviewView | null
  readonly users: number
  /** Decisions still to be taken. */
  readonly open: number
  readonly panel: Panel
  readonly onPanel: (panel: Panel) => void
}) {
  const decided = <span className="muted figures">{preview && count(decisionCount(preview.findings))}</span>
  const counts: Readonly<Record<Panel, ReactNode>> = {
    users: <span className="muted figures">{count(users)}</span>,
    decisions: open > 0 ? <Tag tone="wait">{count(open)}</Tag> : decided,
    families: <span className="muted figures">{preview && count(familyCount(preview))}</span>,
  }
  return (
    <Tabs
      prefix="review"
      label="Review"
      current={panel}
      onChange={onPanel}
      options={panels.map((key) => ({
        key,
        label: (
          <>
            {panelTitles[key]} {counts[key]}
          </>
        ),
      }))}
    />
  )
}

/** The name of a panel that no tab names, and the way to the others. */
function PanelTitle({ panel, items }: { readonly panel: Panel; readonly items: readonly MenuItem[] }) {
  return (
    <>
      <h2 className={styles.title}>{panelTitles[panel]}</h2>
      <Menu label="More of Review" items={items} />
    </>
  )
}

/** Readiness, then users with their facets, decisions or hash families. The table does not wait until everything is counted. */
export function ReviewBody({
  preview,
  view,
  panel,
  onPanel: setPanel,
  selection,
}: {
  readonly preview: PreviewView | null
  readonly view: UsersView
  readonly panel: Panel
  readonly onPanel: (panel: Panel) => void
  /** Why no user can be sent now, how many of the selected users would be sent (null: not counted yet), and the confirmation. */
  readonly selection: {
    readonly cannotStart: string | null
    readonly sendable: number | null
    /** The number is that of an earlier selection. */
    readonly isCounting: boolean
    readonly onMigrate: () => void
  }
}) {
  const document = useDocument()
  const { totals, files, counts } = document
  const [toolbarSlot, setToolbarSlot] = useState<HTMLElement | null>(null)
  const open = preview ? undecided(preview.findings) : []
  const waiting = files.length > 0 ? 'Working out what will happen' : 'Waiting for an export'
  const showFilter = (filter: TableFilter, corrects = false) => {
    view.narrow({ filter, states: [], search: '' })
    setPanel('users')
    if (corrects) view.correctFirst()
  }
  const delta = document.baseline?.counts ?? null
  const group = delta === null ? null : groupOfFilters(view.narrowing.filters)
  const [listing, setListing] = useState(false)
  const others = otherPanels(preview, setPanel)
  // The hash family that a known password is to be tried for.
  const [checked, setChecked] = useStepState<string | null>('password check', null)
  const hasScrypt = carriesScrypt(document)

  return (
    <div className={styles.body}>
      {delta !== null && (
        <DeltaGroupsCard
          counts={delta}
          current={panel === 'users' ? group : null}
          blocked={counts.blocked}
          deciding={panel === 'decisions'}
          onDecide={() => setPanel('decisions')}
          onGroup={(pressed, filter) => {
            if (filter === null) return setListing(true)
            if (pressed === group && panel === 'users') return view.narrow(noNarrowing)
            return showFilter(filter)
          }}
        />
      )}
      {listing && delta !== null && <MissingUsersDialog total={delta.missing} onClose={() => setListing(false)} />}
      {delta === null && (
        <ReadinessCard
          counts={preview?.counts ?? counts}
          states={view.narrowing.states}
          onState={
            panel === 'users' ? (state) => view.narrow({ states: toggledState(view.narrowing.states, state) }) : null
          }
        />
      )}
      {panel === 'users' && delta === null && (
        <FacetsRow
          preview={preview}
          waiting={waiting}
          filters={view.narrowing.filters}
          onFilter={(filter) => view.toggleFilter(filter)}
        />
      )}
      <div className={styles.work}>
        <div className={styles.head}>
          {delta === null && (
            <ReviewTabs
              preview={preview}
              users={totals.users}
              open={open.length}
              panel={panel}
              onPanel={(next) => {
                setPanel(next)
                setChecked(null)
              }}
            />
          )}
          {delta !== null && panel !== 'users' && <PanelTitle panel={panel} items={others} />}
          {group === 'changed' && panel === 'users' && preview && (
            <ChangedKinds
              findings={preview.findings}
              filters={view.narrowing.filters}
              onFilter={(filter) => view.narrow({ filter })}
            />
          )}
          <div className={styles.tools}>
            <div className={styles.slot} ref={setToolbarSlot} />
            {panel === 'decisions' && preview && <UseRecommended preview={preview} />}
          </div>
        </div>
        <div {...(delta === null && tabPanel('review', panel))} className={styles.panel} data-panel={panel}>
          {panel === 'users' && (
            <UsersPane
              view={view}
              set={group === 'changed' ? 'changed' : 'review'}
              label="Users"
              toolbarSlot={toolbarSlot}
              {...(delta === null ? {} : { more: others })}
              hint={
                <>
                  {delta !== null && group !== null && <GroupFindings group={group} users={delta[group]} />}
                  {/* Filter chips stand in the place of this line, so that the table does not move. */}
                  {preview && delta === null && !isNarrowed(view.narrowing) && (
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
                selection.cannotStart === null &&
                selection.sendable !== null && (
                  <Button
                    small
                    variant="tinted"
                    disabled={
                      selection.isCounting
                        ? 'The selected users are being counted.'
                        : selection.sendable === 0 && 'None of the selected users is ready.'
                    }
                    onClick={selection.onMigrate}
                  >
                    {userAction('Migrate', selection.sendable, '…')}
                  </Button>
                )
              }
              checkPassword={checked !== null}
              none="The export has no user that could be read. Check the files on Export."
            />
          )}
          {panel !== 'users' && !preview && <Loading label={waiting} lines={6} />}
          {panel === 'decisions' && preview && <FindingsPanel preview={preview} onShow={showFilter} />}
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

/** Of a later export the groups of users are the tabs: the other panels are in a menu. */
function otherPanels(preview: PreviewView | null, onPanel: (panel: Panel) => void): readonly MenuItem[] {
  return [
    { label: `Decisions (${count(decisionCount(preview?.findings ?? []))})`, run: () => onPanel('decisions') },
    { label: `Hash families (${count(preview?.hashes.length ?? 0)})`, run: () => onPanel('families') },
  ]
}

/** Findings of most users that hold no user back and passkeys that stay behind, told once, and the number of users who lose their password. */
function HoldsForAll({
  preview,
  users,
  onShow,
}: {
  readonly preview: PreviewView
  readonly users: number
  readonly onShow: (filter: TableFilter) => void
}) {
  const common = commonFindings(preview.findings, users)
  const forAll = common.filter((finding) => finding.users === users)
  const forMost = common.filter((finding) => finding.users < users)
  const lost = preview.findings.filter(({ code, blocks }) => code === 'hash-given-up' && !blocks)
  const losing = lost.reduce((sum, finding) => sum + finding.users, 0)
  const [passkeys] = preview.passkeys
  if (common.length === 0 && losing === 0 && passkeys === undefined) return null
  const [first] = lost
  return (
    <SharedFindingsNote
      beside={
        first !== undefined && (
          <Button
            variant="link"
            small
            onClick={() =>
              onShow({ kind: 'finding', code: first.code, group: first.group, label: 'Loses the password' })
            }
          >
            {count(losing)} lose their password
          </Button>
        )
      }
    >
      {forAll.length > 0 && (
        <>
          <b>Holds for all {count(users)}:</b> {sharedFindingsText(forAll)}
        </>
      )}
      {[...new Set(forMost.map((finding) => finding.users))].map((having, index) => (
        <span key={having}>
          {index + forAll.length > 0 && ' · '}
          <b>For {count(having)}:</b> {sharedFindingsText(forMost.filter((finding) => finding.users === having))}
        </span>
      ))}
      {passkeys !== undefined && `${common.length > 0 ? ' · passkeys' : 'Passkeys'} stay behind: ${passkeys}`}
    </SharedFindingsNote>
  )
}

/** Findings of most users that hold none of them back. Data that the core takes unchanged needs no note, nor does a field that was decided about. */
export function commonFindings(findings: readonly FindingGroup[], users: number): readonly FindingGroup[] {
  const isSettled = ({ code, chosen }: FindingGroup) =>
    (code === 'profile-data' && chosen === 'keep') || (unmappedField.isCode(code) && chosen !== null)
  return findings.filter((finding) => !finding.blocks && 2 * finding.users > users && !isSettled(finding))
}

/** Titles of findings in a row; parts that are left behind are named once. */
export function sharedFindingsText(findings: readonly Pick<FindingGroup, 'code' | 'group' | 'title'>[]): string {
  const staying = (group: string) => groupNameOf('profile-not-kept', group)
  const left = findings.flatMap(({ code, group }) => (code === 'profile-not-kept' ? (staying(group) ?? []) : []))
  const others = findings.flatMap(({ code, title }) => (code === 'profile-not-kept' ? [] : [inSentence(title)]))
  return [...others, ...(left.length === 0 ? [] : [`stays behind: ${left.join(', ')}`])].join(' · ')
}
