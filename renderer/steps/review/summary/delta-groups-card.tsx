import type { ReactNode } from 'react'
import type { DocumentView, FindingGroup } from '../../../../shared/ipc/views.ts'
import { deltaGroupCode, shortChangeTitle } from '../../../../shared/planning/delta-groups.ts'
import { stateInSentence } from '../../../../shared/report/state-titles.ts'
import { Button } from '../../../components/controls/button.tsx'
import { count } from '../../../components/texts/format.ts'
import { Icon } from '../../../components/display/icon.tsx'
import { Clipped } from '../../../components/overlays/tooltip.tsx'
import { Swatch } from '../../../components/display/stacked-bar.tsx'
import type { TableFilter } from '../../../components/users/use-users-view.ts'
import styles from './summary.module.css'

type Counts = NonNullable<NonNullable<DocumentView['baseline']>['counts']>

/** The groups of a later export in their order; `missing` users are in the core and no longer in the export. */
type ShownGroup = keyof Counts

const groups = {
  new: { title: 'new', color: 'var(--part-1)', holds: '' },
  changed: {
    title: 'changed',
    color: 'var(--part-1)',
    holds: '',
  },
  unchanged: {
    title: 'unchanged',
    color: 'var(--off-bg)',
    holds: 'in the core already, not sent again',
  },
  open: { title: 'not sent before', color: 'var(--part-1)', holds: 'planned like new users' },
  missing: { title: 'no longer in the export', color: 'var(--part-5)', holds: '' },
} as const satisfies Record<ShownGroup, { readonly title: string; readonly color: string; readonly holds: string }>

const always: readonly ShownGroup[] = ['new', 'changed', 'unchanged', 'missing']

/** The filter for the users of a group; missing users are not in this export. */
function filterOfGroup(group: ShownGroup): TableFilter | null {
  return group === 'missing' ? null : { kind: 'finding', code: deltaGroupCode, group, label: groups[group].title }
}

/** The group that the table shows; null: no group, or several. */
export function groupOfFilters(filters: readonly TableFilter[]): ShownGroup | null {
  const [filter] = filters
  if (filter?.kind !== 'finding') return null
  if (filter.code === 'changed-since') return 'changed'
  return filter.code === deltaGroupCode ? (filter.group as ShownGroup) : null
}

/** How many users of a later export are new, changed, unchanged or gone, each group with its filter. */
export function DeltaGroupsCard({
  counts,
  blocked,
  deciding,
  onDecide,
  current,
  onGroup,
}: {
  readonly counts: Counts
  /** Users of all groups who wait for a decision. */
  readonly blocked: number
  /** Decisions are on screen. */
  readonly deciding: boolean
  readonly onDecide: () => void
  readonly current: ShownGroup | null
  /** `filter` null: users who are missing. */
  readonly onGroup: (group: ShownGroup, filter: TableFilter | null) => void
}) {
  const shown = (Object.keys(groups) as ShownGroup[]).filter((group) => always.includes(group) || counts[group] > 0)
  return (
    <ul className={`panel ${styles.groups}`} aria-label="Since the earlier migration">
      {shown.map((group) => (
        <li key={group}>
          <button
            type="button"
            className={styles.group}
            aria-pressed={group === current}
            onClick={() => onGroup(group, filterOfGroup(group))}
          >
            <b className="figures">{count(counts[group])}</b>
            <span>
              <Swatch color={groups[group].color} isRest={group === 'unchanged'} />
              {groups[group].title}
            </span>
          </button>
        </li>
      ))}
      {blocked > 0 && (
        <li>
          <button type="button" className={styles.group} aria-pressed={deciding} onClick={onDecide}>
            <b className="figures">{count(blocked)}</b>
            <span>
              <Swatch color="var(--fill-wait)" />
              {stateInSentence('blocked', blocked)}
            </span>
          </button>
        </li>
      )}
    </ul>
  )
}

/** The kinds of changes of changed users, each with a button that shows it alone. */
export function ChangedKinds({
  findings,
  filters,
  onFilter,
}: {
  readonly findings: readonly FindingGroup[]
  readonly filters: readonly TableFilter[]
  readonly onFilter: (filter: TableFilter) => void
}) {
  const kinds = findings.filter(({ code, users }) => code === 'changed-since' && users > 0)
  const [current] = filters
  const all = filterOfGroup('changed')
  if (kinds.length < 2 || all === null) return null
  const isOn = (group: string) =>
    current?.kind === 'finding' && current.code === 'changed-since' && current.group === group
  return (
    <ul className={styles.kinds} aria-label="Changed fields">
      <li>
        <Button
          small
          aria-pressed={current?.kind === 'finding' && current.code === deltaGroupCode}
          onClick={() => onFilter(all)}
        >
          All
        </Button>
      </li>
      {kinds.map(({ code, group, users }) => (
        <li key={group}>
          <Button
            small
            aria-pressed={isOn(group)}
            onClick={() => onFilter({ kind: 'finding', code, group, label: shortChangeTitle(group) })}
          >
            {shortChangeTitle(group)} {count(users)}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Findings of every user of a group. */
export function GroupFindings({ group, users }: { readonly group: ShownGroup; readonly users: number }) {
  const { holds } = groups[group]
  if (holds === '' || users === 0) return null
  return (
    <SharedFindingsNote optional>
      <b>Holds for all {count(users)}:</b> {holds}
    </SharedFindingsNote>
  )
}

/** One line above the table about the findings that all or most of its users share, with an action. */
export function SharedFindingsNote({
  beside,
  optional = false,
  children,
}: {
  readonly beside?: ReactNode
  /** It is hidden in a low window, in favor of the table. */
  readonly optional?: boolean
  readonly children: ReactNode
}) {
  return (
    <p className={styles.holds} data-optional={optional || undefined}>
      <Icon name="info" size={15} />
      <Clipped>{children}</Clipped>
      {beside}
    </p>
  )
}
