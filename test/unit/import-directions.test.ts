import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { orders, picture, placeOf, type Order } from './room-order.ts'

const root = resolve(import.meta.dirname, '../..')

/** Allowed imports of the files of a folder: parts of the tree, and packages. `node` stands for every built-in. */
type Rule = {
  readonly of: RegExp
  readonly parts: RegExp
  readonly packages: (name: string) => boolean
}

const isElectron = (name: string): boolean => name === 'electron' || name.startsWith('electron/')
const isNode = (name: string): boolean => name.startsWith('node:') || builtinModules.includes(name)
const inBrowser = (name: string): boolean => !isElectron(name) && !isNode(name)

/** The first rule that fits a file counts. */
const rules: readonly Rule[] = [
  {
    of: /^shared\//,
    parts: /^shared\//,
    packages: (name) => name === 'zod' || name.startsWith('libphonenumber-js'),
  },
  { of: /^renderer\//, parts: /^(renderer|shared)\//, packages: inBrowser },
  {
    of: /^electron\/engine\//,
    parts: /^(electron\/engine\/|shared\/|package\.json$)/,
    packages: (name) => !isElectron(name),
  },
  // Sandboxed: nothing of Node is there.
  { of: /^electron\/preload\.ts$/, parts: /^shared\//, packages: (name) => name === 'electron' },
  { of: /^electron\/(main\.ts$|desktop\/)/, parts: /^(electron|shared)\//, packages: () => true },
  { of: /^electron\/browser\//, parts: /^(electron|shared|package\.json)/, packages: (name) => !isElectron(name) },
  { of: /^electron\//, parts: /^(electron|shared|package\.json)/, packages: (name) => !isElectron(name) },
]

const specifier =
  /(?:^|[\s;}])(?:import|export)\s(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm

/** The imports of a source text, in its order. */
function importsOf(text: string): readonly string[] {
  return [...text.matchAll(specifier)].map((match) => match[1] ?? match[2] ?? '')
}

/** The imports of a file that point the wrong way. */
function wrongImports(file: string, text: string): readonly string[] {
  const rule = rules.find(({ of }) => of.test(file))
  if (rule === undefined) return [`${file}: lies in no part of the tree that has a rule`]
  return importsOf(text)
    .filter((name) => {
      if (!name.startsWith('.')) return !rule.packages(name)
      return !rule.parts.test(targetOf(file, name))
    })
    .map((name) => `${file} imports ${name}`)
}

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
}

test('imports are found however they are written', () => {
  const text = `
    import a from 'one'
    import { b,
      c } from "./two.ts"
    import type { D } from '../three.ts'
    import 'four.css'
    export * from './five.ts'
    const six = await import('six')
    const text = 'import nothing from here'
  `
  expect(importsOf(text)).toEqual(['one', './two.ts', '../three.ts', 'four.css', './five.ts', 'six'])
})

test('an import in the wrong direction is noticed', () => {
  expect([
    ...wrongImports('shared/result.ts', `import { readFile } from 'node:fs'`),
    ...wrongImports('shared/ipc/contract.ts', `import { a } from '../../electron/engine/engine-api.ts'`),
    ...wrongImports('renderer/app.tsx', `import { a } from '../electron/preload.ts'`),
    ...wrongImports('electron/engine/engine.ts', `import { app } from 'electron'`),
    ...wrongImports('electron/engine/engine.ts', `import { a } from '../bridge/router.ts'`),
    ...wrongImports('electron/ipc/router.ts', `import { app } from 'electron'`),
    ...wrongImports('electron/preload.ts', `import { join } from 'node:path'`),
    ...wrongImports('electron/main.ts', `import { a } from '../renderer/app.tsx'`),
  ]).toHaveLength(8)
})

test('shared, renderer, engine and hosts import only what they may', () => {
  const files = ['shared', 'renderer', 'electron'].flatMap(sourcesIn)
  expect(files.length).toBeGreaterThan(20)
  expect(files.flatMap((file) => wrongImports(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})

/** The imports of a source text at run time: without those for types alone. */
function runtimeImportsOf(text: string): readonly string[] {
  return importsOf(text.replaceAll(/^\s*(?:import|export) type\s[^'"]*from\s*['"][^'"]+['"]/gm, ''))
}

test('nothing that the page runs reaches zod, which would try to compile and break the policy', () => {
  const pathTo = new Map<string, readonly string[]>()
  const waiting = sourcesIn('renderer').map((file) => [file])
  const found: string[] = []
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const file = path.at(-1) ?? ''
    if (pathTo.has(file)) continue
    pathTo.set(file, path)
    for (const name of runtimeImportsOf(readFileSync(join(root, file), 'utf8'))) {
      if (name === 'zod') found.push([...path, name].join(' -> '))
      else if (name.startsWith('.') && /\.tsx?$/.test(name)) {
        waiting.push([...path, targetOf(file, name)])
      }
    }
  }
  expect(pathTo.size).toBeGreaterThan(100)
  expect(found).toEqual([])
})

/** Imports of an order's rooms from rooms below them, or of files that lie in no room. */
function againstOrder(order: Order, file: string, text: string): readonly string[] {
  const own = placeOf(order, file)
  if (own === -1) return [`${file}: lies in no room of ${order.folder}`]
  return importsOf(text)
    .filter((name) => name.startsWith('.'))
    .map((name) => targetOf(file, name))
    .filter((to) => to.startsWith(`${order.folder}/`))
    .flatMap((to) => {
      const place = placeOf(order, to)
      if (place === -1) return [`${file} imports ${to}, which lies in no room of ${order.folder}`]
      return place > own ? [`${file} imports ${to}, a room below its own`] : []
    })
}

/** The file that a relative import means, from the top of the tree. */
function targetOf(file: string, name: string): string {
  return relative(root, resolve(root, file, '..', name.replace(/\?.*$/, ''))).replaceAll('\\', '/')
}

/** Rooms that share a place in an order and import each other. */
function neighboursInCycles(order: Order): readonly string[] {
  const roomOf = (file: string) => file.slice(order.folder.length + 1).split('/')[0] ?? ''
  const edges = new Set(
    sourcesIn(order.folder).flatMap((file) =>
      importsOf(readFileSync(join(root, file), 'utf8'))
        .filter((name) => name.startsWith('.'))
        .map((name) => targetOf(file, name))
        .filter((to) => to.startsWith(`${order.folder}/`) && roomOf(to) !== roomOf(file))
        .map((to) => `${roomOf(file)} -> ${roomOf(to)}`),
    ),
  )
  return [...edges].filter((edge) => edges.has(edge.split(' -> ').toReversed().join(' -> '))).toSorted()
}

test('an import from a room below is noticed', () => {
  const [, engine] = orders
  if (engine === undefined) throw new Error('The engine has no order.')
  const wrong = (file: string, name: string) => againstOrder(engine, file, `import { a } from '${name}'`)
  expect([
    ...wrong('electron/engine/document/files.ts', '../queries/counts.ts'),
    ...wrong('electron/engine/import-pipeline/read-drafts.ts', '../document/sqlite.ts'),
    ...wrong('electron/engine/process-alive.ts', './engine-api.ts'),
    ...wrong('electron/engine/attic/a.ts', '../document/sqlite.ts'),
    ...wrong('electron/engine/document/files.ts', '../attic/a.ts'),
  ]).toHaveLength(5)
  expect(wrong('electron/engine/queries/counts.ts', '../document/sqlite.ts')).toEqual([])
})

test.each(orders)('rooms of $folder import only those above them', (order) => {
  console.log(`${order.folder}: each room imports only itself and those above it\n\n${picture(order)}\n`)
  const files = sourcesIn(order.folder)
  expect(files.length).toBeGreaterThan(20)
  expect(files.flatMap((file) => againstOrder(order, file, readFileSync(join(root, file), 'utf8')))).toEqual([])
  expect(neighboursInCycles(order)).toEqual([])
  const gone = order.rooms.flatMap(({ names }) => names).filter((name) => !existsSync(join(root, order.folder, name)))
  expect(gone).toEqual([])
})

test.each(orders)('the README of $folder draws that order', (order) => {
  expect(readFileSync(join(root, order.readme), 'utf8').replaceAll('\r\n', '\n')).toContain(picture(order))
})

test('a folder of code holds 25 files at most; one that grows further gets rooms', () => {
  const counts = new Map<string, number>()
  for (const folder of ['shared', 'electron', 'renderer'])
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(?:tsx?|css)$/.test(entry.name)) continue
      const place = relative(root, entry.parentPath).replaceAll('\\', '/')
      counts.set(place, (counts.get(place) ?? 0) + 1)
    }
  expect(counts.size).toBeGreaterThan(60)
  expect([...counts].filter(([, files]) => files > 25)).toEqual([])
})

test('beside its folders the project holds settings and documents alone, and no export that somebody tried', () => {
  const known =
    /^(?:\..+|LICENSE|[A-Z]+\.md|package(?:-lock)?\.json|tsconfig(?:\.base)?\.json|vite(?:st)?\.config\.ts|electron-builder\.yml|.+\.(?:log|migration.*))$/
  const files = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name).filter((name) => !known.test(name))).toEqual([])
})
