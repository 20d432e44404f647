// Which test files can reach the SQLite driver by their imports: only they can differ between two Nodes.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './build-if-needed.mjs'

const driver = join(root, 'electron/engine/sqlite-driver.ts')
/** Start a whole program: what it opens cannot be told from imports. */
const starters = ['test/support/cli-process.ts', 'electron/ipc/engine-client.ts'].map((path) => join(root, path))

/** Paths from the root, sorted. */
export function testsOfDriver() {
  const reaches = new Map()
  const visit = (file) => {
    const known = reaches.get(file)
    if (known !== undefined) return known
    // A circle adds nothing.
    reaches.set(file, false)
    const found = file === driver || starters.includes(file) || importsOf(file).some(visit)
    reaches.set(file, found)
    return found
  }
  return ['test/unit', 'test/integration']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(root, folder, name)),
    )
    .filter((file) => file.endsWith('.test.ts') && visit(file))
    .map((file) => relative(root, file))
    .toSorted()
}

function importsOf(file) {
  const text = readFileSync(file, 'utf8').replaceAll(/^import type [^']*'[^']*'/gm, '')
  return [...text.matchAll(/(?:from|import\(|import) ?'(\.[^']+\.(?:ts|tsx|mjs))'/g)]
    .map(([, path]) => join(dirname(file), path))
    .filter((path) => existsSync(path))
}
