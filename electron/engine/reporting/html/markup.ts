import { drawRunChart } from '../../../../shared/chart/run-chart.ts'
import type { Sample } from '../../../../shared/chart/sample.ts'
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

/** The whole look of the report: light or dark with the system on screen, light on paper. */
export const style = `
:root { color-scheme: light dark; --line: light-dark(#dfe3e8, #2a2f38); --text: light-dark(#161a20, #e8ebf0);
  --muted: light-dark(#525c6b, #a0abba); --bg: light-dark(#ffffff, #101216); --panel: light-dark(#f6f7f9, #181b21);
  --off-bg: light-dark(#eceff3, #232830); --wait-bg: light-dark(#fdf3dc, #352708);
  --ok: light-dark(#146c40, #5fd39a); --bad: light-dark(#b3261e, #ff8f86); --wait: light-dark(#825400, #f0bd55);
  --c1: light-dark(#3b6cf0, #7c9dff); --c2: light-dark(#12937d, #4fd6c0); --c3: light-dark(#a45ee5, #c594ff);
  --c4: light-dark(#c07d22, #e9b36a); --c5: light-dark(#7f8a99, #738092); --c6: light-dark(#d1477a, #f288b0); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 960px; padding: 40px 24px 64px; font: 14px/1.5 "Segoe UI", system-ui, -apple-system, sans-serif; color: var(--text); background: var(--bg); }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 6px; letter-spacing: -0.01em; }
h2 { font-size: 16px; margin: 36px 0 8px; } h2 .muted { font-size: 13px; font-weight: 400; }
h2, h3 { break-after: avoid; break-inside: avoid; } h2 + *, h3 + * { break-before: avoid; }
h3 { font-size: 14px; margin: 16px 0 4px; }
p { margin: 0 0 8px; max-width: 80ch; } header p { max-width: none; } p { orphans: 3; widows: 3; } ul { margin: 0; padding: 0; list-style: none; }
.muted, figcaption, caption { color: var(--muted); } .lead { font-size: 15px; color: var(--muted); }
.mark { display: inline-block; border: 1px solid currentColor; border-radius: 99px; padding: 0 10px; font-weight: 600; font-size: 13px; }
.rehearsal { color: var(--wait); border-style: dashed; } .live { color: var(--bad); }
table { width: 100%; border-collapse: collapse; font-size: 13px; } caption { text-align: left; padding-bottom: 4px; }
th, td { text-align: left; vertical-align: top; padding: 5px 12px 5px 0; border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
thead th { color: var(--muted); font-weight: 500; font-size: 12px; } tbody th { font-weight: 400; } thead { display: table-header-group; } tr { break-inside: avoid; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; padding-left: 12px; padding-right: 0; } .n:not(:last-child) { padding-right: 14px; }
.line { white-space: nowrap; }
.sums td { border: 0; padding: 2px 8px 8px 0; color: var(--muted); font-size: 12px; } .sums b { color: var(--text); font-size: 16px; } .sums .ok { color: var(--ok); } .sums .bad { color: var(--bad); }
.names { columns: 4 160px; column-gap: 14px; font-size: 11px; line-height: 1.4; } .names li { overflow-wrap: anywhere; break-inside: avoid; }
.ok { color: var(--ok); } .bad { color: var(--bad); }
code { font: 12px/1.4 ui-monospace, "Cascadia Code", "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
figure { margin: 0; break-inside: avoid; } .chart { width: 100%; height: auto; display: block; }
.chart path { fill: none; stroke-linejoin: round; stroke-linecap: round; } .chart text { font-size: 12px; fill: var(--muted); }
@media screen { .chart text { paint-order: stroke; stroke: var(--bg); stroke-width: 4px; stroke-linejoin: round; } } .chart text.title { fill: var(--text); } .chart .grid { stroke: var(--line); } .chart .pause { fill: var(--off-bg, #eceff3); } .chart .silence { fill: var(--wait-bg, #fdf3dc); } .chart .edge { stroke: var(--muted); stroke-dasharray: 3 3; } .chart text.band { fill: var(--text); }
.chart path.users { stroke: var(--c1); stroke-width: 2; } .chart path.p50 { stroke: var(--c2); stroke-width: 1.5; }
.chart path.p99 { stroke: var(--c4); stroke-width: 2; } .chart path.at-once { stroke: var(--c3); stroke-width: 1.5; }
.bar { width: 100%; height: 14px; display: block; border-radius: 4px; } .legend { display: flex; flex-wrap: wrap; gap: 2px 18px; margin: 6px 0 0; font-size: 13px; }
.dot { width: 10px; height: 10px; margin-right: 6px; } rect.c1 { fill: var(--c1); } rect.c2 { fill: var(--c2); } rect.c3 { fill: var(--c3); }
rect.c4 { fill: var(--c4); } rect.c5 { fill: var(--c5); } rect.c6 { fill: var(--c6); } rect.bad { fill: var(--bad); } rect.ok { fill: var(--ok); }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 20px; margin: 0; font-size: 13px; } dt { color: var(--muted); } dd { margin: 0; overflow-wrap: break-word; } dl, .keep { break-inside: avoid; }
.sign { display: grid; grid-template-columns: 1fr 1fr; gap: 28px 32px; margin-top: 24px; break-inside: avoid; } .sign span { display: block; border-top: 1px solid var(--text); padding-top: 4px; color: var(--muted); font-size: 12px; }
footer { margin-top: 40px; padding-top: 12px; border-top: 1px solid var(--line); color: var(--muted); font-size: 12px; }
@page { margin: 16mm 14mm 18mm; @bottom-right { content: counter(page) " of " counter(pages); font: 10px sans-serif; color: #525c6b; } }
@media print { :root { color-scheme: light; } body { max-width: none; padding: 0; font-size: 11px; } h1 { font-size: 19px; } h2 { margin: 14px 0 4px; font-size: 13px; } h2 .muted { font-size: 11px; font-weight: 400; } h3 { font-size: 11px; margin: 8px 0 2px; } table { font-size: 10.5px; } th, td { padding: 3px 10px 3px 0; } .page { break-before: page; } .names { columns: 3; column-gap: 10px; font-size: 8px; line-height: 1.2; } dl { font-size: 10.5px; } footer { margin-top: 14px; padding-top: 6px; font-size: 10px; } .sign { margin-top: 14px; gap: 14px 32px; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
@media (forced-colors: active) { .bar, .dot, .chart { forced-color-adjust: none; } }
`

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
