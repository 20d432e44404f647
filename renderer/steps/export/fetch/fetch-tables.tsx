import { useId, useState } from 'react'
import type { Connected, OfferedTable } from '../../../../shared/ipc/views.ts'
import { Button } from '../../../components/controls/button.tsx'
import { Field, Checkbox } from '../../../components/controls/field.tsx'
import { count, counted } from '../../../components/texts/format.ts'
import { PopoverButton } from '../../../components/overlays/popover.tsx'
import { SearchField } from '../../../components/controls/search-field.tsx'
import { Segments } from '../../../components/controls/segments.tsx'
import { Tag } from '../../../components/display/tag.tsx'
import styles from './fetch.module.css'

/** The part of a connected database that is read. */
export type FetchChoice = {
  readonly kind: 'tables' | 'query'
  readonly table: OfferedTable | null
  /** The columns that are fetched; null: the default columns. */
  readonly columns: readonly string[] | null
  readonly query: string
  readonly key: string
  readonly realm: string
}

/** The table that looks most like users, where one does. */
export function firstChoice({ tables }: Connected): FetchChoice {
  const table = tables.find(isLikely) ?? null
  return { kind: 'tables', table, columns: null, query: '', key: '', realm: '' }
}

/** The options of a choice; null: nothing is chosen. */
export function choiceValues({ kind, table, columns, query, key, realm }: FetchChoice): Record<string, string> | null {
  const byKey = key === '' ? {} : { key }
  if (kind === 'query') return query.trim() === '' ? null : { query, ...byKey }
  if (table === null || columns?.length === 0) return null
  const ofKeycloak = isKeycloak(table) && realm !== '' ? { realm } : {}
  return { ...table.values, ...(columns === null ? {} : { columns: columns.join(',') }), ...byKey, ...ofKeycloak }
}

/** The words of the button that starts. */
export function fetchText({ kind, table }: FetchChoice): string {
  if (kind === 'query') return 'Fetch rows'
  if (table === null || table.rows === null) return 'Fetch'
  return `Fetch ${rowsText(table)}`
}

/** Tables of a connected database, the likeliest first, or a query of the operator's own. */
export function TablesPane({
  connected: { tables },
  choice,
  onChange,
}: {
  readonly connected: Connected
  readonly choice: FetchChoice
  readonly onChange: (choice: FetchChoice) => void
}) {
  const [search, setSearch] = useState('')
  const [all, setAll] = useState(false)
  const { kind, table } = choice
  const found = tables.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  const likely = found.filter(isLikely)
  const others = found.filter((one) => !isLikely(one))
  const shown = all || search !== '' ? others : others.slice(0, 3)
  const choose = (next: OfferedTable) => onChange({ ...choice, table: next, columns: null, key: '', realm: '' })
  return (
    <div className={`stack ${styles.pane}`}>
      <div className={styles.line}>
        <Segments
          label="Fetch from"
          options={[
            ['tables', 'Tables'],
            ['query', 'Query'],
          ]}
          value={kind}
          onChange={(next) => onChange({ ...choice, kind: next, key: '' })}
        />
        {kind === 'tables' && (
          <SearchField
            label="Search tables"
            placeholder={counted(tables.length, 'table')}
            value={search}
            onChange={setSearch}
          />
        )}
      </div>
      {kind === 'query' ? (
        <QueryFields choice={choice} onChange={onChange} />
      ) : (
        <>
          <TableGroup title="Look like users" tables={likely} best={tables[0]} chosen={table} onChoose={choose} />
          <TableGroup title="Other tables" tables={shown} chosen={table} onChoose={choose} />
          {shown.length < others.length && (
            <p className={`note ${styles.others}`}>
              <Button variant="link" onClick={() => setAll(true)}>
                {count(others.length - shown.length)} more
              </Button>
            </p>
          )}
          {found.length === 0 && <p className="muted">No tables match.</p>}
          {table !== null && <TableFields table={table} choice={choice} onChange={onChange} />}
        </>
      )}
    </div>
  )
}

