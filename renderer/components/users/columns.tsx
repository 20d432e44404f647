import { createColumnHelper, rowSelectionFeature, tableFeatures } from '@tanstack/react-table'
import type { UserRow } from '../../../shared/bridge/views.ts'
import { count } from '../format.ts'
import { Tag } from '../tag.tsx'
import { stateLooks } from '../user-state.ts'

export const features = tableFeatures({ rowSelectionFeature })

const column = createColumnHelper<typeof features, UserRow>()

const who = column.accessor('label', { header: 'User' })
const login = column.accessor('methods', {
  header: 'Login',
  cell: ({ row }) => row.original.methods.join(' · ') || '–',
})
const hash = column.accessor('family', { header: 'Hash', cell: ({ row }) => hashName(row.original.family) })
const state = column.accessor('state', {
  header: 'State',
  cell: ({ row }) => <Tag tone={stateLooks[row.original.state].tone}>{row.original.state}</Tag>,
})
const note = (header: string) => column.accessor('note', { header, cell: ({ row }) => row.original.note })
const tries = column.accessor('tries', { header: 'Tries', cell: ({ row }) => count(row.original.tries) })

/** The bucket of the preview that a user's hash is in, as a word. */
function hashName(bucket: string): string {
  return bucket === '' || bucket === 'none' ? '–' : bucket.replace(/^unsupported:/, '')
}

/** Which columns a screen shows. The order of the state changes with what the screen is about. */
export const columnSets = {
  preview: column.columns([who, login, hash, state, note('Finding')]),
  run: column.columns([who, login, state, note('What happened'), tries]),
  report: column.columns([who, login, state, note('What happened'), tries]),
} as const

export type ColumnSet = keyof typeof columnSets
