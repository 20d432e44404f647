// npm start: the desktop app, or, where Electron cannot run, the same app in the browser.
import { spawn } from 'node:child_process'
import { buildIfNeeded, root } from './build-if-needed.mjs'
import { findElectron, switches } from './electron.mjs'

await buildIfNeeded()
const { executable, missing } = await findElectron()

if (executable) {
  const child = spawn(executable, [root, ...switches(), ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
} else {
  process.stderr.write(`${missing} The app is served to your browser instead.\n`)
  process.argv.splice(2, 0, 'browser')
  await import('./run.mjs')
}
