import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parseAst } from 'vite'

/** A regular expression literal of the source, and where it stands. */
export type FoundExpression = { readonly file: string; readonly pattern: string; readonly flags: string }

/** A sign that a literal can follow, and its beginning. Half of the files have no such place, and need no parser. */
const placeOfLiteral = /(?:^|[(,=:[!&|?{};\s>])\/(?![/*>])/m

/** Every regular expression literal in the TypeScript files of these folders. */
export function expressionsIn(root: string, folders: readonly string[]): readonly FoundExpression[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .flatMap((name) => {
        const path = join(root, folder, name)
        const file = relative(root, path).split(sep).join('/')
        const lang = name.endsWith('x') ? 'tsx' : 'ts'
        const text = readFileSync(path, 'utf8')
        return placeOfLiteral.test(text) ? literalsIn(parseAst(text, { lang })).map((one) => ({ file, ...one })) : []
      }),
  )
}

function literalsIn(node: unknown): readonly Omit<FoundExpression, 'file'>[] {
  if (typeof node !== 'object' || node === null) return []
  const regex: unknown = Reflect.get(node, 'regex')
  if (typeof regex === 'object' && regex !== null) {
    return [{ pattern: String(Reflect.get(regex, 'pattern')), flags: String(Reflect.get(regex, 'flags')) }]
  }
  return Object.values(node).flatMap(literalsIn)
}

const signs = 'aAzfF019 \t\n.-_@$=/+:;,"\'\\()[]{}<>&%#|*!?~^é\u0000'.split('')
const pairs = [
  'ab',
  'a.',
  'a ',
  'a@',
  '0-',
  '1.',
  '$a',
  '/*',
  '--',
  "''",
  '""',
  '\\"',
  ', ',
  'a,',
  '9:',
  '<a',
  '\r\n',
  ' ,',
]

/**
 * Texts of about `length` characters on which an expression that tries every beginning with every end takes longest: each unit
 * repeated behind nothing and behind words of the expression.
 */
export function* hostileTexts(pattern: string, length: number, maxBeginnings = 7): Generator<string> {
  const words = [...new Set(pattern.match(/[A-Za-z0-9@$:{"'<=-]{1,12}/g))]
  const beginnings = ['', ...words].slice(0, maxBeginnings)
  const repeated = [...signs, ...pairs, ...words.slice(0, 12)]
  for (const beginning of beginnings) {
    for (const unit of repeated) {
      const body = beginning + unit.repeat(Math.ceil(length / unit.length))
      yield `${body}\u0001`
      yield body
    }
  }
}

/** The least processor time of some turns in which the expression finds all its matches in a text, milliseconds. */
export function timeOf({ pattern, flags }: FoundExpression, text: string, times: number): number {
  let best = Infinity
  for (let turn = 0; turn < times; turn += 1) {
    const expression = new RegExp(pattern, flags)
    // Not by the clock: a busy machine would seem to be a slow expression.
    const before = process.cpuUsage()
    text.replace(expression, '')
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}
