import { useEffect, useState } from 'react'
import type { FormEvent } from 'react'
import type { SavedFilter } from '../../../shared/ipc/saved-filters.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { ProblemNotice } from '../notice.tsx'
import { isNarrowed } from './table-filter.ts'
import type { UsersView } from './use-users-view.ts'
import styles from './users-toolbar.module.css'

/** Filters under names of the operator's: applied by a click, saved from what narrows the table now, removed. */
export function SavedFilters({ view }: { readonly view: UsersView }) {
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
        <Button type="submit" small busy={save.busy} disabled={name.trim() === '' || !isNarrowed(narrowing)}>
          Save filter
        </Button>
      </form>
      <ProblemNotice problem={save.problem} onDismiss={save.dismiss} />
    </fieldset>
  )
}
