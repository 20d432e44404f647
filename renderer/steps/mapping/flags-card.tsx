import type { MappingView } from '../../../shared/ipc/views.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import { shownFlags } from '../../../shared/mapping/columns/possible-flags.ts'
import { Card } from '../../components/card.tsx'
import { count } from '../../components/format.ts'
import { ColumnPath } from './columns-table.tsx'
import table from './columns-table.module.css'
import styles from './flags-card.module.css'
import { withColumn } from './edit-mapping.ts'
import { flagChoice, flagChoices, unusedFlags } from './review.ts'

type Flag = MappingView['possibleFlags'][number]

/** Unused columns of few values, one of which may bar users: a folded list, the likely ones first. */
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
  const possibleFlags = unusedFlags(view.possibleFlags, mapping)
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
  const choices = flagChoices(flag)
  return (
    <li className={styles.row}>
      <span className="mono">
        <ColumnPath path={column} />
      </span>
      <span className={styles.values}>
        {values.map(({ value, records }) => (
          <span key={value}>
            {value} ({count(records)})
          </span>
        ))}
        {times > 0 && <span>a time ({count(times)})</span>}
        {empty > 0 && <span>empty ({count(empty)})</span>}
      </span>
      <select
        className={styles.select}
        aria-label={`Does ${column} keep people out?`}
        value={flagChoice(flag, mapping) ?? ''}
        onChange={(event) => {
          const chosen = choices.find(({ key }) => key === event.target.value)?.column ?? null
          onChange(withColumn(mapping, column, chosen?.target ?? null, chosen?.values))
        }}
      >
        {choices.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
    </li>
  )
}
