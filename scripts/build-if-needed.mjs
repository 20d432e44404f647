import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import './installed.mjs'

export const root = join(import.meta.dirname, '..')

const run = promisify(execFile)
const sources = [
  'shared',
  'electron',
  'renderer',
  'docs/sources',
  'scripts',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
]
const stamp = join(root, 'dist', 'built-from')
const lock = join(root, 'node_modules', '.build-lock')

/** Path, size and time of change of every file below `path`. */
function* listing(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return
  if (!stat.isDirectory()) {
    yield `${path} ${stat.size} ${stat.mtimeMs}\n`
    return
  }
  for (const name of readdirSync(path).toSorted()) yield* listing(join(path, name))
}

function digest() {
  const hash = createHash('sha256')
  for (const source of sources) for (const line of listing(join(root, source))) hash.update(line)
  return hash.digest('hex')
}

function builtFrom() {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return ''
  }
}

function alive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** One build at a time; a lock left by a process that is gone is taken over. */
async function locked(work) {
  for (;;) {
    try {
      mkdirSync(lock)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      const owner = Number(readIfThere(join(lock, 'pid')))
      const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
      if (owner ? !alive(owner) : age > 5000) rmSync(lock, { recursive: true, force: true })
      else await wait(200)
    }
  }
  writeFileSync(join(lock, 'pid'), String(process.pid))
  try {
    return await work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Builds the app when dist/ is missing or was built from other sources. Prints nothing unless the build fails. */
export async function buildIfNeeded({ force = false } = {}) {
  if (!force && builtFrom() === digest()) return
  const build = async () => {
    const wanted = digest()
    if (!force && builtFrom() === wanted) return
    rmSync(stamp, { force: true })
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    // A test that builds the app first has NODE_ENV=test, which would build the slow React of development.
    const env = { ...process.env, NODE_ENV: 'production' }
    await run(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn'], { cwd: root, env, maxBuffer: 1 << 26 })
    writeFileSync(stamp, wanted)
  }
  try {
    await locked(build)
  } catch (error) {
    process.stderr.write(`The app could not be built.\n${error.stdout ?? ''}${error.stderr || error.message}\n`)
    process.exit(1)
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildIfNeeded({ force: process.argv.includes('--force') })
}
