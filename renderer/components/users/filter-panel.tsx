import { type FormEvent, useEffect, useState } from 'react'
import type { SavedFilter } from '../../../shared/ipc/preferences.ts'
import type { UserState } from '../../../shared/planning/call.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../button.tsx'
import { Loading } from '../empty.tsx'
import { Checkbox } from '../field.tsx'
import { count } from '../format.ts'
import { Icon } from '../icon.tsx'
import { ProblemNotice } from '../notice.tsx'
import { closePopover, PopoverButton } from '../popover.tsx'
import { stateLooks } from '../user-state.ts'
import { filterChoices } from './filter-choices.ts'
import { isNarrowed, noNarrowing, sameFilter, type TableFilter, toggledState } from './table-filter.ts'
import type { UsersView } from './use-users-view.ts'
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

/** Every value that users can be told apart by. Several of one kind are alternatives; the kinds hold together. */
function FilterPanel({ view, states }: { readonly view: UsersView; readonly states: readonly UserState[] }) {
  const { version } = useDocument()
  const preview = useQuery('preview:get', {}, version, 2000)
  const failures = useQuery('run:failures', {}, version, 2000)
  const { narrowing } = view
  if (!preview.value) {
    return (
      <div className={styles.filters}>
        {preview.problem ? (
          <ProblemNotice problem={preview.problem} onRetry={preview.reload} />
        ) : (
          <Loading label="Counting" lines={4} />
        )}
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

/** Filters under names of the operator's: applied by a click, saved from what narrows the table now, removed. */
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
      <ProblemNotice problem={save.problem} onDismiss={save.dismiss} />
    </fieldset>
  )
}
