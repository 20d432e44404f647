import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent as ReactKeyboardEvent,
  type PointerEvent,
} from 'react'
import { createPortal } from 'react-dom'
import type { Bridge } from '../../../../shared/ipc/bridge.ts'
import type { UserDetail, UserFilter, UserSource } from '../../../../shared/ipc/views.ts'
import { endedByCorrection } from '../../../../shared/planning/findings.ts'
import { useBridge } from '../../../api/bridge-context.tsx'
import { useDocument } from '../../../api/document-context.tsx'
import { useMutation } from '../../../api/use-mutation.ts'
import { useQuery } from '../../../api/use-query.ts'
import { Breakable } from '../../display/addresses.tsx'
import { Button } from '../../controls/button.tsx'
import { CopyButton } from '../../controls/copy-button.tsx'
import { Loading } from '../../notices/empty.tsx'
import { Icon } from '../../display/icon.tsx'
import { Notice, ProblemNotice } from '../../notices/notice.tsx'
import { useDrawerSlot } from '../../shell/step-frame.tsx'
import { tabPanel, Tabs } from '../../controls/tabs.tsx'
import { stateLooks, Tag } from '../../display/tag.tsx'
import type { UsersView } from '../use-users-view.ts'
import { AttemptList, CallList } from './call-list.tsx'
import { CorrectionPart } from './correction-part.tsx'
import styles from './user-drawer.module.css'
import { UserOverview } from './user-overview.tsx'

/** The user who was corrected last. `canUndo`: not sent again at once. */
type Corrected = { readonly id: number; readonly label: string; readonly canUndo: boolean }

type Part = 'overview' | 'requests' | 'source' | 'history'

/** The part that was looked at last, for the next user as well. */
let lastPart: Part = 'overview'

