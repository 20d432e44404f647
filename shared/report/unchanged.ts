import type { StateCounts, Totals } from '../ipc/views/count-views.ts'

/** Users of a later export who are as the earlier migration sent them; they are counted in `excluded`, and named apart. */
export function unchangedOf(
  { unchanged = 0 }: Pick<Totals, 'unchanged'>,
  { excluded }: Pick<StateCounts, 'excluded'>,
): number {
  return Math.min(unchanged, excluded)
}
