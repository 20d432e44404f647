// npm run package [-- electron-builder options]: the installers for the platform it runs on, in release/.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfNeeded, root } from '../scripts/build-if-needed.mjs'
import { writeLicenses } from './licenses.mjs'
import { writeSbom } from './sbom.mjs'

await buildIfNeeded()
const open = writeLicenses()
if (open.length > 0) {
  console.error(`Not packaged: ${open.map(({ name }) => name).join(', ')} first. See npm run licenses.`)
  process.exit(1)
}
console.log(`Bill of materials: ${await writeSbom()}`)

const builder = join(root, 'node_modules', 'electron-builder', 'cli.js')
const child = spawn(process.execPath, [builder, ...ownElectron(), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
child.on('exit', (code) => process.exit(code ?? 1))

/** An Electron that is already on this machine needs no network. */
function ownElectron() {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (!folder) return []
  const version = join(folder, 'version')
  const named = existsSync(version)
    ? [`--config.electronVersion=${readFileSync(version, 'utf8').trim().replace(/^v/, '')}`]
    : []
  return [`--config.electronDist=${folder}`, ...named]
}
