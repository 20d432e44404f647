import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { UserRow } from '../../../shared/ipc/views.ts'
import type { UserState } from '../../../shared/planning/call.ts'
import { useDocument } from '../../api/document-context.tsx'
import { exportOrder, pageSize, type UserPages, userPages, useUsers } from '../../api/use-users.ts'
import { Button } from '../controls/button.tsx'
import type { MenuItem, MenuPlace } from '../overlays/menu.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { Empty } from '../notices/empty.tsx'
import { Checkbox } from '../controls/field.tsx'
import { count, counted } from '../texts/format.ts'
import { Notice, ProblemNotice } from '../notices/notice.tsx'
import { UserDrawer } from './user/user-drawer.tsx'
import type { ColumnSet } from './columns.tsx'
import { FilterChips } from './filter-panel.tsx'
import { ExcludeDialog, SelectionActions, UserMenu } from './selection-actions.tsx'
import { type ActionScope, useBulkActions } from './use-bulk-actions.ts'
import { useColumnLayout } from './column-layout.ts'
import { useRowSelection } from './use-row-selection.ts'
import { isNarrowed, noNarrowing, noSelection, userSelection, type UsersView } from './use-users-view.ts'
import styles from './users-pane.module.css'
import { UsersTable } from './users-table.tsx'
import { UsersToolbar } from './users-toolbar.tsx'

/** The users of the document in a table of the whole width; the selected one opens in a drawer over its right side. */
export function UsersPane({
  view,
  set,
  label,
  states,
  actions,
  selectedActions,
  everyState,
  toolbarSlot,
  more,
  hint,
  checkPassword = false,
  none,
}: {
  readonly view: UsersView
  readonly set: ColumnSet
  /** The name of the table. */
  readonly label: string
  readonly states?: readonly UserState[]
  /** Further actions on the selected users. */
  readonly actions?: ReactNode
  /** The first of the actions on the selected users. */
  readonly selectedActions?: ReactNode
  /** The label of the states when none is chosen. */
  readonly everyState?: string
  /** The element of the tool bar when it is not above the table; null: not mounted yet. */
  readonly toolbarSlot?: HTMLElement | null
  /** Further tools of the screen: a menu at the end of the tool bar, which holds rare tools as well. */
  readonly more?: readonly MenuItem[]
  /** A hint about the table, above it. */
  readonly hint?: ReactNode
  /** A user is opened to try a known password. */
  readonly checkPassword?: boolean
  /** Shown when there are no users at all. */
  readonly none: ReactNode
}) {
  const { version } = useDocument()
  const users = useUsers(view.filter, view.sort, version)
  const selecting = useRowSelection(view, users.pages)
  const [layout, setLayout] = useColumnLayout(set)
  const filtered = isNarrowed(view.narrowing)
  const { total } = users.pages
  const empty = total === 0 && !users.loading
  const { found } = view
  useEffect(() => found(total ?? 0), [found, total])
  const bulk = useBulkActions()
  const [menu, setMenu] = useState<{ readonly user: UserRow; readonly place: MenuPlace } | null>(null)
  const [saving, setSaving] = useState<{ readonly scope: ActionScope; readonly users: number } | null>(null)
  const selection = userSelection.scopeOf(view.selection)
  const selectedScope = selection?.kind === 'users' || selection?.kind === 'filter' ? selection : null
  const [asking, setAsking] = useState<{ readonly scope: ActionScope; readonly users: number } | null>(null)
  /** Users named one by one are excluded at once, with an undo; all users of a filter after a question. */
  const exclude = (scope: ActionScope, selected: number, excluded: boolean): void => {
    if (excluded && scope.kind === 'filter') setAsking({ scope, users: selected })
    else {
      bulk.exclude(scope, excluded)
      view.select(noSelection)
    }
  }
  const place = view.shown === null ? null : placeOfUser(users.pages, view.shown)
  // The place of the shown user before a correction or a filter removed it from the table.
  const [lastPlace, setLastPlace] = useState(0)
  if (place !== null && place !== lastPlace) setLastPlace(place)
  const hasLeft = place === null && userPages.rowAt(users.pages, lastPlace) !== null
  const before = (place ?? lastPlace) - 1
  const behind = hasLeft ? lastPlace : (place ?? lastPlace) + 1
  const toolbar = (
    <UsersToolbar
      view={view}
      set={set}
      label={toolbarSlot === undefined ? label : null}
      total={total}
      layout={layout}
      onLayout={setLayout}
      {...(states ? { states } : {})}
      actions={
        selectedScope && (
          <>
            {selectedActions}
            {actions}
            <SelectionActions
              view={view}
              scope={selectedScope}
              bulk={bulk}
              withRetry={actions === undefined}
              onExclude={(excluded) => exclude(selectedScope, view.selected, excluded)}
              onSave={() => setSaving({ scope: selectedScope, users: view.selected })}
            />
          </>
        )
      }
      everyState={everyState}
      {...(more ? { more } : {})}
    />
  )

  return (
    <div className={styles.pane} data-set={set}>
      {toolbarSlot && createPortal(toolbar, toolbarSlot)}
      <section className={`panel ${styles.table}`} aria-label={label}>
        {toolbarSlot === undefined && toolbar}
        {(toolbarSlot !== undefined || !filtered) && (
          <FilterChips view={view} total={total} choosesState={more === undefined} />
        )}
        {hint}
        <ProblemNotice of={users} />
        <ProblemNotice of={selecting} />
        {empty && filtered && (
          <Empty title="No users match">
            <Button onClick={() => view.narrow(noNarrowing)}>Clear filters</Button>
          </Empty>
        )}
        {empty && !filtered && <Empty title="No users">{none}</Empty>}
        {!empty && (
          <UsersTable
            key={layout.density}
            users={users}
            view={view}
            selecting={selecting}
            set={set}
            label={label}
            layout={layout}
            onLayout={setLayout}
            onMenu={(user, at) => setMenu({ user, place: at })}
          />
        )}
      </section>
      {bulk.going?.kind === 'emails' && (
        <div className={styles.notice}>
          <Notice tone="plain">
            Copying emails: {count(bulk.going.done)} of {count(bulk.going.total ?? 0)}{' '}
            <Button small onClick={bulk.going.stop}>
              Stop
            </Button>
          </Notice>
        </div>
      )}
      {(bulk.notice !== null || bulk.problem !== null) && (
        <div className={styles.notice} role="status">
          {bulk.problem ? (
            <ProblemNotice of={bulk} />
          ) : (
            <Notice tone="ok" onDismiss={bulk.dismiss}>
              {bulk.notice}
              {bulk.undo !== null && (
                <>
                  {' '}
                  <Button small variant="link" onClick={bulk.undo}>
                    Undo
                  </Button>
                </>
              )}
            </Notice>
          )}
        </div>
      )}
      {menu && (
        <UserMenu
          key={`${menu.place.x} ${menu.place.y}`}
          {...menu}
          view={view}
          selected={selectedScope !== null && userSelection.has(view.selection, menu.user.id) ? selectedScope : null}
          bulk={bulk}
          onExclude={exclude}
          onSave={(scope, count) => setSaving({ scope, users: count })}
          onClose={() => setMenu(null)}
        />
      )}
      {asking && (
        <ExcludeDialog
          users={asking.users}
          onExclude={() => {
            bulk.exclude(asking.scope, true)
            view.select(noSelection)
          }}
          onClose={() => setAsking(null)}
        />
      )}
      {saving && (
        <SaveCsvDialog
          users={saving.users}
          busy={bulk.busy}
          going={bulk.going}
          onSave={(masked) => void bulk.saveCsv(saving.scope, masked).then((done) => done && setSaving(null))}
          onClose={() => {
            bulk.going?.stop()
            setSaving(null)
          }}
        >
          <ProblemNotice of={bulk} />
        </SaveCsvDialog>
      )}
      {view.shown !== null && (
        <UserDrawer
          id={view.shown}
          checkPassword={checkPassword}
          isCorrecting={view.isCorrecting}
          onClose={() => view.show(null)}
          onShow={view.show}
          onPrevious={before < 0 ? null : () => view.goTo(before)}
          onNext={behind >= (total ?? 0) ? null : () => view.goTo(behind)}
          list={view}
        />
      )}
    </div>
  )
}

