// node scripts/run.mjs <entry> [arguments]: builds if needed, then runs that entry of dist/main or dist/tools in this very
// process, so that signals, standard streams and the exit code are the entry's own. Prints nothing itself.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildIfNeeded, root } from './build-if-needed.mjs'

const [entry = '', ...rest] = process.argv.slice(2)
await buildIfNeeded()

const candidates = ['main', 'tools'].map((folder) => join(root, 'dist', folder, `${entry}.js`))
const file = candidates.find((path) => existsSync(path))
if (!/^[a-z-]+$/.test(entry) || file === undefined) {
  process.stderr.write(`There is no program called "${entry}" in dist/.\n`)
  process.exit(1)
}
process.argv = [process.execPath, file, ...rest]
await import(pathToFileURL(file).href)
