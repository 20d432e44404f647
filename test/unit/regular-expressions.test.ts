import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rounds } from '../support/length.ts'
import { expressionsIn, hostileTexts, timeOf, type FoundExpression } from './regular-expressions.ts'

const root = join(import.meta.dirname, '../..')
const times = 4
/** Milliseconds; what is shorter cannot be compared. Linear work on so short a text is a hundredth of it. */
const measurable = 2
const short = Math.round(rounds(2000, 4000) * lengthening())
const shortest = Math.round(short / 16)

/** How much longer texts are on this machine so that quadratic work on them takes twice what can be measured. */
function lengthening(): number {
  const quadratic = { file: '', pattern: String.raw`\s+$`, flags: 'g' }
  const took = timeOf(quadratic, `${' '.repeat(2000)}\u0001`, 5)
  return Math.max(1, Math.sqrt((2 * measurable) / took))
}

/** Without repetition that has no bound, work at each beginning is bounded too: twice the text takes twice as long. */
const repeats = /[*+]|\{\d+,\}/

/**
 * A text on which four times the length takes far more than four times as long; undefined: there is none. `turns`: of each
 * measurement that has to say so.
 */
function worstText(expression: FoundExpression, turns: readonly number[] = [2, 5]): string | undefined {
  if (!repeats.test(expression.pattern)) return undefined
  const compiled = new RegExp(expression.pattern, expression.flags)
  // By the clock, which never says less than processor time, and without compiling for each text: nearly all end here.
  const isQuick = (text: string) => {
    compiled.lastIndex = 0
    const begun = performance.now()
    text.replace(compiled, '')
    return performance.now() - begun < measurable || timeOf(expression, text, 1) < measurable
  }
  // Cubic work is seen on texts so short that it ends.
  for (const text of hostileTexts(expression.pattern, shortest)) {
    if (!isQuick(text) && timeOf(expression, text, 3) >= measurable) return text.slice(0, 40)
  }
  for (const text of hostileTexts(expression.pattern, short, rounds(2, 7))) {
    if (isQuick(text)) continue
    const once = timeOf(expression, text, 3)
    const ending = text.endsWith('\u0001') ? '\u0001' : ''
    const longer = text.slice(0, text.length - ending.length)
    const repeated = longer + longer.slice(-short).repeat(times - 1) + ending
    const isSlow = (count: number) =>
      timeOf(expression, repeated, count) > timeOf(expression, text, count + 1) * times * 2
    // Measured once more with care before it is called slow.
    if (once >= measurable && turns.every(isSlow)) return text.slice(0, 40)
  }
  return undefined
}

/** Expressions that are applied to short texts only: how long they can be, and where that is seen to. */
const bounded: readonly (readonly [file: string, pattern: string, characters: number])[] = [
  // The beginning of a reply: `body.slice(0, 2000)`.
  ['shared/core-api/check-result.ts', 'tenant.*not found', 2000],
  // The beginning of a list: `cursor.at() + 1000`.
  ['electron/engine/reading/json/likeness/user-likeness.ts', 'e?mail', 1000],
  // Nothing longer is taken apart: `maxExpression`.
  ['electron/engine/reading/sql/sql-values.ts', '::', 4000],
  ['electron/engine/reading/sql/sql-values.ts', '\\s+as\\s+', 4000],
]

function isBounded({ file, pattern }: FoundExpression): boolean {
  return bounded.some(([where, part]) => file === where && pattern.includes(part))
}

test('an expression that tries every beginning with every end is told from one that does not', () => {
  // Other work on the machine can hide growth in one measurement, and not in each of them.
  const isSlow = (pattern: string) =>
    [1, 2, 3, 4].some(() => worstText({ file: '', pattern, flags: 'g' }, [1, 2]) !== undefined)
  expect([String.raw`\s+$`, '[^@]+@x', '(?:a|b)*c', String.raw`(?<!\s)\s+$`, '^a+b'].map(isSlow)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

test(
  'no regular expression takes far more than four times as long for a text four times as long',
  { timeout: 600_000 },
  () => {
    const seen = new Map(
      expressionsIn(root, ['shared', 'electron', 'renderer']).map((one) => [`${one.pattern}/${one.flags}`, one]),
    )
    const slow = [...seen.values()]
      .filter((one) => !isBounded(one))
      .flatMap((one) => {
        const text = worstText(one)
        return text === undefined ? [] : [`${one.file}  /${one.pattern}/${one.flags}  ${JSON.stringify(text)}`]
      })
    expect(seen.size).toBeGreaterThan(100)
    expect(slow).toEqual([])
  },
)
