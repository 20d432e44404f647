import { count } from '../../../../shared/format.ts'
import { drawRunChart } from '../../../../shared/chart/run-chart.ts'
import type { Sample } from '../../../../shared/chart/sample.ts'
import { markup, type Markup } from './markup.ts'

const [width, height] = [860, 220]

/** As all times of the report. */
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
