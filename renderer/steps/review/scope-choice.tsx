import { useId } from 'react'
import { Checkbox } from '../../components/field.tsx'
import { counted } from '../../components/format.ts'
import type { ScopeKind } from './scopes.ts'
import styles from './start-dialog.module.css'

/** Everybody, a pilot of the first few, or those selected in the table. */
export function ScopeChoice({
  kind,
  first,
  selected,
  ready,
  onKind,
  onFirst,
}: {
  readonly kind: ScopeKind
  readonly first: number
  readonly selected: number
  readonly ready: number
  readonly onKind: (kind: ScopeKind) => void
  readonly onFirst: (users: number) => void
}) {
  const name = useId()
  return (
    <fieldset className={styles.scope}>
      <legend className="visually-hidden">Users to send</legend>
      <Checkbox type="radio" name={name} checked={kind === 'all'} onChange={() => onKind('all')}>
        Everybody who is ready: {counted(ready, 'user')}
      </Checkbox>
      <Checkbox type="radio" name={name} checked={kind === 'first'} onChange={() => onKind('first')}>
        A pilot, the first
        <input
          type="number"
          aria-label="Users in the pilot"
          min={1}
          max={Math.max(ready, 1)}
          value={first}
          // Not on focus: who tabs past it has chosen nothing.
          onPointerDown={() => onKind('first')}
          onChange={(event) => {
            onKind('first')
            onFirst(event.target.valueAsNumber)
          }}
        />
        of them
      </Checkbox>
      {selected > 0 && (
        <Checkbox type="radio" name={name} checked={kind === 'selected'} onChange={() => onKind('selected')}>
          Only the {counted(selected, 'user')} selected in the table
        </Checkbox>
      )}
    </fieldset>
  )
}
