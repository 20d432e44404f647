import { useRef } from 'react'
import type { PreviewView, StateCounts } from '../../../../shared/ipc/views.ts'
import type { UserState } from '../../../../shared/planning/call.ts'
import { stateInSentence } from '../../../../shared/report/state-titles.ts'
import { Loading } from '../../../components/notices/empty.tsx'
import { count } from '../../../components/texts/format.ts'
import { PopoverButton } from '../../../components/overlays/popover.tsx'
import { StackedBar, StateLegend } from '../../../components/display/stacked-bar.tsx'
import { stateLooks } from '../../../components/display/tag.tsx'
import { filterChoices, type Offered } from '../../../components/users/filter-panel.tsx'
import { fontFamily, textWidth, useElementWidth } from '../../../components/users/use-content-widths.ts'
import { sameFilter, type TableFilter } from '../../../components/users/use-users-view.ts'
import styles from './summary.module.css'

/** States that decide about the start come first and always show; the others only when there are any. */
const always: readonly UserState[] = ['ready', 'blocked', 'excluded']
const sometimes: readonly UserState[] = ['migrated', 'sending', 'failed', 'in-doubt', 'existing']

/** How many users are ready, wait or are excluded, as one bar; every part narrows the table. */
export function ReadinessCard({
  counts,
  states,
  onState,
}: {
  readonly counts: StateCounts
  /** Those that the table is narrowed to. */
  readonly states: readonly UserState[]
  /** Null: no table of users is beside it. */
  readonly onState: ((state: UserState) => void) | null
}) {
  const shown = [...always, ...sometimes.filter((state) => counts[state] > 0)]
  const narrowed = states.length > 0
  return (
    <section className={`panel ${styles.readiness}`} aria-label="Readiness">
      <StackedBar
        thick
        parts={shown.map((state) => ({
          key: state,
          label: `${count(counts[state])} ${stateInSentence(state, counts[state])}`,
          value: counts[state],
          color: stateLooks[state].part,
          faded: narrowed && !states.includes(state),
        }))}
        {...(onState !== null && {
          onPart: (key: string) => {
            const state = shown.find((each) => each === key)
            if (state) onState(state)
          },
        })}
      />
      {/* By keyboard, the list of states beside the search narrows the table. */}
      <StateLegend
        large
        label="Users by state"
        entries={shown.map((state) => ({
          key: state,
          color: stateLooks[state].part,
          label: (
            <>
              <b>{count(counts[state])}</b> {stateInSentence(state, counts[state])}
            </>
          ),
          pressed: false,
          onPress: null,
        }))}
      />
    </section>
  )
}

/** Hashes, login methods and providers in one row; each part narrows the table. */
export function FacetsRow({
  preview,
  waiting,
  filters,
  onFilter,
}: {
  /** Null: not counted yet. */
  readonly preview: PreviewView | null
  /** The text while the counts are loaded. */
  readonly waiting: string
  readonly filters: readonly TableFilter[]
  readonly onFilter: (filter: TableFilter) => void
}) {
  const offered = preview && filterChoices(preview, [])
  const facet = (title: string, none: string, shares: readonly Offered[] | undefined) => (
    <section className={styles.facet} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      {shares === undefined && <Loading label={waiting} lines={1} />}
      {shares?.length === 0 && <p className="muted">{none}</p>}
      {shares && shares.length > 0 && <FacetBar label={title} shares={shares} filters={filters} onFilter={onFilter} />}
    </section>
  )
  return (
    <div className={`panel ${styles.facets}`}>
      {facet('Password hash', 'No user has a password hash.', offered?.hash)}
      {facet('Login method', 'No user can be sent yet.', offered?.method)}
      {offered && offered.provider.length > 0 && facet('Provider', '', offered.provider)}
    </div>
  )
}

/** The widths around the words of an entry: its swatch, gaps, and sides. */
const aroundEntry = 9 + 6 + 6 + 10 + 2 + 4
const moreWidth = 50
const mostEntries = 3

/** How many entries fit side by side, at least one. `widths`: the width of each entry. */
export function entriesThatFit(widths: readonly number[], available: number): number {
  // The text “1 more” takes as much room as the entry.
  const places = Math.min(widths.length, widths.length === mostEntries + 1 ? widths.length : mostEntries)
  for (let shown = places; shown > 1; shown--) {
    const needed = widths.slice(0, shown).reduce((sum, width) => sum + width, 0)
    if (needed + (shown < widths.length ? moreWidth : 0) <= available) return shown
  }
  return 1
}

function entryWidth({ filter, users }: Offered): number {
  const label = textWidth(filter.label, `12px ${fontFamily}`)
  return label + textWidth(count(users), `600 12px ${fontFamily}`) + aroundEntry
}

/** A thin bar with its legend; each part of the bar narrows the table to its users, as the filter does. An active entry stays bright, the rest steps back. */
function FacetBar({
  label,
  shares,
  filters,
  onFilter,
}: {
  readonly label: string
  readonly shares: readonly Offered[]
  readonly filters: readonly TableFilter[]
  readonly onFilter: (filter: TableFilter) => void
}) {
  const legend = useRef<HTMLDivElement>(null)
  const inOrder = shares.toSorted((a, b) => b.users - a.users)
  const shownAtFirst = entriesThatFit(inOrder.map(entryWidth), useElementWidth(legend))
  const colors = facetColors(inOrder)
  const isOn = (filter: TableFilter) => filters.some((other) => sameFilter(other, filter))
  const chosen = inOrder.some(({ filter }) => isOn(filter))
  const entry = ({ filter, users }: Offered, index: number) => (
    <li key={filter.label} className={styles.item}>
      <span className={styles.entry} data-clip="" data-tip={filter.label} data-on={isOn(filter) || undefined}>
        <i className={styles.swatch} style={{ background: colors[index] }} />
        <span className={styles.label}>{filter.label}</span>
        <b className="figures">{count(users)}</b>
      </span>
    </li>
  )
  const hidden = inOrder.length - shownAtFirst
  return (
    <>
      <StackedBar
        thin
        parts={inOrder.map(({ filter, users }, index) => ({
          key: filter.label,
          label: `${filter.label}: ${count(users)}`,
          value: users,
          color: colors[index] ?? '',
          faded: chosen && !isOn(filter),
        }))}
        onPart={(key) => {
          const share = inOrder.find(({ filter }) => filter.label === key)
          if (share) onFilter(share.filter)
        }}
      />
      <div className={styles.legend} ref={legend}>
        <ul className={styles.entries} aria-label={label}>
          {inOrder.slice(0, shownAtFirst).map(entry)}
        </ul>
        {hidden > 0 && (
          <PopoverButton
            variant="link"
            label={`More: ${label}`}
            content={
              <ul className={styles.more}>
                {inOrder.slice(shownAtFirst).map((share, index) => entry(share, index + shownAtFirst))}
              </ul>
            }
          >
            {hidden} more
          </PopoverButton>
        )}
      </div>
    </>
  )
}

/** Users without a value are gray; the others take the colors of parts in their order. */
function facetColors(shares: readonly Offered[]): readonly string[] {
  const colored = [0, 1, 2, 3, 5]
  let next = 0
  return shares.map(({ filter }) =>
    'key' in filter && filter.key === 'none' ? partColor(4) : partColor(colored[next++] ?? 4),
  )
}

/** The colours of a share's parts, in order; what has no place of its own is grey. */
function partColor(index: number): string {
  return `var(--part-${index < 6 ? index + 1 : 5})`
}