/** Everything about one user, over the right side of the screen: state, correction, and four tabs. */
export function UserDrawer({
  id,
  checkPassword,
  isCorrecting = false,
  onClose,
  onShow,
  onPrevious,
  onNext,
  list,
}: {
  readonly id: number
  /** Opens with the form for a known password, where there is a hash to check. */
  readonly checkPassword: boolean
  /** The focus goes to what is to be corrected. */
  readonly isCorrecting?: boolean
  readonly onClose: () => void
  readonly onShow: (id: number) => void
  /** Null: there is none, or it is not known. */
  readonly onPrevious: (() => void) | null
  readonly onNext: (() => void) | null
  /** The list in which the next user to be corrected is searched for. */
  readonly list: Pick<UsersView, 'filter' | 'sort'>
}) {
  const { version } = useDocument()
  const slot = useDrawerSlot()
  const [width, setWidth] = useDrawerWidth()
  const { value, problem, reload } = useQuery('users:detail', { id }, version, 800)
  const user = value?.row.id === id ? value : null
  const bridge = useBridge()
  const name = useRef<HTMLHeadingElement>(null)
  const [corrected, setCorrected] = useState<Corrected | null>(null)
  // Users who came by a correction, or by taking one back, are edited at once.
  const [edited, setEdited] = useState<number | null>(null)
  const undo = useMutation(
    (of: number) => bridge.invoke('users:undo-correction', { id: of }),
    ({ row }) => {
      setCorrected(null)
      edit(row.id)
    },
  )
  function edit(next: number): void {
    setEdited(next)
    onShow(next)
    reload()
  }
  function afterCorrection(before: UserDetail, { row }: UserDetail, next: number | null): void {
    const isSettled = row.state !== before.row.state || row.state === 'ready'
    setCorrected({ id, label: row.label, canUndo: before.row.state === 'ready' || before.row.state === 'blocked' })
    reload()
    if (isSettled && next !== null) edit(next)
    else name.current?.focus({ preventScroll: true })
  }
  const close = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (document.querySelector('dialog[open], [popover]:popover-open')) return
    document.querySelector<HTMLElement>('tr[data-shown] [data-control="show"]')?.focus()
    onClose()
  })
  useEffect(() => {
    const press = (event: KeyboardEvent): void => close(event)
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  if (!slot) return null

  return createPortal(
    <aside className={styles.drawer} aria-label="Selected user" style={{ width }}>
      <DrawerEdge width={width} onWidth={setWidth} />
      <header className={styles.header}>
        <h2 ref={name} className={styles.name} tabIndex={-1}>
          {user ? <Breakable text={user.row.label} /> : '\u00a0'}
        </h2>
        {user && <CopyButton bare text={user.row.label} label="the name" />}
        <span className={styles.steps}>
          <Button
            small
            aria-label="Previous user"
            disabled={onPrevious === null && 'There is no user before this one in the table.'}
            onClick={() => onPrevious?.()}
          >
            <Icon name="left" />
          </Button>
          <Button
            small
            aria-label="Next user"
            disabled={onNext === null && 'There is no user after this one in the table.'}
            onClick={() => onNext?.()}
          >
            <Icon name="right" />
          </Button>
          <Button variant="subtle" small onClick={onClose} aria-label="Close the user">
            <Icon name="close" />
          </Button>
        </span>
        {user && (
          <p className={styles.standing}>
            <Tag tone={stateLooks[user.row.state].tone}>{stateLooks[user.row.state].word}</Tag>
            <span className="muted">{standingOf(user)}</span>
          </p>
        )}
      </header>
      <div className={styles.body}>
        <ProblemNotice of={{ problem, reload }} />
        {corrected !== null && (
          <div role="status">
            <Notice tone="ok" onDismiss={() => setCorrected(null)}>
              {corrected.label} corrected.{' '}
              {corrected.canUndo && (
                <Button variant="link" small busy={undo.busy} onClick={() => void undo.run(corrected.id)}>
                  Undo
                </Button>
              )}
            </Notice>
          </div>
        )}
        <ProblemNotice of={undo} />
        {!user && !problem && <Loading label="Loading the user" lines={5} />}
        {user && (
          <CorrectionPart
            key={id}
            user={user}
            focused={isCorrecting || edited === id}
            findNext={() => nextToCorrect(bridge, list, user)}
            onChanged={reload}
            onCorrected={(now, next) => afterCorrection(user, now, next)}
          />
        )}
        {user && <Parts key={`parts ${id}`} user={user} checkPassword={checkPassword} onChanged={reload} />}
      </div>
    </aside>,
    slot,
  )
}

/** The obstacle, in the words of the table; else the meaning of the state. */
function standingOf({ row, findings, excludedByHand }: UserDetail): string {
  if (row.state === 'excluded' && excludedByHand) return 'Excluded by you.'
  if ((row.state === 'blocked' || row.state === 'failed') && row.note !== '') return row.note
  const blocking = findings.find(({ blocks }) => blocks)
  return blocking?.title ?? stateLooks[row.state].meaning
}

function Parts({
  user,
  checkPassword,
  onChanged,
}: {
  readonly user: UserDetail
  readonly checkPassword: boolean
  readonly onChanged: () => void
}) {
  const [part, setPart] = useState<Part>(checkPassword ? 'overview' : lastPart)
  const requests = user.calls.reduce((sum, call) => sum + call.requests.length, 0)
  function choose(next: Part): void {
    lastPart = next
    setPart(next)
  }
  return (
    <>
      <div className={styles.tabs}>
        <Tabs
          prefix="user"
          label="About this user"
          current={part}
          onChange={choose}
          options={[
            { key: 'overview', label: 'Overview' },
            { key: 'requests', label: <>Requests {requests > 0 && <span className="muted">{requests}</span>}</> },
            { key: 'source', label: 'Source record' },
            {
              key: 'history',
              label: <>History {user.attempts.length > 0 && <span className="muted">{user.attempts.length}</span>}</>,
            },
          ]}
        />
      </div>
      <div {...tabPanel('user', part)} className={styles.part} tabIndex={0}>
        {part === 'overview' && <UserOverview user={user} checkPassword={checkPassword} onChanged={onChanged} />}
        {part === 'requests' && <CallList calls={user.calls} />}
        {part === 'source' && <SourcePart id={user.row.id} />}
        {part === 'history' && <AttemptList attempts={user.attempts} />}
      </div>
    </>
  )
}

/** The records of the export that this user was made of, read again from their files when this is opened. */
function SourcePart({ id }: { readonly id: number }) {
  const bridge = useBridge()
  const [source, setSource] = useState<UserSource | null>(null)
  const read = useMutation(() => bridge.invoke('users:source', { id }), setSource)
  const begin = useEffectEvent(() => void read.run())
  useEffect(() => begin(), [])
  return (
    <section className="stack" aria-label="Source record">
      {read.busy && <Loading label="Reading the record again" lines={3} />}
      <ProblemNotice of={{ problem: read.problem, reload: () => void read.run() }} />
      {source?.records.map(({ file, place, fields, problem }, index) => (
        <div key={index} className={styles.record}>
          <p className="muted">
            {file}, {place}. Read again just now; what looks secret is masked.
          </p>
          {problem && <p>{problem}</p>}
          <dl>
            {fields.map((field, each) => (
              <div key={each}>
                <dt>{field.path}</dt>
                <dd>{field.value}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  )
}

const pageOfUsers = 500
/** Pages that are searched for the user; behind them the first of all users comes next. */
const maxPages = 10

/**
 * The user behind this one in the table who needs a correction as well: in the same state and, where the user has a finding
 * that only a correction ends, with the same finding. Behind the last of them comes the first; null: there is no other.
 */
async function nextToCorrect(
  bridge: Bridge,
  { filter, sort }: Pick<UsersView, 'filter' | 'sort'>,
  user: UserDetail,
): Promise<number | null> {
  const others = { ...filter, ...causeOf(filter, user) }
  let first: number | null = null
  let isBehind = false
  for (let page = 0; page < maxPages; page++) {
    const reply = await bridge.invoke('users:page', {
      filter: others,
      sort,
      from: page * pageOfUsers,
      limit: pageOfUsers,
    })
    if (!reply.ok) break
    for (const { id } of reply.value.rows) {
      if (isBehind) return id
      if (id === user.row.id) isBehind = true
      else first ??= id
    }
    if (reply.value.rows.length < pageOfUsers) break
  }
  return first
}

function causeOf(filter: UserFilter, { row, findings }: UserDetail): Pick<UserFilter, 'states' | 'finding'> {
  const cause = findings.find(({ code, blocks }) => blocks && endedByCorrection.has(code))
  return {
    states: [row.state],
    ...(cause === undefined || filter.finding !== undefined ? {} : { finding: [{ code: cause.code, group: '' }] }),
  }
}

const usualWidth = 420
const bounds = { min: 340, max: 820 } as const

/** Width of the drawer as it was last in this window, in pixels. */
let lastWidth = usualWidth

function useDrawerWidth(): readonly [number, (width: number) => void] {
  const [width, setWidth] = useState(lastWidth)
  return [
    width,
    (wanted) => {
      lastWidth = Math.round(Math.min(Math.max(wanted, bounds.min), bounds.max))
      setWidth(lastWidth)
    },
  ]
}

/** The edge of the drawer: dragged or moved by the arrow keys it makes the drawer wider, a double click makes it as usual. */
function DrawerEdge({ width, onWidth }: { readonly width: number; readonly onWidth: (width: number) => void }) {
  function drag(event: PointerEvent<HTMLDivElement>): void {
    const drawer = event.currentTarget.parentElement?.getBoundingClientRect()
    if (event.currentTarget.hasPointerCapture(event.pointerId) && drawer) onWidth(drawer.right - event.clientX)
  }

  function press(event: ReactKeyboardEvent): void {
    const step = event.key === 'ArrowLeft' ? 24 : event.key === 'ArrowRight' ? -24 : 0
    if (step === 0) return
    event.preventDefault()
    onWidth(width + step)
  }

  return (
    <div
      className={styles.edge}
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the drawer"
      aria-valuenow={width}
      aria-valuemin={bounds.min}
      aria-valuemax={bounds.max}
      tabIndex={0}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={drag}
      onKeyDown={press}
      onDoubleClick={() => onWidth(usualWidth)}
    />
  )
}
