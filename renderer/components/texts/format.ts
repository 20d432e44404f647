/* Numbers, times and durations of the page. Numbers are written by `shared/format.ts`, as in reports and the command line. */

import { counted } from '../../../shared/format.ts'

export { bytes, capitalized, count, counted, inSentence, rate } from '../../../shared/format.ts'

const day = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long' })
const shortDay = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short' })
const shortDayAndYear = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric' })
const minutes = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** `November 20 at 21:02` */
export function moment(at: number): string {
  return `${day.format(at)} at ${minutes.format(at)}`
}

/** `November 20` */
export function dayOf(at: number): string {
  return day.format(at)
}

/** `Nov 20`, and `Nov 20, 2025` where the year is not the present one. */
export function shortDayOf(at: number, now = at): string {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return (isThisYear ? shortDay : shortDayAndYear).format(at)
}

/** `21:02:07` */
export function timeOfDay(at: number): string {
  return clock.format(at)
}

/** `21:02` */
export function shortTime(at: number): string {
  return minutes.format(at)
}

/** How long something took: `8 s`, `16 min`, `2 h 5 min`. */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 1) return 'less than a second'
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return `${minutes} min`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)} h${rest ? ` ${rest} min` : ''}`
}

/** The time until the end, above a minute in minutes and above 90 in hours: `About 22 minutes left`; empty while it is not known. */
export function leftText(seconds: number | null): string {
  if (seconds === null) return ''
  const whole = Math.max(1, Math.round(seconds))
  if (whole < 60) return `About ${counted(whole, 'second')} left`
  const minutes = Math.round(whole / 60)
  return `About ${minutes < 90 ? counted(minutes, 'minute') : counted(Math.round(minutes / 60), 'hour')} left`
}
