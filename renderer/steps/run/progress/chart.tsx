import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  memo,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ProgressView } from '../../../../shared/ipc/views.ts'
import type { Sample } from '../../../../shared/chart/sample-schema.ts'
import { type ChartPoint, type RunChart, drawRunChart } from '../../../../shared/chart/run-chart.ts'
import { type ChartRole, type ChartShape, replyText } from '../../../../shared/chart/chart-shapes.ts'
import { axisFigure } from '../../../../shared/format.ts'
import { shortTime, timeOfDay } from '../../../components/texts/format.ts'
import styles from './progress.module.css'

const fullHeight = 292
/** A low chart, above a table that needs the room. */
const compactHeight = 150

const looks: Readonly<Record<ChartRole, string | undefined>> = {
  users: styles.users,
  p50: styles.p50,
  p99: styles.p99,
  'at-once': styles.atOnce,
  'set-aside': styles.setAside,
  grid: styles.grid,
  pause: styles.pause,
  silence: styles.silence,
  edge: styles.edge,
  title: styles.title,
  label: styles.label,
  band: styles.band,
}

const clock = (at: number, seconds: boolean) => (seconds ? timeOfDay(at) : shortTime(at))

type ChartProps = {
  readonly history: readonly Sample[]
  /** The core does not answer at present; the axis continues to this moment. */
  readonly outage?: ProgressView['outage']
  readonly at?: number
  /** Two lines instead of three, at half the height. */
  readonly compact?: boolean
}

/**
 * Throughput, reply times and concurrency along the clock, with one readout for all lines by pointer and by arrow keys;
 * the report prints the same drawing. It is drawn again when a sample came, not with every snapshot.
 */
export const Chart = memo(DrawnChart, (before, now) => {
  const [was, is] = [before.history, now.history]
  const same = was.length === is.length && was[0]?.ms === is[0]?.ms && was.at(-1)?.at === is.at(-1)?.at
  return same && until(before) === until(now)
})

/** During an outage the axis continues in steps of two seconds. */
function until({ outage, at }: ChartProps): number | null {
  return !outage || at === undefined ? null : Math.floor(at / 2000) * 2000
}

function DrawnChart(props: ChartProps) {
  const { history, compact = false } = props
  const height = compact ? compactHeight : fullHeight
  const end = until(props)
  const [place, width] = useWidth<HTMLDivElement>(640)
  const chart = useMemo(
    () => drawRunChart(history, Math.max(320, width), height, { clock, until: end, compact }),
    [history, width, height, end, compact],
  )
  const [at, setAt] = useState<number | null>(null)
  const index = chart === null || at === null ? -1 : nearest(chart.points, at)
  const point = chart?.points[index]

  function follow(event: PointerEvent<HTMLDivElement>): void {
    const box = event.currentTarget.getBoundingClientRect()
    setAt(event.clientX - box.left)
  }
  function step(event: KeyboardEvent): void {
    if (chart === null || chart.points.length === 0) return
    const last = chart.points.length - 1
    const to = { ArrowLeft: index === -1 ? last : index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key]
    if (event.key === 'Escape') setAt(null)
    if (to === undefined) return
    event.preventDefault()
    setAt(chart.points[Math.min(last, Math.max(0, to))]?.x ?? null)
  }
  return (
    <div
      ref={place}
      className={styles.chart}
      style={{ height }}
      // The chart takes the focus, as a slider does, so that keys move its readout.
      tabIndex={chart === null ? -1 : 0}
      role="group"
      aria-label="Speed over time. Arrow keys read single points."
      onPointerMove={follow}
      onPointerLeave={() => setAt(null)}
      onBlur={() => setAt(null)}
      onKeyDown={step}
    >
      {chart !== null && (
        <svg viewBox={`0 0 ${chart.width} ${height}`} role="img" aria-label={chart.words}>
          <defs>
            <pattern id="pause-hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="7" height="7" className={styles.hatchBack} />
              <path d="M0 0V7" className={styles.hatch} />
            </pattern>
          </defs>
          {chart.shapes.map((shape, number) => (
            <Shape key={number} shape={shape} />
          ))}
          {point && <path className={styles.cursor} d={`M${point.x} ${chart.top}V${chart.bottom}`} />}
        </svg>
      )}
      {chart && point && <Readout chart={chart} point={point} />}
    </div>
  )
}

/** The values of all lines at one moment. */
function Readout({ chart, point }: { readonly chart: RunChart; readonly point: ChartPoint }) {
  const { sample, x } = point
  const rows: readonly (readonly [string, string])[] = [
    ['Users per second', axisFigure((sample.users * 1000) / Math.max(1000, sample.ms))],
    ['Reply time, p50', sample.p50 === null ? 'none' : replyText(sample.p50)],
    ['Reply time, p99', sample.p99 === null ? 'none' : replyText(sample.p99)],
    ['Parallel users', axisFigure(sample.atOnce)],
    ...(sample.setAside === undefined ? [] : [['Set aside', axisFigure(sample.setAside)] as const]),
  ]
  return (
    <dl
      className={`${styles.readout} figures`}
      data-side={x > chart.width / 2 ? 'left' : 'right'}
      style={x > chart.width / 2 ? { right: chart.width - x + 10 } : { left: x + 10 }}
      aria-live="polite"
    >
      <div>
        <dt className="visually-hidden">Time</dt>
        <dd>{timeOfDay(sample.at)}</dd>
      </div>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function nearest(points: readonly ChartPoint[], x: number): number {
  let best = -1
  for (const [index, point] of points.entries()) {
    if (best === -1 || Math.abs(point.x - x) < Math.abs((points[best]?.x ?? 0) - x)) best = index
  }
  return best
}

function Shape({ shape }: { readonly shape: ChartShape }) {
  if (shape.kind === 'path') return <path className={looks[shape.role]} d={shape.d} />
  if (shape.kind === 'rect') {
    const { x, y, width, height: tall } = shape
    return <rect className={looks[shape.role]} x={x} y={y} width={width} height={tall} />
  }
  return (
    <text className={looks[shape.role]} x={shape.x} y={shape.y} textAnchor={shape.anchor}>
      {shape.text}
    </text>
  )
}

/** The width of an element in whole pixels, followed as it changes; `first` until it is known. */
function useWidth<E extends HTMLElement>(first: number): readonly [RefObject<E | null>, number] {
  const place = useRef<E>(null)
  const [width, setWidth] = useState(first)
  useEffect(() => {
    if (!place.current) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)))
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return [place, width]
}
