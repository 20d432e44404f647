import { useEffect, useMemo, useState } from 'react'
import type { UserRow } from '../../../shared/ipc/views.ts'
import type { UserPages } from '../../api/user-pages.ts'
import { cellText, columnName } from './columns.tsx'
import type { ColumnId, ColumnSet } from './columns.tsx'
import type { ContentWidths } from './fit-columns.ts'

/** The sides of a cell, and what stands around a text within it. */
const padding: Readonly<Partial<Record<ColumnId, number>>> = { state: 24 + 20, label: 24 + 2 }
const usualPadding = 24
/** The sides of a header with its mark for the order. */
const aroundHead = 24 + 18
/** Widths grow in steps, so that columns hardly move while pages come in. */
const step = 8

const pages = new WeakMap<readonly UserRow[], Map<ColumnId, number>>()

/** How wide columns must be for the rows that are loaded. They grow as wider values come, until `question` changes. */
export function useContentWidths(
  { pages: loaded, stale }: UserPages,
  shown: readonly ColumnId[],
  set: ColumnSet,
  question: string,
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
    return rows.length === 0 ? widths : grow(`${question} ${fonts} ${shown.join()}`, widths)
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
function widestOf(page: readonly UserRow[], id: ColumnId, fonts: boolean): number {
  const known = pages.get(page) ?? new Map<ColumnId, number>()
  const before = known.get(id)
  if (before !== undefined && fonts) return before
  const font = id === 'state' ? tagFont : id === 'sourceId' ? monoFont : cellFont
  let widest = 0
  for (const row of page) {
    const text = cellText[id](row)
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

/** Whether texts are drawn in the font of the app by now. */
function useFontsLoaded(): boolean {
  const [loaded, setLoaded] = useState(() => document.fonts.status === 'loaded')
  useEffect(() => {
    const done = (): void => setLoaded(true)
    document.fonts.addEventListener('loadingdone', done)
    return () => document.fonts.removeEventListener('loadingdone', done)
  }, [])
  return loaded
}
