// node scripts/run.mjs <entry> [arguments]: builds if needed, then runs dist/main/<entry>.js in this very
// process, so that signals, standard streams and the exit code are the entry's own. Prints nothing itself.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildIfNeeded, root } from './build-if-needed.mjs'

const [entry = '', ...rest] = process.argv.slice(2)
await buildIfNeeded()

const file = join(root, 'dist', 'main', `${entry}.js`)
if (!/^[a-z-]+$/.test(entry) || !existsSync(file)) {
  process.stderr.write(`There is no program called "${entry}" in dist/main.\n`)
  process.exit(1)
}
process.argv = [process.execPath, file, ...rest]
await import(pathToFileURL(file).href)
