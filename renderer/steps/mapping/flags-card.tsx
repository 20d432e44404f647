import type { MappingView } from '../../../shared/ipc/views.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import { shownFlags } from '../../../shared/mapping/columns/possible-flags.ts'
import { Card } from '../../components/card.tsx'
import { Checkbox } from '../../components/field.tsx'
import { count } from '../../components/format.ts'
import { ColumnPath } from './columns-table.tsx'
import table from './columns-table.module.css'
import styles from './flags-card.module.css'
import { flagReview } from './review.ts'

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
        <summary className={table.summary}>
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
  const { column, values, empty, times } = flag
  const answer = flagReview.answer(flag, mapping)
  if (answer === null) return null
  const toggled = (value: string | null) =>
    answer.values.includes(value) ? answer.values.filter((other) => other !== value) : [...answer.values, value]
  return (
    <li className={styles.row}>
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
      </fieldset>
      {answer.values.length === 0 ? (
        <span className="muted">Not used</span>
      ) : (
        <select
          className={styles.select}
          aria-label={`What ${column} means`}
          value={answer.target}
          onChange={(event) => {
            const target = flagReview.titles(flag, answer).find(([one]) => one === event.target.value)?.[0]
            if (target !== undefined) onChange(flagReview.with(mapping, flag, { ...answer, target }))
          }}
        >
          {flagReview.titles(flag, answer).map(([target, title]) => (
            <option key={target} value={target}>
              {title}
            </option>
          ))}
        </select>
      )}
    </li>
  )
}
