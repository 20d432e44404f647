import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { outsideTheDoor } from './one-door-exceptions.ts'

const root = resolve(import.meta.dirname, '../..')

/** Built-ins and packages that open no file and no connection; of every other one it is not known, and it is guarded. */
const harmless =
  /^(?:node:(?:events|path|crypto|timers\/promises|os|util|buffer|stream|stream\/promises|string_decoder|url|zlib|worker_threads)|zod|electron|bcryptjs|@node-rs\/argon2|libphonenumber-js\/max|sax|js-yaml)$/

/** The room that files are opened in, with what it may import. */
const doors: readonly (readonly [folder: RegExp, names: RegExp])[] = [[/^electron\/engine\/files\//, /^(?:node:)?fs/]]

const statement =
  /^\s*(?:import|export)\s+(?!type\s)([^'";]*?)\s*from\s*['"]([^'"]+)['"]|\bimport\(\s*(?:['"]([^'"]+)['"])?|^\s*import\s*['"]([^'"]+)['"]/gm

/** Ways to a built-in, a file or a connection that are no import. */
const byWays =
  /\bgetBuiltinModule\b|\bcreateRequire\b|\brequire\s*\(|\bprocess\s*\.\s*(?:binding|dlopen)\b|(?<![\w.$'"`-])fetch\s*\(|\bglobalThis\s*\.\s*fetch\b|\bnew\s+(?:WebSocket|EventSource|XMLHttpRequest)\b|\bnew\s+Function\b|(?<![\w.])eval\s*\(|\bnet\s*\.\s*(?:fetch|request)\b|\bsession\.fetch\b/

/** Packages and built-ins of a source text that it uses when it runs: types cost nothing. */
function usedPackages(text: string): readonly string[] {
  return [...text.matchAll(statement)].flatMap(([whole, clause, name, lazy, bare]) => {
    const plain = lazy ?? bare
    if (plain !== undefined) return [plain]
    // A computed import is known only when it runs.
    if (name === undefined && whole.includes('(')) return ['a name that is made up']
    const bindings = /\{([\s\S]*)\}/
      .exec(clause ?? '')?.[1]
      ?.split(',')
      .filter((one) => one.trim() !== '')
    const isTypes = bindings !== undefined && bindings.every((one) => /^\s*type\s/.test(one))
    return name === undefined || isTypes ? [] : [name]
  })
}

function wrong(file: string, text: string): readonly string[] {
  const packages = usedPackages(text).filter(
    (name) =>
      !name.startsWith('.') &&
      !harmless.test(name) &&
      !doors.some(([folder, names]) => folder.test(file) && names.test(name)),
  )
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  return [...packages, ...(byWays.exec(code) ?? [])]
}

/** SQLite follows links and deletes what a journal names: databases are judged where files are opened. */
function opensDatabase(file: string, text: string): boolean {
  return (
    !file.startsWith('electron/engine/files/') &&
    /\bsqliteDriver\(\)\s*\.\s*(?:open|backup)\b|\bsqliteDriver\(\)(?!\s*\.)|\bsqliteDriver\b(?!\()(?!.*from)|\bnew\s+DatabaseSync\b/.test(
      text,
    )
  )
}

/** Statements that make or open another database than the one that was judged. */
const otherDatabase = /\bATTACH\s+(?:DATABASE|['"?])|\bVACUUM\s+INTO\b/i

function sources(): readonly string[] {
  return readdirSync(join(root, 'electron'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
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
    `import fs from 'node:fs'`,
    `  import 'undici'`,
    `import { exec } from 'node:child_process'`,
    `import { DatabaseSync } from 'node:sqlite'`,
    `import { lookup } from 'node:dns'`,
    `import { anything } from 'a-package-of-tomorrow'`,
    'const fs = await import(name)',
    'const fs = await import(`node:${name}`)',
    `const fs = process.getBuiltinModule('node:fs')`,
    `const load = createRequire(import.meta.url)`,
    `const fs = require('node:fs')`,
    `const reply = await fetch('https://core.example.com')`,
    `const socket = new WebSocket('wss://core.example.com')`,
  ])
    expect(wrong(file, line)).not.toEqual([])
  expect(wrong(file, `import type { Socket } from 'node:net'\nimport { type Stats } from 'node:fs'`)).toEqual([])
  expect(wrong('electron/engine/files/a.ts', `import { rmSync } from 'node:fs'`)).toEqual([])
  expect(opensDatabase(file, 'sqliteDriver().open(path, true)')).toBe(true)
  expect(opensDatabase(file, 'await sqliteDriver().backup(source, path)')).toBe(true)
  expect(opensDatabase(file, 'const { open } = sqliteDriver()')).toBe(true)
  expect(opensDatabase(file, 'sqliteDriver().openForeign(path)')).toBe(false)
  expect(wrong('electron/engine/files/a.ts', `import { connect } from 'node:net'`)).not.toEqual([])
})

test('databases that are changed or believed are opened in the same room', () => {
  const found = sources().filter((file) => opensDatabase(file, readFileSync(join(root, file), 'utf8')))
  // The driver itself.
  expect(found).toEqual(['electron/engine/sqlite-driver.ts'])
})

test('no statement makes or opens another database than the one that was judged', () => {
  expect(['ATTACH DATABASE ? AS other', "VACUUM INTO 'copy'"].filter((sql) => !otherDatabase.test(sql))).toEqual([])
  expect(sources().filter((file) => otherDatabase.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test('files are opened in one room; each exception has its reason, and none is left over', () => {
  const found = sources().filter((file) => wrong(file, readFileSync(join(root, file), 'utf8')).length > 0)
  const allowed = outsideTheDoor.flatMap(({ files }) => files)
  console.log(`${found.length} files outside of electron/engine/files open files or connect`)
  expect(found.filter((file) => !allowed.includes(file))).toEqual([])
  expect(allowed.filter((file) => !found.includes(file))).toEqual([])
  expect(outsideTheDoor.filter(({ reason }) => reason.length < 20)).toEqual([])
})
