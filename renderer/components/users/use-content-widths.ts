import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { UserRow } from '../../../shared/ipc/views.ts'
import type { UserPages } from '../../api/use-users.ts'
import { type ColumnLayout, columnLayout } from './column-layout.ts'
import { cellText, type ColumnId, columnName, type ColumnSet, isNamedById, minWidth } from './columns.tsx'

/** The sides of a cell, and what stands around a text within it. */
const padding: Readonly<Partial<Record<ColumnId, number>>> = { state: 24 + 20, label: 24 + 2 }
const usualPadding = 24
/** The sides of a header with its mark for the order. */
const aroundHead = 24 + 18
/** Widths grow in steps, so that columns hardly move while pages come in. */
const step = 8

/** The measured columns; `contact`: the user column for users who are not named by an ID. */
type Measured = ColumnId | 'contact'

const pages = new WeakMap<readonly UserRow[], Map<Measured, number>>()

/** How wide columns must be for the rows that are loaded. They grow as wider values come, until their question changes. */
export function useContentWidths(
  { question, pages: loaded, stale }: UserPages,
  shown: readonly ColumnId[],
  set: ColumnSet,
): ContentWidths {
  const fonts = useFontsLoaded()
  const [grow] = useState(createGrowing)
  return useMemo(() => {
    const rows = [...loaded.values(), ...(loaded.size === 0 ? stale.values() : [])]
    const widths = Object.fromEntries(
      shown.map((id) => {
        const cells = rows.map((page) => widestOf(page, id, fonts))
        const content = Math.max(0, ...cells) + (padding[id] ?? usualPadding)
        const head = textWidth(columnName(id, set), headFont) + aroundHead
        return [id, Math.ceil(Math.max(content, head) / step) * step]
      }),
    )
    widths.contact = Math.max(0, ...rows.map((page) => widestOf(page, 'contact', fonts))) + (padding.label ?? 0)
    // Rows of the previous filter do not tell the widths that the new one needs.
    return loaded.size === 0 ? widths : grow(`${question} ${fonts} ${shown.join()}`, widths)
  }, [loaded, stale, shown, set, question, fonts, grow])
}

type Grow = (key: string, widths: ContentWidths) => ContentWidths

/** Widths that only grow as long as the key stays the same. */
function createGrowing(): Grow {
  let last = ''
  let grown = new Map<string, number>()
  return (key, widths) => {
    if (key !== last) grown = new Map()
    last = key
    for (const [id, width] of Object.entries(widths)) grown.set(id, Math.max(grown.get(id) ?? 0, width))
    return Object.fromEntries(grown)
  }
}

/** The widest text of a page in a column, worked out once for each page. */
function widestOf(page: readonly UserRow[], id: Measured, fonts: boolean): number {
  const known = pages.get(page) ?? new Map<Measured, number>()
  const before = known.get(id)
  if (before !== undefined && fonts) return before
  const font = id === 'state' ? tagFont : id === 'sourceId' ? monoFont : cellFont
  let widest = 0
  for (const row of page) {
    if (id === 'contact' && isNamedById(row)) continue
    const text = cellText[id === 'contact' ? 'label' : id](row)
    // No letter is wider than its font is high.
    if (text.length * 13 > widest) widest = Math.max(widest, textWidth(text, font))
  }
  known.set(id, widest)
  pages.set(page, known)
  return widest
}

export const fontFamily = "'Inter Variable', 'Segoe UI Variable', 'Segoe UI', system-ui, sans-serif"
const cellFont = `13px ${fontFamily}`
const headFont = `500 12px ${fontFamily}`
const tagFont = `500 12px ${fontFamily}`
const monoFont = "12px ui-monospace, 'Cascadia Code', 'SF Mono', 'DejaVu Sans Mono', monospace"

let context: CanvasRenderingContext2D | null | undefined

/** Pixels that a text takes in a font. */
export function textWidth(text: string, font: string): number {
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return text.length * 8
  if (context.font !== font) context.font = font
  return context.measureText(text).width
}

/** Whether the font of the app has loaded. */
function useFontsLoaded(): boolean {
  const [loaded, setLoaded] = useState(() => document.fonts.status === 'loaded')
  useEffect(() => {
    const done = (): void => setLoaded(true)
    document.fonts.addEventListener('loadingdone', done)
    return () => document.fonts.removeEventListener('loadingdone', done)
  }, [])
  return loaded
}

/** The inner width of an element in whole pixels, followed as it changes; 0 until it is known. */
export function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!element.current) return undefined
    const { current } = element
    const measure = (): void => setWidth(current.clientWidth)
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    measure()
    return () => observer.disconnect()
  }, [element])
  return width
}

