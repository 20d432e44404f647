import { aCode } from '../../cell.ts'
import type { Flag, PossibleFlag } from './possible-flag.ts'

/* Texts of possible flags, for the page as well: without the schema. */

/** Of more flags, most are preferences. */
export const maxFlags = 4

/** Whether values are codes, with or without a zero for none. */
export function areCodes({ values }: Pick<Flag, 'values'>): boolean {
  return values[0]?.value === aCode
}

/** `is_published: 1 (480), 0 (20)`. */
export function possibleFlagText({ column, values, empty, times, kept = 0 }: PossibleFlag): string {
  const parts = [
    ...values.map(({ value, records }) => `${value} (${records})`),
    ...(times > 0 ? [`a time (${times})`] : []),
    ...(empty > 0 ? [`empty (${empty})`] : []),
    ...(kept > 0 ? [`kept out or asked about anyway (${kept})`] : []),
  ]
  return `${column}: ${parts.join(', ')}`
}

/** The question about one of them. */
export function possibleFlagTitle(flag: PossibleFlag): string {
  const question = areCodes(flag) ? 'Have users with a code never confirmed their sign-up?' : 'Does it keep people out?'
  return `${possibleFlagText(flag)}. Not used. ${question}`
}

/** Flags that are shown with their values; the others stand behind them. */
const maxFirst = 4

/** The likely flags, as far as people read them, and all others. */
export function shownFlags(flags: readonly PossibleFlag[]): {
  readonly first: readonly PossibleFlag[]
  readonly others: readonly PossibleFlag[]
} {
  const first = flags.filter(({ isLikely }) => isLikely).slice(0, maxFirst)
  return { first, others: flags.filter((flag) => !first.includes(flag)) }
}
