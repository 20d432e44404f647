import type { MappingView } from '../../../../shared/ipc/views.ts'
import type { MappedColumn, Mapping } from '../../../../shared/mapping/mapping.ts'
import { columnTitle } from '../../../../shared/mapping/shown/target-titles.ts'
import type { MappingTarget } from '../../../../shared/mapping/targets.ts'
import { shownFlags } from '../../../../shared/mapping/columns/flags/flag-text.ts'
import { Card } from '../../../components/display/card.tsx'
import { Checkbox } from '../../../components/controls/field.tsx'
import { count } from '../../../components/texts/format.ts'
import { ColumnPath, WrappedSelect } from './columns-table.tsx'
import { editMapping } from '../edit-mapping.ts'
import styles from './columns.module.css'

type Flag = MappingView['possibleFlags'][number]

/** Unused columns of few values, some of which may keep users out: a folded list, the likely ones first. */
export function FlagsCard({
  view,
  busy,
  onChange,
}: {
  readonly view: Pick<MappingView, 'possibleFlags' | 'mapping'>
  readonly busy: boolean
  readonly onChange: (mapping: Mapping) => void
}) {
  const { mapping } = view
  const possibleFlags = flagReview.unused(view.possibleFlags, mapping)
  if (possibleFlags.length === 0) return null
  const { first, others } = shownFlags(possibleFlags)
  const named = [...first, ...others].slice(0, 5).map(({ column }) => column)
  return (
    <Card bare>
      <details open={first.length > 0}>
        <summary className={styles.summary}>
          <b>
            {count(possibleFlags.length)} unused {possibleFlags.length === 1 ? 'column has' : 'columns have'} few values
          </b>{' '}
          <span className="muted">
            Does one keep people out? {named.join(', ')}
            {possibleFlags.length > named.length && ', …'}
          </span>
        </summary>
        <fieldset aria-disabled={busy || undefined}>
          <ul>
            {[...first, ...others].map((flag) => (
              <FlagRow key={flag.column} flag={flag} mapping={mapping} onChange={onChange} />
            ))}
          </ul>
        </fieldset>
      </details>
    </Card>
  )
}

function FlagRow({
  flag,
  mapping,
  onChange,
}: {
  readonly flag: Flag
  readonly mapping: Mapping | null
  readonly onChange: (mapping: Mapping) => void
}) {
  const { column, values, empty, times, kept = 0 } = flag
  const answer = flagReview.answer(flag, mapping)
  if (answer === null) return null
  const titles = flagReview.titles(flag, answer)
  const toggled = (value: string | null) =>
    answer.values.includes(value) ? answer.values.filter((other) => other !== value) : [...answer.values, value]
  return (
    <li className={styles.flag}>
      <span className="mono">
        <ColumnPath path={column} />
      </span>
      <fieldset className={styles.values}>
        <legend className="visually-hidden">Values of {column} that keep people out</legend>
        {flagReview.values(flag).map(({ value, label, records }) => (
          <Checkbox
            key={label}
            checked={answer.values.includes(value)}
            onChange={() => onChange(flagReview.with(mapping, flag, { ...answer, values: toggled(value) }))}
          >
            {label} ({count(records)})
          </Checkbox>
        ))}
        {times > 0 && values.map(({ value, records }) => <span key={value}>{`${value} (${count(records)})`}</span>)}
        {times > 0 && empty > 0 && <span>empty ({count(empty)})</span>}
        {kept > 0 && <span className={styles.kept}>kept out or asked about anyway ({count(kept)})</span>}
      </fieldset>
      {answer.values.length === 0 ? (
        <span className="muted">Not used</span>
      ) : (
        <WrappedSelect
          label={`What ${column} means`}
          value={answer.target}
          options={titles}
          onChange={(value) => {
            const target = titles.find(([one]) => one === value)?.[0]
            if (target !== undefined) onChange(flagReview.with(mapping, flag, { ...answer, target }))
          }}
        />
      )}
    </li>
  )
}

/** A value of a flag that may keep people out; `value` null: any time. */
type FlagValue = { readonly value: string | null; readonly label: string; readonly records: number }

/** Answers about columns that may be flags. */
export const flagReview = {
  /** The values of a column of few values, each of which may keep people out. Of a column of times it is any time. */
  values: ({ values, empty, times }: Flag): readonly FlagValue[] => {
    if (times > 0) return [{ value: null, label: 'a time', records: times }]
    return [
      ...values.map(({ value, records }) => ({ value, label: value, records })),
      ...(empty > 0 ? [{ value: '', label: 'empty', records: empty }] : []),
    ]
  },
  /** The targets of a flag by the titles that they have with its values. */
  titles: (flag: Flag, { values }: FlagAnswer): readonly (readonly [MappingTarget, string])[] => {
    const texts = values.filter((value) => value !== null)
    return flagTargets.map((target) => [
      target,
      columnTitle(target, flag.column, texts.length === 0 ? undefined : texts),
    ])
  },
  /** The answer of the current mapping; null if it uses the column otherwise. */
  answer: (flag: Flag, mapping: Mapping | null): FlagAnswer | null => {
    const mapped = mapping?.columns.find(({ path }) => path === flag.column)
    if (mapped === undefined) return { target: 'disabled', values: [] }
    if (!flagTargets.some((target) => target === mapped.target)) return null
    const chosen: readonly (string | null)[] = mapped.values ?? [null]
    const values = flagReview.values(flag).flatMap(({ value }) => (chosen.includes(value) ? [value] : []))
    return values.length === chosen.length ? { target: mapped.target, values } : null
  },
  /** The mapping with another answer about a flag; without values, the column is unused. */
  with: (mapping: Mapping | null, flag: Flag, { target, values }: FlagAnswer): Mapping => {
    const texts = values.filter((value) => value !== null)
    return editMapping.withColumn(
      mapping,
      flag.column,
      values.length === 0 ? null : target,
      texts.length === 0 ? undefined : texts,
    )
  },
  /** Flags of unused columns. A column with a target in the table has no question. */
  unused: (flags: readonly Flag[], mapping: Mapping | null): readonly Flag[] =>
    flags.filter((flag) => flagReview.answer(flag, mapping) !== null),
}

/** The answer about a flag: its target and the values that keep people out, none while the column is unused. */
type FlagAnswer = { readonly target: MappedColumn['target']; readonly values: readonly (string | null)[] }

const flagTargets = ['disabled', 'deleted'] as const
