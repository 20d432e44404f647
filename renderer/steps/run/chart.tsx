import { useMemo } from 'react'
import type { ProgressView } from '../../../shared/bridge/views.ts'
import { Card } from '../../components/card.tsx'
import { rate, replyTimes } from '../../components/format.ts'
import { linePath, minutesShown, niceMax, thinned } from './chart-path.ts'
import type { Plane } from './chart-path.ts'
import styles from './chart.module.css'

const figure = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })
const titles: Readonly<Record<number, string>> = { 1: 'Last minute', 2: 'Last two minutes', 5: 'Last five minutes' }
const box = { width: 600, height: 160 }

/** Users per second and the slowest replies of at most the last ten minutes, each on its own scale. */
export function Chart({ history }: { readonly history: ProgressView['history'] }) {
  const drawn = useMemo(() => draw(history), [history])
  if (!drawn) {
    return (
      <Card title="Rate and reply time">
        <p className={styles.nothing}>The lines appear while users are sent.</p>
      </Card>
    )
  }
  const { users, p99, maxUsers, maxP99, last, minutes } = drawn
  const title = titles[minutes] ?? 'Last ten minutes'
  const slowest = replyTimes(last.p99, last.p99)
  const words = `Users per second and p99 reply time. ${title}. Now ${rate(last.users)} users per second, p99 ${slowest.value.split(' / ')[1]} ${slowest.unit}. Scales reach to ${maxUsers} users per second and ${timeOf(maxP99)}.`
  return (
    <Card title={title}>
      <div className={styles.chart}>
        <Scale max={figure.format(maxUsers)} half={figure.format(maxUsers / 2)} />
        <svg viewBox={`0 0 ${box.width} ${box.height}`} preserveAspectRatio="none" role="img" aria-label={words}>
          <path className={styles.grid} d="M0 .5H600M0 40H600M0 80H600M0 120H600M0 159.5H600" />
          <path className={styles.p99} d={p99} />
          <path className={styles.users} d={users} />
        </svg>
        <Scale max={timeOf(maxP99)} half={timeOf(maxP99 / 2)} />
        <p className={styles.time} aria-hidden="true">
          <span>{figure.format(minutes)} min ago</span>
          <span>{minutes === 1 ? '30 s ago' : `${figure.format(minutes / 2)} min ago`}</span>
          <span>now</span>
        </p>
      </div>
      <p className={styles.legend} aria-hidden="true">
        <span>
          <i className={styles.usersSwatch} /> users per second
        </span>
        <span>
          <i className={styles.p99Swatch} /> p99 reply time (right)
        </span>
      </p>
    </Card>
  )
}

function Scale({ max, half }: { readonly max: string; readonly half: string }) {
  return (
    <p className={`${styles.scale} figures`} aria-hidden="true">
      <span>{max}</span>
      <span>{half}</span>
      <span>0</span>
    </p>
  )
}

function timeOf(ms: number): string {
  return ms >= 1000 ? `${ms / 1000} s` : `${ms} ms`
}

function draw(history: ProgressView['history']) {
  const last = history.at(-1)
  if (!last) return null
  const minutes = minutesShown(history)
  const maxUsers = niceMax(Math.max(...history.map(({ users }) => users)))
  const maxP99 = niceMax(Math.max(...history.map(({ p99 }) => p99)))
  const plane: Omit<Plane, 'max'> = { from: last.at - minutes * 60_000, to: last.at, ...box }
  const line = (pick: (second: (typeof history)[number]) => number, max: number) =>
    linePath(
      thinned(
        history.map((second) => ({ at: second.at, value: pick(second) })),
        200,
      ),
      { ...plane, max },
    )
  return {
    users: line(({ users }) => users, maxUsers),
    p99: line(({ p99 }) => p99, maxP99),
    maxUsers,
    maxP99,
    last,
    minutes,
  }
}
