import type { MappingView } from '../../../shared/ipc/views.ts'
import { columnTitle } from '../../../shared/mapping/target-titles.ts'
import type { MappingTarget } from '../../../shared/mapping/mapping.ts'
import { Card } from '../../components/card.tsx'
import { Tag } from '../../components/tag.tsx'
import { ColumnPath } from './column-path.tsx'
import styles from './columns-table.module.css'
import { choiceOf, missingFrom } from './edit-mapping.ts'
import { distinctText, FillBar } from './fill-bar.tsx'
import { isField } from './review.ts'
import { Samples } from './samples.tsx'
import { TargetSelect } from './target-select.tsx'
import { confidenceTitles, confidenceTones } from './targets.ts'
import { UnmappedList } from './unmapped-list.tsx'

type Column = MappingView['columns'][number]

/** Every column that is imported with what it holds, what it becomes and the confidence; the others in a closed list. */
export function ColumnsTable({
  view,
  reviewed,
  busy,
  onChange,
}: {
  readonly view: MappingView
  /** Fields that stand in the review card, not here. */
  readonly reviewed: readonly string[]
  readonly busy: boolean
  readonly onChange: (path: string, target: MappingTarget | null) => void
}) {
  const targetOf = (column: Column) => view.mapping?.columns.find(({ path }) => path === column.path)?.target ?? null
  const isMapped = (column: Column) => targetOf(column) !== null || column.becomes !== null
  const mapped = view.columns.filter(isMapped)
  const unmapped = view.columns.filter(
    (column) => !isMapped(column) && !reviewed.some((field) => isField(column.path, field)),
  )

  return (
    <Card bare>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Filled</th>
              <th scope="col" className="number">
                Distinct
              </th>
              <th scope="col">Samples</th>
              <th scope="col">Import as</th>
              <th scope="col">Confidence</th>
            </tr>
          </thead>
          <tbody>
            {mapped.map((column) => (
              <tr key={column.path}>
                <th scope="row" className={`mono ${styles.path}`}>
                  <ColumnPath path={column.path} />
                </th>
                <td>
                  <FillBar counts={column.counts} records={view.records} />
                </td>
                <td className="number">{distinctText(column.counts)}</td>
                <td>
                  <Samples values={column.samples} />
                </td>
                <td>
                  {view.editable ? (
                    <TargetSelect
                      path={column.path}
                      value={targetOf(column)}
                      choice={choiceOf(view.mapping, column.path)}
                      disabled={busy}
                      within={column.becomes}
                      onChange={(target) => onChange(column.path, target)}
                    />
                  ) : (
                    column.becomes
                  )}
                </td>
                <td>
                  <Confidence column={column} target={targetOf(column)} editable={view.editable} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {mapped.length === 0 && (
        <p className={styles.none}>
          No column is mapped yet. Open the list below and choose what to import each column as.
        </p>
      )}
      {unmapped.length > 0 && (
        <UnmappedList
          columns={unmapped}
          records={view.records}
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
function Confidence({
  column,
  target,
  editable,
}: {
  readonly column: Column
  readonly target: MappingTarget | null
  readonly editable: boolean
}) {
  if (!editable) return <Tag tone="ok">Exact</Tag>
  const { suggestion } = column
  // What is unsure is never taken by itself: the operator has said so.
  if (target === null && column.becomes !== null) return <Tag tone="ok">Exact</Tag>
  if (!suggestion || suggestion.target !== target || suggestion.confidence === 'unsure') return <Tag>Your choice</Tag>
  return (
    <Tag
      tone={confidenceTones[suggestion.confidence]}
      tip={`${columnTitle(suggestion.target, column.path)}: ${suggestion.reason}.`}
    >
      {confidenceTitles[suggestion.confidence]}
    </Tag>
  )
}
