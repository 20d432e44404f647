import { type FormEvent, useEffect, useState } from 'react'
import type { SavedFilter } from '../../../shared/ipc/preferences.ts'
import type { FailureGroup, FindingGroup, PreviewView } from '../../../shared/ipc/views.ts'
import type { UserState } from '../../../shared/planning/call.ts'
import { deltaGroupCode } from '../../../shared/planning/delta-groups.ts'
import { groupNameOf, isFindingCode } from '../../../shared/planning/findings.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../controls/button.tsx'
import { Loading } from '../notices/empty.tsx'
import { Checkbox } from '../controls/field.tsx'
import { count, counted, inSentence } from '../texts/format.ts'
import { Icon } from '../display/icon.tsx'
import { ProblemNotice } from '../notices/notice.tsx'
import { closePopover, PopoverButton } from '../overlays/popover.tsx'
import { stateLooks } from '../display/tag.tsx'
import {
  isNarrowed,
  noNarrowing,
  sameFilter,
  type TableFilter,
  toggledState,
  type UsersView,
} from './use-users-view.ts'
import styles from './users-toolbar.module.css'

const names = {
  method: 'Login method',
  hash: 'Password hash',
  provider: 'Provider',
  finding: 'Finding',
  failure: 'Error',
} as const satisfies Record<TableFilter['kind'], string>

const kinds = Object.keys(names) as TableFilter['kind'][]

/** Opens the filters, and says how many are on. */
export function FilterButton({ view, states }: { readonly view: UsersView; readonly states: readonly UserState[] }) {
  const on = view.narrowing.filters.length + Math.max(view.narrowing.states.length - 1, 0)
  return (
    <PopoverButton label="Filters" content={<FilterPanel view={view} states={states} />}>
      <Icon name="filter" />
      Filter
      {on > 0 && <span className={`${styles.badge} figures`}>{on}</span>}
    </PopoverButton>
  )
}

/** All filters. Values of one filter are alternatives; a user must pass every filter. */
function FilterPanel({ view, states }: { readonly view: UsersView; readonly states: readonly UserState[] }) {
  const { version } = useDocument()
  const preview = useQuery('preview:get', {}, version, 2000)
  const failures = useQuery('run:failures', {}, version, 2000)
  const { narrowing } = view
  if (!preview.value) {
    return (
      <div className={styles.filters}>
        {preview.problem ? <ProblemNotice of={preview} /> : <Loading label="Counting" lines={4} />}
      </div>
    )
  }
  const { counts } = preview.value
  const isOffered = (state: UserState) => counts[state] > 0 || narrowing.states.includes(state)
  const offered = filterChoices(preview.value, failures.value?.groups ?? [])
  return (
    <div className={styles.filters}>
      <fieldset>
        <legend>State</legend>
        {states.filter(isOffered).map((state) => (
          <Checkbox
            key={state}
            checked={narrowing.states.includes(state)}
            onChange={() => view.narrow({ states: toggledState(narrowing.states, state) })}
          >
            <Option label={stateLooks[state].word} users={counts[state]} />
          </Checkbox>
        ))}
      </fieldset>
      {kinds
        .filter((kind) => offered[kind].length > 0)
        .map((kind) => (
          <fieldset key={kind} data-kind={kind}>
            <legend>{names[kind]}</legend>
            {offered[kind].map(({ filter, users }, index) => (
              <Checkbox
                key={index}
                checked={narrowing.filters.some((one) => sameFilter(one, filter))}
                onChange={() => view.toggleFilter(filter)}
              >
                <Option label={filter.label} users={users} />
              </Checkbox>
            ))}
          </fieldset>
        ))}
      <SavedFilters view={view} />
      <div className={styles.foot}>
        <Button small disabled={!isNarrowed(narrowing) && 'No filter is set.'} onClick={() => view.narrow(noNarrowing)}>
          Clear filters
        </Button>
        <Button small variant="subtle" onClick={(event) => closePopover(event.currentTarget)}>
          Done
        </Button>
      </div>
    </div>
  )
}

function Option({ label, users }: { readonly label: string; readonly users: number }) {
  return (
    <span className={styles.option}>
      {label} <b className="figures">{count(users)}</b>
    </span>
  )
}

/** The operator's named filters: applies one, saves the current filter as one, removes one. */
function SavedFilters({ view }: { readonly view: UsersView }) {
  const bridge = useBridge()
  const [saved, setSaved] = useState<readonly SavedFilter[]>([])
  const [name, setName] = useState('')
  const { narrowing } = view
  const save = useMutation(
    (next: readonly SavedFilter[]) => bridge.invoke('filters:set', { saved: [...next] }),
    (kept) => setSaved(kept.saved),
  )
  useEffect(() => {
    const recall = async (): Promise<void> => {
      const kept = await bridge.invoke('filters:get', {})
      if (kept.ok) setSaved(kept.value.saved)
    }
    void recall()
  }, [bridge])

  function submit(event: FormEvent): void {
    event.preventDefault()
    const called = name.trim()
    if (called === '' || !isNarrowed(narrowing)) return
    const { states, filters, search } = narrowing
    const others = saved.filter((one) => one.name !== called)
    void save.run([
      ...others,
      { name: called, states: [...states], filters: filters.map((one) => ({ ...one })), search },
    ])
    setName('')
  }

  return (
    <fieldset className={styles.saved}>
      <legend>Saved filters</legend>
      {saved.map((one) => (
        <span key={one.name} className={styles.savedFilter}>
          <Button
            variant="link"
            small
            onClick={() => view.narrow({ states: one.states, filters: one.filters, search: one.search })}
          >
            {one.name}
          </Button>
          <Button
            variant="subtle"
            small
            aria-label={`Remove saved filter: ${one.name}`}
            onClick={() => void save.run(saved.filter((other) => other !== one))}
          >
            <Icon name="close" size={12} />
          </Button>
        </span>
      ))}
      <form onSubmit={submit} className={styles.saveFilter}>
        <input
          type="text"
          aria-label="Name of the filter"
          placeholder="Name this filter"
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button
          type="submit"
          small
          busy={save.busy}
          disabled={
            (!isNarrowed(narrowing) && 'Set a filter first.') || (name.trim() === '' && 'Name the filter first.')
          }
        >
          Save filter
        </Button>
      </form>
      <ProblemNotice of={save} />
    </fieldset>
  )
}

