import { useRef, useState } from 'react'
import type { UserFilter } from '../../../shared/bridge/views.ts'
import { useBridge } from '../../bridge/bridge-context.tsx'
import { counted } from '../format.ts'
import { collectIds, mostSelected } from './collect-ids.ts'
import type { Selection } from './use-users-view.ts'
import styles from './users-table.module.css'

/** Selects everybody whom the filter lets through, page by page, or nobody. */
export function SelectAll({
  filter,
  total,
  selected,
  onSelect,
}: {
  readonly filter: UserFilter
  readonly total: number
  readonly selected: number
  readonly onSelect: (selection: Selection) => void
}) {
  const bridge = useBridge()
  const [busy, setBusy] = useState(false)
  const going = useRef(false)
  const some = selected > 0

  async function toggle(): Promise<void> {
    if (some) return onSelect({})
    if (going.current) return undefined
    going.current = true
    setBusy(true)
    const ids = await collectIds((after) => bridge.ask('users:page', { filter, after, limit: 500 }))
    going.current = false
    setBusy(false)
    return onSelect(Object.fromEntries(ids.map((id) => [id, true as const])))
  }

  const words = some
    ? `Select none of ${counted(selected, 'selected user')}`
    : `Select ${total > mostSelected ? 'the first' : 'all'} ${counted(Math.min(total, mostSelected), 'user')}`
  return (
    <label className={styles.boxLabel} title={words}>
      <input
        type="checkbox"
        aria-label={words}
        aria-busy={busy}
        disabled={total === 0}
        checked={some && selected >= total}
        ref={(box) => {
          if (box) box.indeterminate = some && selected < total
        }}
        onChange={() => void toggle()}
      />
    </label>
  )
}