function TableGroup({
  title,
  tables,
  best,
  chosen,
  onChoose,
}: {
  readonly title: string
  readonly tables: readonly OfferedTable[]
  readonly best?: OfferedTable | undefined
  readonly chosen: OfferedTable | null
  readonly onChoose: (table: OfferedTable) => void
}) {
  const id = useId()
  if (tables.length === 0) return null
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className={`note ${styles.kind}`}>
        {title}
      </p>
      <div className={`panel ${styles.tables}`}>
        {tables.map((table) => (
          <label key={table.name} className={styles.table}>
            <input type="radio" name="table" checked={table === chosen} onChange={() => onChoose(table)} />
            <span className={styles.name}>
              <b>{table.name}</b>
              {table === best && <Tag tone="outlined">Recommended</Tag>}
              {table.finds.length > 0 && <small>{table.finds.join(', ')}</small>}
            </span>
            <span className="muted figures">{table.rows === null ? '' : rowsText(table)}</span>
          </label>
        ))}
      </div>
    </div>
  )
}

type ChoiceProps = { readonly choice: FetchChoice; readonly onChange: (choice: FetchChoice) => void }

/** Further settings of a chosen table: a key to resume by where it has none, the realm of a Keycloak. */
function TableFields({ table, choice, onChange }: ChoiceProps & { readonly table: OfferedTable }) {
  if (isKeycloak(table)) {
    return (
      <Field label="Realm">
        {(ids) => (
          <input
            {...ids}
            type="text"
            value={choice.realm}
            placeholder="The only one besides master"
            spellCheck={false}
            onChange={(event) => onChange({ ...choice, realm: event.target.value })}
          />
        )}
      </Field>
    )
  }
  if (table.hasKey || table.columns === null) return null
  return (
    <Field
      label="Key"
      hint="A column whose values are unique and never empty. Without one, an interrupted fetch starts over."
    >
      {(ids) => (
        <select {...ids} value={choice.key} onChange={(event) => onChange({ ...choice, key: event.target.value })}>
          <option value="">None</option>
          {table.columns?.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function QueryFields({ choice, onChange }: ChoiceProps) {
  return (
    <>
      <Field label="Query" hint="One SELECT statement. Nothing in the database is changed.">
        {(ids) => (
          <textarea
            {...ids}
            rows={9}
            value={choice.query}
            placeholder="SELECT id, email, password_hash FROM users WHERE active"
            spellCheck={false}
            maxLength={20_000}
            onChange={(event) => onChange({ ...choice, query: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Key"
        hint="A column whose values are unique and never empty. Without one, an interrupted fetch starts over."
      >
        {(ids) => (
          <input
            {...ids}
            type="text"
            value={choice.key}
            spellCheck={false}
            onChange={(event) => onChange({ ...choice, key: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}

/** How many columns of the chosen table are fetched, and the way to change that. */
export function ColumnsLine({ choice, onChange }: ChoiceProps) {
  const { kind, table } = choice
  if (kind !== 'tables' || table?.columns == null) return null
  const usual = table.columns.filter(({ isFetched }) => isFetched).map(({ name }) => name)
  const fetched = choice.columns ?? usual
  const isLeftOut = choice.columns === null && usual.length < table.columns.length
  return (
    <>
      {count(fetched.length)} of {counted(table.columns.length, 'column')}
      {isLeftOut && ', without tokens'}.{' '}
      <PopoverButton
        label="Columns"
        variant="link"
        content={
          <ColumnBoxes
            columns={table.columns}
            fetched={fetched}
            onChange={(columns) => onChange({ ...choice, columns })}
          />
        }
      >
        Change…
      </PopoverButton>
    </>
  )
}

function rowsText({ rows, isExact }: OfferedTable): string {
  // An estimate of none may be of a table that was filled since.
  if (!isExact && (rows ?? 0) === 0) return 'few or no rows'
  return `${isExact ? '' : 'about '}${counted(rows ?? 0, 'row')}`
}

function isLikely({ finds }: OfferedTable): boolean {
  return finds.length > 0
}

function isKeycloak({ values }: OfferedTable): boolean {
  return values['preset'] === 'keycloak'
}

/** The columns of a table that are fetched, each with a box. */
function ColumnBoxes({
  columns,
  fetched,
  onChange,
}: {
  readonly columns: readonly { readonly name: string }[]
  readonly fetched: readonly string[]
  readonly onChange: (fetched: readonly string[]) => void
}) {
  return (
    <div className={styles.columns}>
      {columns.map(({ name }) => (
        <Checkbox
          key={name}
          checked={fetched.includes(name)}
          onChange={(checked) =>
            // In the order of the table.
            onChange(columns.map((one) => one.name).filter((one) => (one === name ? checked : fetched.includes(one))))
          }
        >
          {name}
        </Checkbox>
      ))}
    </div>
  )
}
