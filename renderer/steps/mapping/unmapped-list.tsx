import { useState } from 'react'
import type { MappingView } from '../../../shared/ipc/views.ts'
import type { MappingTarget } from '../../../shared/mapping/mapping.ts'
import { columnTitle } from '../../../shared/mapping/target-titles.ts'
import { count } from '../../components/format.ts'
import { Icon } from '../../components/icon.tsx'
import { ColumnPath } from './column-path.tsx'
import { distinctText, FillBar } from './fill-bar.tsx'
import { Samples } from './samples.tsx'
import { TargetSelect } from './target-select.tsx'
import styles from './unmapped-list.module.css'

/** The columns that stay behind, in a closed list from where each can still be mapped. */
export function UnmappedList({
  columns,
  records,
  editable,
  open,
  busy,
  onChange,
}: {
  readonly columns: MappingView['columns']
  readonly records: number | null
  readonly editable: boolean
  /** How it stands at first. */
  readonly open: boolean
  readonly busy: boolean
  readonly onChange: (path: string, target: MappingTarget | null) => void
}) {
  // An operator who maps its first column goes on with the next, so it does not close by itself.
  const [startsOpen] = useState(open)
  const names = columns.slice(0, 5).map(({ path }) => path)
  return (
    <details className={styles.list} open={startsOpen}>
      <summary className={styles.summary}>
        <span className={styles.arrow}>
          <Icon name="right" size={14} />
        </span>
        <b>Not imported ({count(columns.length)})</b>{' '}
        <span className="muted">
          {names.join(', ')}
          {columns.length > names.length && ', …'}
        </span>
      </summary>
      <ul>
        {columns.map(({ path, samples, suggestion, counts }) => (
          <li key={path} className={styles.column}>
            <span className="mono">
              <ColumnPath path={path} />
            </span>
            <FillBar counts={counts} records={records} />
            <span className="number">{distinctText(counts)}</span>
            <Samples values={samples} />
            {editable && (
              <TargetSelect path={path} value={null} disabled={busy} onChange={(target) => onChange(path, target)} />
            )}
            {editable && suggestion?.confidence === 'unsure' && <Perhaps path={path} {...suggestion} />}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** A guess that is not taken by itself. */
function Perhaps({
  path,
  target,
  reason,
}: { readonly path: string } & NonNullable<MappingView['columns'][number]['suggestion']>) {
  return (
    <span className={styles.perhaps}>
      Perhaps “{columnTitle(target, path)}”: {reason}.
    </span>
  )
}
