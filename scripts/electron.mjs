// Finds an Electron that runs here.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './build-if-needed.mjs'

const run = promisify(execFile)
const installed = join(root, 'node_modules', 'electron')

/** Where the executable lies inside Electron's folder. */
function executableIn(folder) {
  const names = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }
  return join(folder, names[process.platform] ?? 'electron')
}

function onDisk() {
  const given = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (given) return executableIn(given)
  const pathFile = join(installed, 'path.txt')
  return existsSync(pathFile) ? join(installed, 'dist', readFileSync(pathFile, 'utf8').trim()) : null
}

/** Electron's own installer, as a child with its output discarded: without a network it prints stack traces. */
async function download() {
  const installer = join(installed, 'install.js')
  if (!existsSync(installer)) return
  process.stderr.write('Fetching Electron, about 100 MB, once.\n')
  await run(process.execPath, [installer], { cwd: root, timeout: 10 * 60_000 }).catch(() => {})
}

/** Whether it starts at all: it needs libraries that a bare machine does not have. */
async function starts(executable) {
  try {
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
    const { stdout } = await run(executable, ['-p', 'process.versions.electron'], { env, timeout: 60_000 })
    return /^\d+\./.test(stdout.trim())
  } catch {
    return false
  }
}

/** The executable, or a sentence that says why there is none. */
export async function findElectron({ fetch = true } = {}) {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    return { missing: 'There is no display here.' }
  }
  let executable = onDisk()
  if (executable === null && fetch) {
    await download()
    executable = onDisk()
  }
  if (executable === null || !existsSync(executable)) {
    return { missing: 'Electron is not installed and could not be fetched.' }
  }
  return (await starts(executable)) ? { executable } : { missing: 'Electron does not start on this machine.' }
}

/** Switches that this machine asks for: Chromium's sandbox cannot start as root. */
export function switches() {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : []
}
