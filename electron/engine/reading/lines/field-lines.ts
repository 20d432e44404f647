import { hashLikeness } from '../../../../shared/hashes/hash-likeness.ts'
import { isEmailAddress } from '../../../../shared/users/normalise-email.ts'
import { dataLines, type LineTable } from './secret-lines.ts'

/*
 * Lines with named fields: `email=ann@acme.example hash=$2b$…` as in logfmt, also with `;`, `,`, `|` or a tab between the fields and with
 * `: ` after their names.
 */

type Dialect = { readonly field: RegExp; readonly between: RegExp }

/** Patterns of one field (name, `sign`, a value in quotes or up to the next separator) and of the gap between two. */
function dialectOf(sign: string, separator: string): Dialect {
  const bare = separator === ' ' ? '\\s' : separator
  const field = `\\s*("?)([\\p{L}_][\\p{L}\\p{N}_.-]{0,60})\\1${sign}(?:"((?:[^"\\\\]|\\\\.)*)"|'([^']*)'|([^"'${bare}][^${bare}]*|))`
  const between = separator === ' ' ? '\\s+' : `\\s*${separator}\\s*`
  return { field: new RegExp(field, 'uy'), between: new RegExp(between, 'uy') }
}

const dialects: readonly Dialect[] = ['=', '\\s*:\\s+', '\\s+=\\s+'].flatMap((sign) =>
  [';', ',', '\\|', '\\t', ' '].map((separator) => dialectOf(sign, separator)),
)

/** Limit on fields per line. */
const maxFields = 200

/** Detects lines with named fields; null if the text is something else. Most lines must hold an address or a hash, which settings do not. */
export function detectFieldLines(head: Buffer, whole: boolean): LineTable | null {
  const lines = dataLines(head, whole)
  const [first] = lines
  if (first === undefined || !/[=:]/.test(first.text)) return null
  for (const dialect of dialects) {
    const read = lines.map(({ text }) => fieldsOf(text, dialect))
    const records = read.filter((record) => record !== null)
    if (read[0] === null || records.length < lines.length * 0.9) continue
    const logins = records.filter((record) => [...record.values()].some(isLogin))
    if (logins.length * 2 <= records.length) continue
    const header = [...new Set(records.flatMap((record) => [...record.keys()]))]
    // If the lines have few names in common, the names are data.
    if (records.some(({ size }) => size * 2 < header.length)) continue
    return { header, dataStart: first.start, cellsOf: cellsIn(header, dialect) }
  }
  return null
}

function isLogin(value: string): boolean {
  return isEmailAddress(value) || hashLikeness(value) === 'certain'
}

function cellsIn(header: readonly string[], dialect: Dialect): LineTable['cellsOf'] {
  const known = new Set(header)
  return (line) => {
    const fields = fieldsOf(line, dialect)
    if (fields === null) return { fault: 'This line is no list of fields with their names.' }
    if ([...fields.keys()].some((name) => !known.has(name)))
      return { fault: 'This line has a field that none of the first lines has.' }
    return header.map((name) => fields.get(name) ?? '')
  }
}

/** The fields of a line by name; null if it has fewer than two, a name twice, or other text between them. */
function fieldsOf(line: string, { field, between }: Dialect): ReadonlyMap<string, string> | null {
  const fields = new Map<string, string>()
  let at = 0
  while (fields.size <= maxFields) {
    field.lastIndex = at
    const found = field.exec(line)
    const [, , name = '', quoted, single, bare = ''] = found ?? []
    if (found === null || fields.has(name)) return null
    fields.set(name, quoted === undefined ? (single ?? bare.trim()) : quoted.replaceAll(/\\(.)/g, '$1'))
    at = field.lastIndex
    if (/^[\s;,|]*$/.test(line.slice(at))) return fields.size < 2 ? null : fields
    between.lastIndex = at
    if (!between.test(line)) return null
    at = between.lastIndex
  }
  return null
}
