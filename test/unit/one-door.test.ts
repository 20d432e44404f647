import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { outsideTheDoor } from './one-door-exceptions.ts'

const root = resolve(import.meta.dirname, '../..')

/** Built-ins and packages that open files or connections. */
const guarded =
  /^(?:node:)?(?:fs|fs\/promises|net|tls|http|https|http2|dgram)$|^(?:undici|mysql2|pg|pg-cursor|ldapts)(?:\/|$)/

/** The room that files are opened in, and those that connect, with what they may import. */
const doors: readonly (readonly [folder: RegExp, names: RegExp])[] = [[/^electron\/engine\/files\//, /^(?:node:)?fs/]]

const statement = /^(?:import|export)\s+(?!type\s)([^'"]*?)\s*from\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm

/** Packages and built-ins of a source text that it uses when it runs: types cost nothing. */
function usedPackages(text: string): readonly string[] {
  return [...text.matchAll(statement)].flatMap(([, clause, name, lazy]) => {
    if (lazy !== undefined) return [lazy]
    const bindings = /\{([\s\S]*)\}/
      .exec(clause ?? '')?.[1]
      ?.split(',')
      .filter((one) => one.trim() !== '')
    const isTypes = bindings !== undefined && bindings.every((one) => /^\s*type\s/.test(one))
    return name === undefined || isTypes ? [] : [name]
  })
}

function wrong(file: string, text: string): readonly string[] {
  return usedPackages(text).filter(
    (name) => guarded.test(name) && !doors.some(([folder, names]) => folder.test(file) && names.test(name)),
  )
}

/** SQLite follows links and deletes what a journal names: databases are judged where files are opened. */
function opensDatabase(file: string, text: string): boolean {
  return (
    !file.startsWith('electron/engine/files/') && /\bsqliteDriver\(\)\s*\.\s*open\b|\bnew\s+DatabaseSync\b/.test(text)
  )
}

function sources(): readonly string[] {
  return readdirSync(join(root, 'electron'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `electron/${name.replaceAll('\\', '/')}`)
}

test('what opens files or connects is noticed wherever it is imported; types are not', () => {
  const file = 'electron/cli/a.ts'
  for (const line of [
    `import { rmSync } from 'node:fs'`,
    `import {\n  type Stats,\n  readFileSync,\n} from 'fs'`,
    `import * as tls from 'node:tls'`,
    `export { open } from 'node:fs/promises'`,
    `const { Client } = await import('ldapts')`,
  ])
    expect(wrong(file, line)).toHaveLength(1)
  expect(wrong(file, `import type { Socket } from 'node:net'\nimport { type Stats } from 'node:fs'`)).toEqual([])
  expect(wrong('electron/engine/files/a.ts', `import { rmSync } from 'node:fs'`)).toEqual([])
  expect(opensDatabase(file, 'sqliteDriver().open(path, true)')).toBe(true)
  expect(opensDatabase(file, 'sqliteDriver().openForeign(path)')).toBe(false)
  expect(wrong('electron/engine/files/a.ts', `import { connect } from 'node:net'`)).toHaveLength(1)
})

test('databases that are changed or believed are opened in the same room', () => {
  const found = sources().filter((file) => opensDatabase(file, readFileSync(join(root, file), 'utf8')))
  // The driver itself.
  expect(found).toEqual(['electron/engine/sqlite-driver.ts'])
})

test('files are opened in one room; each exception has its reason, and none is left over', () => {
  const found = sources().filter((file) => wrong(file, readFileSync(join(root, file), 'utf8')).length > 0)
  const allowed = outsideTheDoor.flatMap(({ files }) => files)
  console.log(`${found.length} files outside of electron/engine/files open files or connect`)
  expect(found.filter((file) => !allowed.includes(file))).toEqual([])
  expect(allowed.filter((file) => !found.includes(file))).toEqual([])
  expect(outsideTheDoor.filter(({ reason }) => reason.length < 20)).toEqual([])
})
