// npm run bench:desk [-- --fresh]: measures the tables of the built app with a million users against ten thousand.
import { join } from 'node:path'
import { buildIfNeeded, root } from './build-if-needed.mjs'

// A dynamic import, so that installed.mjs has run before.
const { runnerImport } = await import('vite')
await buildIfNeeded()
const { module } = await runnerImport(join(root, 'test/bench/queries/bench-queries.ts'), { configFile: false, root })
process.exit(await module.benchQueries(process.argv.slice(2)))