/** Asks how selected users are saved: contacts are masked unless the operator wants them whole. */
function SaveCsvDialog({
  users,
  busy,
  going,
  onSave,
  onClose,
  children,
}: {
  readonly users: number
  readonly busy: boolean
  /** How many users are written; null: none yet. */
  readonly going: { readonly done: number } | null
  readonly onSave: (masked: boolean) => void
  /** Also stops what is being written. */
  readonly onClose: () => void
  /** Why the file could not be saved. */
  readonly children: ReactNode
}) {
  const [whole, setWhole] = useState(false)
  return (
    <Dialog
      title={`Save ${counted(users, 'user')} as CSV`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{going === null ? 'Cancel' : 'Stop'}</Button>
          <Button variant="primary" busy={busy} onClick={() => onSave(!whole)}>
            Save CSV…
          </Button>
        </>
      }
    >
      <p>
        The file has one line per user: source ID, email, phone number, state, login methods, finding, and the place in
        the export. It has no password hash.
      </p>
      <Checkbox checked={whole} onChange={setWhole}>
        Include full email addresses and phone numbers
      </Checkbox>
      {going !== null && (
        <>
          <p className="figures">
            Saving {count(going.done)} of {count(users)}
          </p>
          <progress aria-label="Saving users" max={Math.max(users, 1)} value={going.done} />
        </>
      )}
      {children}
    </Dialog>
  )
}

/** The drawer of a user that was chosen outside of the table: no user comes before or after. */
export function ShownUser({ view: { shown, show } }: { readonly view: UsersView }) {
  return (
    shown !== null && (
      <UserDrawer
        id={shown}
        checkPassword={false}
        onClose={() => show(null)}
        onShow={show}
        onPrevious={null}
        onNext={null}
        list={{ filter: {}, sort: exportOrder }}
      />
    )
  )
}

/** Where a user stands in the table, among the rows that are loaded; null: not among them. */
function placeOfUser({ pages, stale }: UserPages, id: number): number | null {
  for (const loaded of [pages, stale]) {
    for (const [page, rows] of loaded) {
      const index = rows.findIndex((row) => row.id === id)
      if (index >= 0) return page * pageSize + index
    }
  }
  return null
}
