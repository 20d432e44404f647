import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>
}

const sentence = 'The packages of this project are not installed: run npm ci.\n'

let tree: string
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'not-installed-'))
  for (const name of ['package.json', 'vite.config.ts', 'scripts', 'packaging']) {
    cpSync(join(root, name), join(tree, name), { recursive: true })
  }
})
afterAll(() => rmSync(tree, { recursive: true }))

/** Runs a line of package.json as npm does, without the tools of the project's own packages; one that hangs is ended. */
function runLine(line: string): Promise<readonly [code: number | null, printed: string]> {
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const child = spawn(line, {
    cwd: tree,
    shell: true,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: path.join(delimiter) },
  })
  const limit = setTimeout(() => endGroup(child), 20_000)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
  }
  return new Promise((settle) => {
    child.on('close', (code) => {
      clearTimeout(limit)
      settle([code, printed])
    })
  })
}

/** Ends a shell and what it started. */
function endGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
}

// npm's own command reads the lock file alone.
const lines = Object.entries(scripts).filter(([, line]) => !line.startsWith('npm audit'))

test.concurrent.each(lines)(
  'without its packages, npm run %s says in one sentence what to run',
  async (_name, line) => {
    expect(await runLine(line)).toEqual([1, sentence])
  },
)

test('a package that is missing among others is noticed, as after an interrupted installation', async () => {
  const packages = join(root, 'node_modules')
  mkdirSync(join(tree, 'node_modules'))
  symlinkSync(join(packages, 'vite'), join(tree, 'node_modules', 'vite'), 'junction')
  expect(await runLine('node scripts/installed.mjs')).toEqual([1, sentence])
  rmSync(join(tree, 'node_modules'), { recursive: true })
  symlinkSync(packages, join(tree, 'node_modules'), 'junction')
  expect(await runLine('node scripts/installed.mjs')).toEqual([0, ''])
  rmSync(join(tree, 'node_modules'))
  expect(existsSync(packages)).toBe(true)
})
