import {
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  tableFeatures,
} from '@tanstack/react-table'
import type { UserRow, UserSort } from '../../../shared/ipc/views.ts'
import { count } from '../format.ts'
import { Tag } from '../tag.tsx'
import { stateLooks } from '../user-state.ts'

export const features = tableFeatures({ columnOrderingFeature, columnSizingFeature, columnVisibilityFeature })

const column = createColumnHelper<typeof features, UserRow>()

export type ColumnId = Exclude<UserSort['by'], never>

/** What a screen calls a column; the note says what was found, or what happened. */
export const columnNames: Readonly<Record<ColumnId, string>> = {
  label: 'User',
  email: 'Email',
  phone: 'Phone',
  sourceId: 'Old id',
  methods: 'Login',
  family: 'Hash',
  providers: 'Provider',
  state: 'State',
  note: 'Finding',
  tries: 'Tries',
  place: 'Source',
}

const nothing = '–'

/** The bucket of the preview that a user's hash is in, as a word. */
function hashName(bucket: string): string {
  return bucket === '' || bucket === 'none' ? nothing : bucket.replace(/^unsupported:/, '')
}

/** Every column that can be shown, as text; what a cell cuts is its title. */
export const cellText: Readonly<Record<ColumnId, (user: UserRow) => string>> = {
  label: (user) => user.label,
  email: (user) => user.email ?? nothing,
  phone: (user) => user.phone ?? nothing,
  sourceId: (user) => user.sourceId ?? nothing,
  methods: (user) => user.methods.join(' · ') || nothing,
  family: (user) => hashName(user.family),
  providers: (user) => user.providers.join(' · ') || nothing,
  state: (user) => user.state,
  note: (user) => user.note,
  tries: (user) => count(user.tries),
  place: (user) => `${user.file}, line ${user.line}`,
}

const ids = Object.keys(columnNames) as ColumnId[]

export const columns = column.columns(
  ids.map((id) =>
    column.accessor(cellText[id], {
      id,
      header: columnNames[id],
      minSize: 60,
      maxSize: 900,
      cell: ({ row }) =>
        id === 'state' ? (
          <Tag tone={stateLooks[row.original.state].tone}>{row.original.state}</Tag>
        ) : (
          cellText[id](row.original)
        ),
    }),
  ),
)

/** Which screen a table is on: it is about other things there. */
export type ColumnSet = 'review' | 'run' | 'report'

export function columnName(id: ColumnId, set: ColumnSet): string {
  return id === 'note' && set !== 'review' ? 'What happened' : columnNames[id]
}
