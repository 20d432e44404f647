import type { MappingView } from '../../../shared/ipc/views.ts'
import type { MappingTarget } from '../../../shared/mapping/mapping.ts'
import { Card } from '../../components/card.tsx'
import { Tag } from '../../components/tag.tsx'
import styles from './columns-table.module.css'
import { choiceOf, missingFrom } from './edit-mapping.ts'
import { TargetSelect } from './target-select.tsx'
import { confidenceTones } from './targets.ts'
import { UnmappedList } from './unmapped-list.tsx'

type Column = MappingView['columns'][number]

/** Every column that is migrated, three of its values, what it becomes and the confidence; the others in a closed list. */
export function ColumnsTable({
  view,
  busy,
  onChange,
}: {
  readonly view: MappingView
  readonly busy: boolean
  readonly onChange: (path: string, target: MappingTarget | null) => void
}) {
  const targetOf = (column: Column) => view.mapping?.columns.find(({ path }) => path === column.path)?.target ?? null
  const isMigrated = (column: Column) => (view.editable ? targetOf(column) !== null : column.becomes !== null)
  const mapped = view.columns.filter(isMigrated)
  const unmapped = view.columns.filter((column) => !isMigrated(column))

  return (
    <Card bare>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">In the export</th>
            <th scope="col">Three of its values</th>
            <th scope="col">Becomes</th>
            <th scope="col">{view.editable ? 'Confidence' : 'Recognised'}</th>
          </tr>
        </thead>
        <tbody>
          {mapped.map((column) => (
            <tr key={column.path}>
              <th scope="row" className={`mono ${styles.path}`}>
                {column.path}
              </th>
              <td className={`mono quiet ${styles.samples}`}>{column.samples.join(' · ') || '–'}</td>
              <td>
                {view.editable ? (
                  <TargetSelect
                    path={column.path}
                    value={targetOf(column)}
                    choice={choiceOf(view.mapping, column.path)}
                    disabled={busy}
                    onChange={(target) => onChange(column.path, target)}
                  />
                ) : (
                  column.becomes
                )}
              </td>
              <td>
                <HowSure column={column} target={targetOf(column)} editable={view.editable} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {mapped.length === 0 && (
        <p className={styles.none}>No column is mapped yet. Open the list below and pick what each becomes.</p>
      )}
      {unmapped.length > 0 && (
        <UnmappedList
          columns={unmapped}
          editable={view.editable}
          open={mapped.length === 0 || (view.editable && missingFrom(view.mapping) !== null)}
          busy={busy}
          onChange={onChange}
        />
      )}
    </Card>
  )
}

/** A guess with its reason, the operator's own choice, or a fact of the format. */
function HowSure({
  column,
  target,
  editable,
}: {
  readonly column: Column
  readonly target: MappingTarget | null
  readonly editable: boolean
}) {
  if (!editable) return <Tag tone="ok">exact</Tag>
  const { suggestion } = column
  if (!suggestion || suggestion.target !== target) return <Tag>your choice</Tag>
  // What is unsure is never taken by itself: the operator has said so.
  const chosen = suggestion.confidence === 'unsure'
  return (
    <div className={styles.sure}>
      {chosen ? (
        <Tag>your choice</Tag>
      ) : (
        <Tag tone={confidenceTones[suggestion.confidence]}>{suggestion.confidence}</Tag>
      )}
      <span className={styles.reason}>{suggestion.reason}</span>
    </div>
  )
}
