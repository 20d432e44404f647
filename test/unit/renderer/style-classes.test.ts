import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const folder = 'renderer'
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))

/** The classes that components take from each style sheet; null: some are named by a value. */
const used = new Map<string, Set<string> | null>()
for (const file of files.filter((name) => /\.tsx?$/.test(name))) {
  const text = readFileSync(file, 'utf8')
  for (const [, name, path] of text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
    const sheet = normalize(join(dirname(file), path ?? ''))
    const before = used.get(sheet) ?? (used.has(sheet) ? null : new Set<string>())
    const classes = [...text.matchAll(new RegExp(`(?<![\\w/-])${name}\\.(\\w+)`, 'g'))].map(([, found]) => found ?? '')
    used.set(sheet, before === null || text.includes(`${name}[`) ? null : new Set([...before, ...classes]))
  }
}

/** The classes of its own that a style sheet defines. */
function classesIn(sheet: string): ReadonlySet<string> {
  const text = readFileSync(sheet, 'utf8').replaceAll(/\/\*[^]*?\*\/|:global\([^)]*\)/g, '')
  return new Set([...text.matchAll(/\.([a-zA-Z]\w*)/g)].map(([, name]) => name ?? ''))
}

const sheets = files.filter((name) => name.endsWith('.module.css'))

test('every style sheet is used', () => {
  expect(sheets.length).toBeGreaterThan(30)
  expect(sheets.filter((sheet) => !used.has(normalize(sheet)))).toEqual([])
})

test('every class that a component asks for is in its style sheet', () => {
  const missing = [...used].flatMap(([sheet, names]) =>
    [...(names ?? [])].filter((name) => !classesIn(sheet).has(name)).map((name) => `${sheet}: ${name}`),
  )
  expect(missing).toEqual([])
})

test('every class of a style sheet is asked for', () => {
  const idle = [...used].flatMap(([sheet, names]) =>
    names === null ? [] : [...classesIn(sheet)].filter((name) => !names.has(name)).map((name) => `${sheet}: ${name}`),
  )
  expect(idle).toEqual([])
})

test('a folder of a screen has two to six files, and one style sheet at most', () => {
  const inSteps = files.filter((name) => /^renderer.steps.+[\\/].*\.(?:tsx?|css)$/.test(name))
  const folders = [...new Set(inSteps.map((name) => dirname(name)))]
  const crowded = folders.flatMap((place) => {
    const names = inSteps.filter((name) => dirname(name) === place)
    const own = names.filter((name) => name.endsWith('.css')).length
    const code = names.length - own
    return code < 2 || code > 6 || own > 1 ? [`${place}: ${code} files, ${own} style sheets`] : []
  })
  expect(folders.length).toBeGreaterThan(10)
  expect(crowded).toEqual([])
})