/** Pixels that each column needs for what it holds, its header among it. */
export type ContentWidths = Readonly<Partial<Record<Measured, number>>>

/** Columns that only an operator shows. */
const chosenColumns: readonly ColumnId[] = ['place', 'tenants', 'phone', 'email', 'providers', 'sourceId']

/** Columns that a narrow window leaves out, the first one first. The drawer of a user has what they say. */
const leftOut: readonly ColumnId[] = ['family', 'tries', 'methods', ...chosenColumns]

/** Widths before the first measurement. */
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

/** A single long value must not push everything else out of sight; the user column holds 40 characters and more where the note leaves room. */
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
  note: 320,
  tries: 120,
  place: 320,
}

/** The least width in a narrow window; the state is never cut, and the user has room for 40 characters. */
const narrowest: Readonly<Record<ColumnId, number>> = {
  ...widest,
  label: 330,
  email: 140,
  phone: 100,
  sourceId: 120,
  methods: 128,
  family: 80,
  providers: 80,
  tenants: 80,
  note: 84,
  tries: 60,
  place: 100,
}

/** The note keeps this much of its text before the user column shrinks, and this much beside a column that an operator shows. */
const [usualNote, shortNote] = [176, 140]
/** Room for two login methods: of more, the others are in the drawer of the user. */
const fewMethods = 176
/** Room for the beginning and the end of an ID, by which it is told from others. */
const shortId = 240
/** The longest email addresses that are common. */
const widestUser = 640

/**
 * The width of every column that is shown. Columns are as wide as what they hold, or as the operator made them; the last
 * text column takes what is left, once users with long names have room. In a narrow window columns shrink, IDs first, then the end of the
 * note, the user, many login methods, the note and the others; where even that is not enough, the table is wider than `available`.
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
  const shrink = (ids: readonly ColumnId[], least = narrowest): void => {
    const over = total() - available
    const room = ids.map((id) => Math.max((sizes.get(id) ?? 0) - least[id], 0))
    const sum = room.reduce((all, one) => all + one, 0)
    if (over <= 0 || sum === 0) return
    for (const [index, id] of ids.entries())
      sizes.set(id, Math.floor((sizes.get(id) ?? 0) - Math.min(over / sum, 1) * (room[index] ?? 0)))
  }
  const free = shown.filter((id) => widths[id] === undefined)
  const note = free.filter((id) => id === 'note')
  const ids = free.filter((id) => id === 'label' || id === 'sourceId')
  shrink(ids, { ...narrowest, label: Math.max(content.contact ?? widest.label, shortId) })
  shrink(note, { ...narrowest, note: usualNote })
  shrink(free.filter((id) => id === 'label'))
  shrink(
    free.filter((id) => id === 'methods'),
    { ...narrowest, methods: fewMethods },
  )
  shrink(note)
  shrink(free.filter((id) => id !== 'note' && id !== 'label'))
  const grow = (id: ColumnId, most: number): void => {
    const left = Math.floor(available - total())
    if (left > 0) sizes.set(id, (sizes.get(id) ?? 0) + Math.min(left, Math.max(most, 0)))
  }
  if (free.includes('label')) grow('label', Math.min(content.label ?? 0, widestUser) - (sizes.get('label') ?? 0))
  // Of what the note leaves, the others have room for more than usual.
  const spare = () => available - total() - Math.max((content.note ?? 0) - (sizes.get('note') ?? 0), 0)
  for (const id of free.filter((one) => one !== 'note' && one !== 'label'))
    grow(id, Math.min(spare(), Math.min(content[id] ?? 0, widest[id] * 2) - (sizes.get(id) ?? 0)))
  grow(columnLayout.stretched(layout), Infinity)
  return Object.fromEntries(sizes)
}

/** The columns that fit into the window, and leave the note room for a short text; all of them before the window was measured. */
export function columnsThatFit(layout: ColumnLayout, content: ContentWidths, available: number): readonly ColumnId[] {
  if (available <= 0) return layout.shown
  let fitting = layout.shown
  for (const id of leftOut) {
    const wanted = Math.min(content.note ?? usual.note, chosenColumns.includes(id) ? shortNote : usualNote)
    const fitted = fitColumns({ ...layout, shown: fitting }, content, available)
    const total = Object.values(fitted).reduce((sum, width) => sum + width, 0)
    // Login methods outrank the end of a note, as does the width that the operator gave it.
    const note = id === 'methods' || layout.widths.note !== undefined ? wanted : (fitted.note ?? wanted)
    if (total <= available && note >= wanted) break
    fitting = fitting.filter((one) => one !== id)
  }
  return fitting
}
