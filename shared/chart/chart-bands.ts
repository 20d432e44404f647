import type { AxisPart } from './time-axis.ts'
import { round, type ChartClock, type ChartShape } from './chart-shapes.ts'

/** Pixels above the panels, for the names. */
export const bandHeight = 20

/** Runs and what lies between them, each with its name where there is room for it. */
export function bands(
  parts: readonly AxisPart[],
  xOf: (share: number) => number,
  bottom: number,
  clock: ChartClock,
  isUnreachable: boolean,
): readonly ChartShape[] {
  const shapes: ChartShape[] = []
  const last = parts.at(-1)
  const several = parts.some(({ kind }) => kind === 'pause')
  let run = 0
  let begins = true
  for (const part of parts) {
    const { kind, from, to, start, end, shortened } = part
    const [x, right] = [xOf(start), xOf(end)]
    const width = round(right - x)
    if (kind === 'run') {
      if (begins) run += 1
      if (begins && several && width >= 40)
        shapes.push({ kind: 'text', role: 'label', x: x + 4, y: 13, anchor: 'start', text: nameOf(part, run) })
      begins = false
      continue
    }
    begins = kind === 'pause'
    shapes.push({ kind: 'rect', role: kind, x, y: bandHeight, width, height: round(bottom - bandHeight) })
    shapes.push({
      kind: 'path',
      role: 'edge',
      d: `M${x} ${bandHeight - 14}V${bottom}M${right} ${bandHeight - 14}V${bottom}`,
    })
    const unreachable = isUnreachable && part === last
    const name = unreachable
      ? 'Unreachable'
      : kind === 'silence'
        ? 'No answers'
        : shortened
          ? `No run for ${spanText(to - from)}`
          : 'Paused'
    const [began, ended] = [clock(from, false), clock(to, false)]
    const text = [...(began === ended ? [] : [`${name} ${began}–${ended}`]), name].find(
      (words) => words.length * 6.4 <= width,
    )
    if (text !== undefined)
      shapes.push({ kind: 'text', role: 'band', x: round((x + right) / 2), y: 13, anchor: 'middle', text })
    // What goes on now is named however narrow it still is.
    else if (unreachable) shapes.push({ kind: 'text', role: 'band', x: right, y: 13, anchor: 'end', text: name })
  }
  return shapes
}

function nameOf({ samples }: AxisPart, run: number): string {
  return samples[0]?.pilot === true ? 'Pilot' : `Run ${run}`
}

/** `7 min`, `14 h`, `3 days` */
function spanText(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return `${Math.round(ms / 1000)} s`
  if (minutes < 90) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}
