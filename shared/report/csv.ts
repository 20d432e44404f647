/** Signs that begin a formula, also in their full width and small forms, which spreadsheets of East Asia take for them. */
const formula = /[=+\-@−﹢﹣﹦﹫＋－＝＠]/u

/** A spreadsheet may split a line at any of these, whatever the file was written with. */
const separator = /[,;|\t\r\n]/

/** Characters that may stand between the beginning of a cell and its formula. */
const filler = /[\s"'\p{Cc}\p{Cf}]/u

const mayHoldFormula = /[=+\-@\t\r\n−﹢﹣﹦﹫＋－＝＠]/u
const beginsWithControl = /^'*[\t\r\n]/

/** One line of a CSV file: every text in quotes, and with an apostrophe before whatever a spreadsheet takes for a formula. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** The first line of a CSV file. Names of columns are ours: nothing in them needs quotes. */
export function csvHeader(columns: readonly string[]): string {
  return `${columns.join(',')}\r\n`
}

function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  return `"${guarded(value).replaceAll('"', '""')}"`
}

function guarded(text: string): string {
  if (!mayHoldFormula.test(text)) return text
  const inside = eachSign(text, (sign, beginsCell) => (beginsCell && formula.test(sign) ? `'${sign}` : sign))
  return beginsWithControl.test(inside) ? `'${inside}` : inside
}

/** Removes the apostrophes, for reading back files of this app. */
export function unescapeFormula(cell: string): string {
  if (!mayHoldFormula.test(cell)) return cell
  const inside = cell.startsWith("'") && beginsWithControl.test(cell) ? cell.slice(1) : cell
  return eachSign(inside, (sign, beginsCell, next) => (beginsCell && sign === "'" && formula.test(next) ? '' : sign))
}

/** Rewrites a text sign by sign, in one pass; `beginsCell`: a spreadsheet could begin a cell with this sign. */
function eachSign(text: string, rewrite: (sign: string, beginsCell: boolean, next: string) => string): string {
  const signs = Array.from(text)
  let beginsCell = true
  return signs
    .map((sign, index) => {
      const rewritten = rewrite(sign, beginsCell, signs[index + 1] ?? '')
      beginsCell = separator.test(sign) || (beginsCell && filler.test(sign))
      return rewritten
    })
    .join('')
}
