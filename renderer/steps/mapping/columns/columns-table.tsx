import { type CSSProperties, Fragment, useState } from 'react'
import type { MappingView } from '../../../../shared/ipc/views.ts'
import type { Confidence } from '../../../../shared/mapping/mapping.ts'
import type { MappingTarget } from '../../../../shared/mapping/targets.ts'
import { columnTitle, targetTitle, targetTitles } from '../../../../shared/mapping/shown/target-titles.ts'
import { Card } from '../../../components/display/card.tsx'
import { capitalized, count } from '../../../components/texts/format.ts'
import { Tag, type Tone } from '../../../components/display/tag.tsx'
import { Clipped } from '../../../components/overlays/tooltip.tsx'
import styles from './columns.module.css'
import { editMapping } from '../edit-mapping.ts'
import { isOfColumn } from '../questions/review.ts'

const confidenceTones: Readonly<Record<Confidence, Tone>> = { exact: 'ok', likely: 'accent', unsure: 'wait' }

const confidenceTitles: Readonly<Record<Confidence, string>> = {
  exact: 'Exact',
  likely: 'Likely',
  unsure: 'Unsure',
}

export function isTarget(value: string): value is MappingTarget {
  return value in targetTitles
}

const ordinals = ['first', 'second', 'third']

/** `Phone number (second choice)` for a column that counts where those before it are empty. */
export function choiceTitle(title: string, choice: number): string {
  return choice < 2 ? title : `${title} (${ordinals[choice - 1] ?? 'further'} choice)`
}

type Column = MappingView['columns'][number]

/** Characters of a column's name that have room in one line; samples take what shorter names leave. */
const [fewest, most] = [8, 20] as const

/** The characters of the names, on which rows of the table and of the list below it agree: no name breaks inside one of its parts. */
export function nameWidth(mapped: readonly string[], listed: readonly string[]): number {
  const parts = listed.flatMap((path) => partsOfPath(path))
  const longest = Math.max(0, ...[...mapped, ...parts].map(({ length }) => length))
  return Math.min(most, Math.max(fewest, longest))
}

function gridOf(mapped: readonly Column[], listed: readonly Column[]) {
  const paths = (columns: readonly Column[]) => columns.map(({ path }) => path)
  const style: CSSProperties & Readonly<Record<'--names', string>> = {
    '--names': `${nameWidth(paths(mapped), paths(listed)) * 7.6 + 24}px`,
  }
  return style
}

