// npm run screenshots: every step in light and dark at two sizes, with made-up data, into test-results/screenshots, which
// is kept out of git. With --docs also the few pictures that README and the help show.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildIfNeeded, root } from './build-if-needed.mjs'

await buildIfNeeded()
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const child = spawn(process.execPath, [vitest, 'run', '--config', 'test/screenshots/vitest.config.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...(process.argv.includes('--docs') ? { SCREENSHOTS_FOR_DOCS: '1' } : {}) },
})
child.on('close', (code) => process.exit(code ?? 1))
