// Ends the process with one sentence while packages of package.json are missing. Imported before anything that needs them;
// `node scripts/installed.mjs && TOOL` for a tool that a package brings.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const names = Object.keys({ ...dependencies, ...devDependencies })

if (!names.every((name) => existsSync(join(root, 'node_modules', name, 'package.json')))) {
  process.stderr.write('The packages of this project are not installed: run npm ci.\n')
  process.exit(1)
}
