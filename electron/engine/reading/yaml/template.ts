import { computedTime, computedValue, type ComputedValue } from '../../../../shared/computed-value.ts'

/*
 * YAML that a program completes before it is read, as Rails does with fixtures: `<%= … %>` (ERB) stands for the value of an expression, and
 * code between `<%` and `%>` repeats what is around it or leaves it out.
 */

/** The text of a template as YAML of the same length, in which marks stand for values and blanks for code. */
export type Template = {
  readonly text: string
  /** Whether code around a place of the text repeats it or leaves it out. */
  readonly isWithinCode: (at: number) => boolean
}

/** Reads a text as a template; null: it is none. */
export function readTemplate(text: string): Template | null {
  const parts: string[] = []
  const begun: number[] = []
  const spans: CodeSpan[] = []
  let behind = 0
  let values = 0
  for (let at = text.indexOf('<%'); at !== -1; at = text.indexOf('<%', behind)) {
    const close = text.indexOf('%>', at)
    if (close === -1) break
    const end = close + 2
    const code = text.slice(at + 2, close)
    const isValue = code.startsWith('=')
    if (isValue) {
      parts.push(
        text.slice(behind, at),
        numbered(filled(text.slice(at, end), isPast.test(code) ? timeMark : mark), values),
      )
      values += 1
    } else {
      if (ends.test(code)) spans.push({ from: begun.pop() ?? at, to: at })
      if (begins.test(code)) begun.push(at)
      parts.push(text.slice(behind, at), filled(text.slice(at, end), ' '))
    }
    behind = end
  }
  if (behind === 0) return null
  spans.push(...begun.map((from) => ({ from, to: text.length })))
  return { text: parts.join('') + text.slice(behind), isWithinCode: within(spans) }
}

type CodeSpan = { readonly from: number; readonly to: number }

/** Creates a function that tells whether a place is in one of these spans, of which a file may have as many as entries. */
function within(spans: readonly CodeSpan[]): (at: number) => boolean {
  const outermost: CodeSpan[] = []
  for (const span of spans.toSorted((one, other) => one.from - other.from))
    if (span.to > (outermost.at(-1)?.to ?? -1)) outermost.push(span)
  return (at) => {
    let [low, high] = [0, outermost.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((outermost[middle]?.to ?? 0) <= at) low = middle + 1
      else high = middle
    }
    const span = outermost[low]
    return span !== undefined && span.from < at && at < span.to
  }
}

/** Letters of no script: of any value, and of a time. */
const [mark, timeMark] = ['\uE000', '\uF8FF']

/** An expression for now, or for a time before it. */
const isPast =
  /^=\s*(?:\(\s*)?(?:(?:::)?(?:Time(?:\.zone)?|DateTime|Date)\.(?:now|current|today|yesterday)|[\d_]+\.\w+\.ago)\b(?!.*(?:\+|from_now|tomorrow|since|advance|next))/s

/** Marks that differ for each expression, so that no two names made of expressions are the same. */
function numbered(marks: string, expression: number): string {
  const digit = (value: number) => String.fromCodePoint(0xe001 + (value % digits))
  return marks.replace(/(?<=^.).{2}/, digit(expression) + digit(Math.floor(expression / digits)))
}

/** Further letters of no script. */
const digits = 6000

/** Whether a part of a text is the value of an expression. */
export function isOfExpression(text: string): boolean {
  return text.includes(mark) || text.includes(timeMark)
}

/** A value of a template: a text that an expression completes is not in the file, but that it is a time. */
export function completedValue(text: string): string | ComputedValue {
  if (!isOfExpression(text)) return text
  return wholeTime.test(text) ? timeOfReading : computedValue()
}

const wholeTime = new RegExp(`^${timeMark}[^\\p{L}\\p{N}${mark}]{2}${timeMark}*$`, 'u')

/** One time per process, so that reading a template again gives the same values. */
const timeOfReading = computedTime(new Date().toISOString())

function filled(text: string, letter: string): string {
  return text.replaceAll(/[^\r\n]/g, letter)
}

const begins =
  /\bdo(?:\s{0,9}\|[^|]{0,99}\|)?[\s-]{0,9}$|^[\s-]{0,9}(?:if|unless|for|while|until|case)\b|\{(?:\s{0,9}\|[^|]{0,99}\|)?[\s-]{0,9}$/
const ends = /^[\s-]{0,9}(?:end\b|\})/
