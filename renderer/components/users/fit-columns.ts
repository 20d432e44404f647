import type { ColumnId } from './columns.tsx'
import { minWidth, stretchedColumn, type ColumnLayout } from './column-layout.ts'

/** Pixels that each column needs for what it holds, its header among it. */
export type ContentWidths = Readonly<Partial<Record<ColumnId, number>>>

/** Columns that a narrow window leaves out, the first one first. The drawer of a user has what they say. */
const leftOut: readonly ColumnId[] = [
  'place',
  'sourceId',
  'tenants',
  'family',
  'phone',
  'email',
  'providers',
  'tries',
  'methods',
]

/** Before anything was measured. */
const usual: Readonly<Record<ColumnId, number>> = {
  label: 260,
  email: 240,
  phone: 140,
  sourceId: 180,
  methods: 130,
  family: 120,
  providers: 110,
  tenants: 130,
  state: 140,
  note: 240,
  tries: 70,
  place: 180,
}

/** A single long value must not push everything else out of sight; the user column holds 40 characters and more. */
const widest: Readonly<Record<ColumnId, number>> = {
  label: 420,
  email: 360,
  phone: 200,
  sourceId: 260,
  methods: 240,
  family: 160,
  providers: 200,
  tenants: 240,
  state: 200,
  note: 900,
  tries: 120,
  place: 320,
}

/** The least width in a narrow window; the state is never cut, and the user has room for 40 characters. */
const narrowest: Readonly<Record<ColumnId, number>> = {
  ...widest,
  label: 330,
  email: 140,
  phone: 100,
  sourceId: 100,
  methods: 88,
  family: 80,
  providers: 80,
  tenants: 80,
  note: 100,
  tries: 60,
  place: 100,
}

/**
 * The width of every column that is shown. Columns are as wide as what they hold, or as the operator made them; the last
 * text column takes what is left. In a narrow window columns shrink, the note first, then the user; where even that is not
 * enough, the table is wider than `available`.
 */
export function fitColumns(
  layout: ColumnLayout,
  content: ContentWidths,
  available: number,
): Readonly<Partial<Record<ColumnId, number>>> {
  const { shown, widths } = layout
  const fitting = (id: ColumnId) => widths[id] ?? Math.max(Math.min(content[id] ?? usual[id], widest[id]), minWidth)
  const sizes = new Map(shown.map((id) => [id, fitting(id)]))
  const total = () => [...sizes.values()].reduce((sum, width) => sum + width, 0)
  const shrink = (ids: readonly ColumnId[]): void => {
    const over = total() - available
    const room = ids.map((id) => Math.max((sizes.get(id) ?? 0) - narrowest[id], 0))
    const sum = room.reduce((all, one) => all + one, 0)
    if (over <= 0 || sum === 0) return
    for (const [index, id] of ids.entries())
      sizes.set(id, Math.floor((sizes.get(id) ?? 0) - Math.min(over / sum, 1) * (room[index] ?? 0)))
  }
  const free = shown.filter((id) => widths[id] === undefined)
  shrink(free.filter((id) => id === 'note'))
  shrink(free.filter((id) => id === 'label'))
  shrink(free.filter((id) => id !== 'note' && id !== 'label'))
  const stretched = stretchedColumn(layout)
  const left = Math.floor(available - total())
  if (left > 0) sizes.set(stretched, (sizes.get(stretched) ?? 0) + left)
  return Object.fromEntries(sizes)
}

/** The columns that fit into the window at their least widths; all of them before the window was measured. */
export function columnsThatFit(
  { shown, widths }: ColumnLayout,
  content: ContentWidths,
  available: number,
): readonly ColumnId[] {
  if (available <= 0) return shown
  const least = (id: ColumnId) =>
    widths[id] ?? Math.max(Math.min(content[id] ?? usual[id], widest[id], narrowest[id]), minWidth)
  let fitting = shown
  for (const id of leftOut) {
    if (fitting.reduce((sum, one) => sum + least(one), 0) <= available) break
    fitting = fitting.filter((one) => one !== id)
  }
  return fitting
}