/** Imported columns with samples, target and confidence; the other columns in a closed list. */
export function ColumnsTable({
  view,
  isMissing,
  reviewed,
  onChange,
}: {
  readonly view: MappingView
  /** A column that the file needs is not mapped yet. */
  readonly isMissing: boolean
  /** Fields that stand in the review card, not here. */
  readonly reviewed: readonly string[]
  readonly onChange: (path: string, target: MappingTarget | null) => void
}) {
  const mappedOf = (column: Column) => view.mapping?.columns.find(({ path }) => path === column.path)
  const targetOf = (column: Column) => mappedOf(column)?.target ?? null
  const isMapped = (column: Column) => targetOf(column) !== null || column.becomes !== null
  const mapped = view.columns.filter(isMapped)
  const unmapped = view.columns.filter(
    (column) => !isMapped(column) && !reviewed.some((field) => isOfColumn(column.path, field)),
  )

  return (
    <Card bare>
      <div className={styles.grid} style={gridOf(mapped, unmapped)}>
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
                    {view.editable || targetOf(column) !== null ? (
                      <TargetSelect
                        path={column.path}
                        value={targetOf(column)}
                        values={mappedOf(column)?.values}
                        choice={editMapping.choiceOf(view.mapping, column.path)}
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
            open={mapped.length === 0 || isMissing}
            onChange={onChange}
          />
        )}
      </div>
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
  if (!editable) return target === null ? <Tag tone="ok">Exact</Tag> : <Tag>Chosen</Tag>
  const { suggestion } = column
  // Unsure suggestions are never applied automatically: the operator chose this one.
  if (target === null && column.becomes !== null) return <Tag tone="ok">Exact</Tag>
  if (!suggestion || suggestion.target !== target || suggestion.confidence === 'unsure') return <Tag>Chosen</Tag>
  return (
    <Tag
      tone={confidenceTones[suggestion.confidence]}
      tip={`${columnTitle(suggestion.target, column.path)}: ${suggestion.reason}.`}
    >
      {confidenceTitles[suggestion.confidence]}
    </Tag>
  )
}

/** The columns that stay behind, in a closed list from where each can still be mapped. */
function UnmappedList({
  columns,
  records,
  editable,
  open,
  onChange,
}: {
  readonly columns: MappingView['columns']
  readonly records: number | null
  readonly editable: boolean
  /** Whether the list is open at first. */
  readonly open: boolean
  readonly onChange: (path: string, target: MappingTarget | null) => void
}) {
  // An operator who maps the first column continues with the next one, so it stays open.
  const [startsOpen] = useState(open)
  const names = columns.slice(0, 5).map(({ path }) => path)
  return (
    <details open={startsOpen}>
      <summary className={styles.summary}>
        <b>Not imported ({count(columns.length)})</b>{' '}
        <span className="muted">
          {names.join(', ')}
          {columns.length > names.length && ', …'}
        </span>
      </summary>
      <ul>
        {columns.map(({ path, samples, suggestion, counts, note }) => (
          <li key={path} className={styles.column}>
            <span className="mono">
              <ColumnPath path={path} />
            </span>
            <FillBar counts={counts} records={records} />
            <span className="number">{distinctText(counts)}</span>
            <Samples values={samples} />
            <TargetSelect path={path} value={null} onChange={(target) => onChange(path, target)} />
            {note !== undefined ? (
              <span className={styles.perhaps}>{capitalized(note)}.</span>
            ) : (
              editable && suggestion?.confidence === 'unsure' && <Perhaps path={path} {...suggestion} />
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** A suggestion that is not applied automatically. */
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

const targets = Object.keys(targetTitles).filter(isTarget)

/** The target of one column, or that it is not imported. */
function TargetSelect({
  path,
  value,
  values,
  choice = 1,
  within = null,
  onChange,
}: {
  readonly path: string
  readonly value: MappingTarget | null
  /** Values of the column that bar users, as named by the operator. */
  readonly values?: readonly string[] | undefined
  /** Its place among the columns of this target. */
  readonly choice?: number
  /** The target that the reader finds without a choice. */
  readonly within?: string | null
  readonly onChange: (target: MappingTarget | null) => void
}) {
  const titles = targets.map((target): [MappingTarget, string] => [
    target,
    choiceTitle(columnTitle(target, path, target === value ? values : undefined), target === value ? choice : 1),
  ])
  return (
    <WrappedSelect
      label={`Import ${path} as`}
      value={value ?? ''}
      options={[['', within === null ? 'Don’t import' : `${targetTitle(within)} (detected)`], ...titles]}
      onChange={(chosen) => onChange(isTarget(chosen) ? chosen : null)}
    />
  )
}

/** A select that shows the whole text of its choice, in several lines where it is long. */
export function WrappedSelect({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly onChange: (value: string) => void
}) {
  return (
    <span className={styles.select}>
      <span aria-hidden="true">{options.find(([one]) => one === value)?.[1]}</span>
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </span>
  )
}

type Counts = MappingView['columns'][number]['counts']

/** The share of records with a value, as a bar and in percent. A column with one value never shows 0 %. */
export function FillBar({ counts, records }: { readonly counts: Counts; readonly records: number | null }) {
  if (counts === null || records === null) return <span className="muted">–</span>
  const share = fillPercent(counts.filled, records)
  return (
    <span className={styles.fill}>
      <span className={styles.bar} aria-hidden="true">
        <i style={{ width: `${share}%` }} />
      </span>
      <span className="figures">{share}%</span>
    </span>
  )
}

/** How many different values: `2,063`, `about 620,000`. */
export function distinctText(counts: Counts): string {
  if (counts === null) return '–'
  if (counts.exact) return count(counts.distinct)
  const unit = 10 ** Math.max(Math.floor(Math.log10(counts.distinct)) - 1, 0)
  return `about ${count(Math.round(counts.distinct / unit) * unit)}`
}

export function fillPercent(filled: number, records: number): number {
  if (records === 0 || filled === 0) return 0
  if (filled >= records) return 100
  return Math.min(99, Math.max(1, Math.round((100 * filled) / records)))
}

/** Up to three values in one line, each complete or cut at its end. */
export function Samples({ values }: { readonly values: readonly string[] }) {
  if (values.length === 0) return <span className="muted">–</span>
  return (
    <span className={styles.samples}>
      {values.map((value) => (
        <Clipped key={value}>{value}</Clipped>
      ))}
    </span>
  )
}

function partsOfPath(path: string, isNarrow = false): readonly string[] {
  return path.split(isNarrow ? /(?=[.[])|(?<=_)/ : /(?=[.[])/)
}

/** The name of a column; a long path breaks before a dot or a bracket, never inside a name, but for its words where there is little room. */
export function ColumnPath({ path, isNarrow = false }: { readonly path: string; readonly isNarrow?: boolean }) {
  return (
    <>
      {partsOfPath(path, isNarrow).map((part, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  )
}
