// npm run house: figures of the product code, from the tree as it is: sizes of files, exported names, imports, comments.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commentsOf, vagueWords } from './comments.mjs'
import './installed.mjs'

const root = join(import.meta.dirname, '..')

const tracked = execFileSync('git', ['ls-files', 'shared', 'electron', 'renderer'], { cwd: root, encoding: 'utf8' })
const files = tracked
  .split('\n')
  .filter((name) => /\.(?:tsx?|css)$/.test(name) && existsSync(join(root, name)))
  .map((name) => ({ name, lines: readFileSync(join(root, name), 'utf8').trimEnd().split('\n') }))
const code = files.filter(({ name }) => !name.endsWith('.css'))

const sizes = code.map(({ lines }) => lines.length).toSorted((a, b) => a - b)
const total = sum(sizes)
const exported = sum(code.map(({ lines }) => lines.filter(isExport).length))
const imports = sum(code.map(({ lines }) => countImports(lines)))
const comments = sum(
  files.map(({ lines }) => commentsOf(lines.join('\n')).filter(({ text }) => vagueWords.test(text)).length),
)

const rows = [
  ['files of TypeScript', code.length],
  ['files with style sheets', files.length],
  ['lines of TypeScript', total],
  ['lines with style sheets', sum(files.map(({ lines }) => lines.length))],
  [
    'lines of a file: median, 90th percentile, mean',
    [part(0.5), part(0.9), Math.round(total / sizes.length)].join(', '),
  ],
  ['files over 350 lines', sizes.filter((size) => size > 350).length],
  ['exported names per 1,000 lines', ((1000 * exported) / total).toFixed(1)],
  ['share of import lines', `${((100 * imports) / total).toFixed(1)} %`],
  ['comments with a vague word', comments],
]
const width = Math.max(...rows.map(([name]) => name.length))
for (const [name, figure] of rows) console.log(`${name.padEnd(width)}  ${figure}`)

function sum(numbers) {
  return numbers.reduce((all, number) => all + number, 0)
}

/** The size that this share of the files does not exceed. */
function part(share) {
  return sizes[Math.min(sizes.length - 1, Math.floor(share * sizes.length))]
}

function isExport(line) {
  return /^export (?:declare )?(?:async )?(?:const|function|type|class|interface|let)\b/.test(line)
}

/** Lines of import statements, those over several lines included. */
function countImports(lines) {
  let count = 0
  let within = false
  for (const line of lines) {
    if (!within && !line.startsWith('import ')) continue
    count += 1
    within = !/['"]$/.test(line)
  }
  return count
}
