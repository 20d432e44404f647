import { drawRunChart } from '../../../../shared/chart/run-chart.ts'
import type { Sample } from '../../../../shared/chart/sample-schema.ts'
import { count } from '../../../../shared/format.ts'

/** Text that is HTML already. Everything else is escaped when it is put into a template. */
export type Markup = { readonly html: string }

type Part = Markup | string | number | null | undefined | false | readonly Part[]

/** A template in which every value is escaped, in elements and in quoted attributes alike, unless it is `Markup`. */
export function markup(texts: TemplateStringsArray, ...values: readonly Part[]): Markup {
  return { html: texts.reduce((all, text, n) => `${all}${rendered(values[n - 1])}${text}`) }
}

/** The head of a column, and the class of its cells: `n` for numbers, `line` for text that does not wrap. */
type Head = string | readonly [text: string, look: 'n' | 'line']

/** A table; the first column that is no number names the row. `cells`: one for each head. */
export function table<T>(heads: readonly Head[], rows: readonly T[], cells: (row: T) => readonly Part[]): Markup {
  const looks = heads.map((head) => (typeof head === 'string' ? '' : head[1]))
  const name = looks.findIndex((look) => look !== 'n')
  const classOf = (at: number) => (looks[at] === '' ? null : markup` class="${looks[at]}"`)
  const cell = (part: Part, at: number) =>
    at === name ? markup`<th scope="row"${classOf(at)}>${part}</th>` : markup`<td${classOf(at)}>${part}</td>`
  return markup`<table>
    <thead>
      <tr>
        ${heads.map((head, at) => markup`<th scope="col"${looks[at] === 'n' ? markup` class="n"` : null}>${typeof head === 'string' ? head : head[0]}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map((row) => markup`<tr>${cells(row).map(cell)}</tr>`)}
    </tbody>
  </table>`
}

function rendered(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'number') return String(part)
  if (typeof part === 'string') return escaped(part)
  return 'html' in part ? part.html : part.map(rendered).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Control characters besides line breaks have no place in HTML; they show as a box. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '').replaceAll(/[^\P{Cc}\t\n\r]/gu, '\uFFFD')
}

/** `2026-11-20 21:02:07 UTC`: a report is read in other time zones. */
export function utc(iso: string | null): string {
  return iso === null ? '–' : `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
}

const [width, height] = [860, 220]

/** A time of day in UTC, as the report writes all times. */
function utcClock(at: number, seconds: boolean): string {
  return new Date(at).toISOString().slice(11, seconds ? 19 : 16)
}

/** The chart of the run screen as SVG text; nothing when nothing was measured. */
export function chartSvg(samples: readonly Sample[]): Markup | null {
  const chart = drawRunChart(samples, width, height, { clock: utcClock })
  if (chart === null) return null
  const shapes = chart.shapes.map((shape) => {
    if (shape.kind === 'path') return markup`<path class="${shape.role}" d="${shape.d}" />`
    if (shape.kind === 'rect')
      return markup`<rect class="${shape.role}" x="${shape.x}" y="${shape.y}" width="${shape.width}" height="${shape.height}" />`
    return markup`<text class="${shape.role}" x="${shape.x}" y="${shape.y}" text-anchor="${shape.anchor}">${shape.text}</text>`
  })
  return markup`<figure>
    <svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label="${chart.words}">${shapes}</svg>
    <figcaption>Clock times are UTC.</figcaption>
  </figure>`
}

/** A bar whose parts are as wide as their numbers. `legend`: says the same in words below it. */
export function barSvg(
  parts: readonly { readonly label: string; readonly value: number; readonly color: string }[],
  withLegend = true,
): Markup {
  const seen = parts.filter(({ value }) => value > 0)
  const sum = seen.reduce((all, { value }) => all + value, 0)
  let x = 0
  const rects = seen.map(({ value, color }) => {
    const wide = (value / sum) * 1000
    const rect = markup`<rect
      class="${color}"
      x="${round(x)}"
      y="0"
      width="${round(Math.max(wide - 2, 1))}"
      height="10"
    />`
    x += wide
    return rect
  })
  const legend = seen.map(
    ({ label, value, color }) =>
      markup`<li>
        <svg class="dot" viewBox="0 0 10 10" aria-hidden="true">
          <rect class="${color}" width="10" height="10" rx="3" /></svg
        >${label} <b>${count(value)}</b>
      </li>`,
  )
  return markup`<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">${rects}</svg>
    ${withLegend ? markup`<ul class="legend">${legend}</ul>` : null}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
