import { memo, useMemo } from 'react'
import type { Sample } from '../../../shared/chart/sample.ts'
import { drawRunChart } from '../../../shared/chart/run-chart.ts'
import type { ChartRole, ChartShape } from '../../../shared/chart/run-chart.ts'
import styles from './chart.module.css'
import { useWidth } from './use-width.ts'

const height = 260

const looks: Readonly<Record<ChartRole, string | undefined>> = {
  users: styles.users,
  p50: styles.p50,
  p99: styles.p99,
  'at-once': styles.atOnce,
  grid: styles.grid,
  pause: styles.pause,
  title: styles.title,
  label: styles.label,
}

/** A few points make no line. */
export function isWorthDrawing(history: readonly Sample[]): boolean {
  return history.length >= 5
}

/**
 * Throughput, reply times and concurrency over the time that was spent sending; the report prints the same drawing. It
 * is drawn again when a sample came, not with every snapshot.
 */
export const Chart = memo(DrawnChart, ({ history: before }, { history: now }) => {
  return before.length === now.length && before[0]?.ms === now[0]?.ms && before.at(-1)?.at === now.at(-1)?.at
})

function DrawnChart({ history }: { readonly history: readonly Sample[] }) {
  const [place, width] = useWidth<HTMLDivElement>(640)
  const chart = useMemo(() => drawRunChart(history, Math.max(320, width), height), [history, width])
  return (
    <div ref={place} className={styles.chart}>
      {chart !== null && (
        <svg viewBox={`0 0 ${chart.width} ${height}`} role="img" aria-label={chart.words}>
          {chart.shapes.map((shape, index) => (
            <Shape key={index} shape={shape} />
          ))}
        </svg>
      )}
    </div>
  )
}

function Shape({ shape }: { readonly shape: ChartShape }) {
  if (shape.kind === 'path') return <path className={looks[shape.role]} d={shape.d} />
  return (
    <text className={looks[shape.role]} x={shape.x} y={shape.y} textAnchor={shape.anchor}>
      {shape.text}
    </text>
  )
}
