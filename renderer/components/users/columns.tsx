import {
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  tableFeatures,
} from '@tanstack/react-table'
import type { UserRow, UserSort } from '../../../shared/ipc/views.ts'
import { methodTitle, methodTitles } from '../../../shared/users/method-titles.ts'
import { hashFamily } from '../../../shared/hashes/family-title.ts'
import { count } from '../texts/format.ts'
import { stateLooks, Tag } from '../display/tag.tsx'
import styles from './columns.module.css'

export const features = tableFeatures({ columnOrderingFeature, columnSizingFeature, columnVisibilityFeature })

const column = createColumnHelper<typeof features, UserRow>()

export type ColumnId = Exclude<UserSort['by'], 'run'>

/** Widths of any column, in pixels. */
export const [minWidth, maxWidth] = [60, 900]

/** A screen's names for columns; the note has the finding or the outcome. */
const columnNames: Readonly<Record<ColumnId, string>> = {
  label: 'User',
  email: 'Email',
  phone: 'Phone number',
  sourceId: 'Source ID',
  methods: 'Login methods',
  family: 'Password hash',
  providers: 'Provider',
  tenants: 'Tenant',
  state: 'State',
  note: 'Finding',
  tries: 'Tries',
  place: 'Source',
}

/** All columns, in the order in which they are offered. */
export const everyColumn = Object.keys(columnNames) as readonly ColumnId[]

const nothing = '–'

const none = 'None'

/** Whether a cell shows the mark for no value. */
export function isNone(text: string): boolean {
  return text === none || text === nothing
}

/** The bucket that a user's hash is in, as a word. */
export function hashName(bucket: string): string {
  if (bucket === '' || bucket === 'none') return none
  return hashFamily.heading(hashFamily.of(bucket))
}

/** How a user signs in; third-party logins by the names of their providers. */
export function methodsOf({ methods, providers }: Pick<UserRow, 'methods' | 'providers'>): string {
  const thirdParty = providers.length > 0 ? providers : [methodTitles['third-party']]
  const names = methods.flatMap((method) => (method === 'third-party' ? thirdParty : [methodTitle(method)]))
  return names.join(', ') || none
}

/** The earlier migration sent this user unchanged, so it is not shown as excluded. */
function isUnchanged({ state, unchanged }: UserRow): boolean {
  return state === 'excluded' && unchanged === true
}

/** Characters at the end of an ID, which tell it from others. */
const idEnd = 8

/** An ID: one too long for its cell loses its middle. The text stays whole for copies, tooltips, and screen readers. */
export function Id({ text }: { readonly text: string }) {
  if (text.length <= 2 * idEnd) return text
  return (
    <>
      <span className={styles.start}>{text.slice(0, -idEnd)}</span>
      {text.slice(-idEnd)}
    </>
  )
}

/** Whether a user is named by the ID of the source, having neither email nor phone number. */
export function isNamedById({ label, sourceId }: Pick<UserRow, 'label' | 'sourceId'>): boolean {
  return label === sourceId
}

/** Every column that can be shown, as text; what a cell cuts is its title. */
export const cellText: Readonly<Record<ColumnId, (user: UserRow) => string>> = {
  label: ({ label, formerEmail }) => (formerEmail === undefined ? label : `${formerEmail} → ${label}`),
  email: (user) => user.email ?? nothing,
  phone: (user) => user.phone ?? nothing,
  sourceId: (user) => user.sourceId ?? nothing,
  methods: methodsOf,
  family: (user) => hashName(user.family),
  providers: (user) => user.providers.join(', ') || nothing,
  tenants: (user) => user.tenants.join(', ') || nothing,
  state: (user) => (isUnchanged(user) ? 'Unchanged' : stateLooks[user.state].word),
  note: (user) => user.note,
  tries: (user) => count(user.tries),
  place: (user) => `${user.file}, ${user.place}`,
}

/** The changed part of a user of a later export and its detail, as two columns of one width each. */
export function Changed({ what, detail, isSameUser }: NonNullable<UserRow['changed']>) {
  return (
    <span className={styles.parts}>
      <span className={styles.what}>{what}</span>
      {isSameUser && <Tag tone="ok">Same user</Tag>}
      <span>{detail}</span>
    </span>
  )
}

/** The head of both columns. */
export function ChangedHead() {
  return (
    <span className={styles.parts}>
      <span className={styles.what}>{columnName('note', 'changed')}</span>
      <span>Detail</span>
    </span>
  )
}

export const columns = column.columns(
  everyColumn.map((id) =>
    column.accessor(cellText[id], {
      id,
      header: columnNames[id],
      minSize: minWidth,
      maxSize: maxWidth,
      cell: ({ row }) =>
        id === 'state' ? (
          <Tag tone={stateLooks[row.original.state].tone}>{cellText.state(row.original)}</Tag>
        ) : id === 'sourceId' ? (
          <Id text={cellText.sourceId(row.original)} />
        ) : (
          cellText[id](row.original)
        ),
    }),
  ),
)

/** The screen of a table, which decides its columns. `changed`: changed users of a later export. */
export type ColumnSet = 'review' | 'changed' | 'run' | 'report'

export function columnName(id: ColumnId, set: ColumnSet): string {
  if (id !== 'note' || set === 'review') return columnNames[id]
  return set === 'changed' ? 'Changed' : 'What happened'
}