/** A filter on offer, with how many users it leaves. */
export type Offered = { readonly filter: TableFilter; readonly users: number }
type PreviewParts = Pick<PreviewView, 'hashes' | 'methods' | 'providers' | 'findings'>

/** The values of each filter, with the number of users that each leaves. */
export function filterChoices(
  { hashes, methods, providers, findings }: PreviewParts,
  failures: readonly FailureGroup[],
): Readonly<Record<TableFilter['kind'], readonly Offered[]>> {
  const shares = (kind: 'hash' | 'method' | 'provider', parts: PreviewParts['methods']): Offered[] =>
    parts.map(({ key, label, users }) => ({ filter: { kind, key, label }, users }))
  return {
    method: shares('method', methods),
    hash: shares('hash', hashes),
    provider: shares('provider', providers),
    finding: findings
      .filter(({ users }) => users > 0)
      .map((finding) => ({ filter: findingFilter(finding), users: finding.users })),
    failure: failures.map(({ key, title, users }) => ({ filter: { kind: 'failure', key, label: title }, users })),
  }
}

function findingFilter(finding: Pick<FindingGroup, 'code' | 'group' | 'title'>): TableFilter {
  return { kind: 'finding', code: finding.code, group: finding.group, label: findingLabel(finding) }
}

/**
 * A finding in one line. The distinctive part comes first, because lines are cut at their end:
 * "PBKDF2: hash that the core cannot check".
 */
export function findingLabel({ code, title, group }: Pick<FindingGroup, 'code' | 'title' | 'group'>): string {
  const [kind = title, which] = title.split(': ', 2)
  const special = which ?? shownGroup({ code, title, group })
  return special ? `${special}: ${inSentence(kind)}` : title
}

/** The group, unless the title already names it, or it is a code of the planner that the operator does not know. */
export function shownGroup({ code, title, group }: Pick<FindingGroup, 'code' | 'title' | 'group'>): string {
  const isCode = isFindingCode(code) && groupNameOf(code, group) === null
  return title.includes(': ') || code.includes(group) || isCode ? '' : group
}

/**
 * The active filters, each with a button that clears it, and the number of users they leave. `choosesState`: one state is shown, and
 * cleared, by the list that it was chosen from.
 */
export function FilterChips({
  view,
  total,
  choosesState,
}: {
  readonly view: UsersView
  readonly total: number | null
  readonly choosesState: boolean
}) {
  const { narrowing, selected } = view
  const states = choosesState && narrowing.states.length === 1 ? [] : narrowing.states
  // Groups of a later export are chosen and shown above the table.
  const shown = narrowing.filters.filter((filter) => filter.kind !== 'finding' || filter.code !== deltaGroupCode)
  const isSaid = !isNarrowed({ ...narrowing, filters: shown })
  // A single one is cleared by its own button.
  const clearsMore = states.length + shown.length > 1 || narrowing.search.trim() !== ''
  const words = total === null ? '' : counted(total, 'user')
  // The tool bar shows how many users are selected; this tells screen readers.
  const isHidden = isSaid || selected > 0
  const status = (
    <span className={isHidden ? 'visually-hidden' : `${styles.count} figures`} role="status">
      {selected > 0 ? `${counted(selected, 'user')} selected` : words}
    </span>
  )
  if (isSaid) return status
  return (
    <div className={styles.chips}>
      {status}
      {isHidden && <span className={`${styles.count} figures`}>{words}</span>}
      {states.map((state) => (
        <Chip
          key={state}
          label={stateLooks[state].word}
          onRemove={() => view.narrow({ states: toggledState(narrowing.states, state) })}
        />
      ))}
      {shown.map((filter) => (
        <Chip key={`${filter.kind} ${filter.label}`} label={filter.label} onRemove={() => view.toggleFilter(filter)} />
      ))}
      {clearsMore && (
        <Button variant="link" small onClick={() => view.narrow(noNarrowing)}>
          Clear filters
        </Button>
      )}
    </div>
  )
}

function Chip({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) {
  return (
    <Button
      small
      className={styles.chip}
      onClick={onRemove}
      aria-label={`Remove filter: ${label}`}
      data-clip=""
      data-tip={label}
    >
      <span>{label}</span>
      <Icon name="close" size={12} />
    </Button>
  )
}
