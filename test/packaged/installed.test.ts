import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { root, temporaryFolder } from '../e2e/hosts/opened-app.ts'

const run = promisify(execFile)
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const shell = process.platform === 'win32'
const packed = z.array(z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }))

describe('the package of the command line', () => {
  const [folder, removeFolder] = temporaryFolder()
  const prefix = join(folder, 'prefix')
  const empty = join(folder, 'empty')
  const command = process.platform === 'win32' ? join(prefix, 'user-migration.cmd') : join(prefix, 'bin/user-migration')
  let files: readonly string[] = []

  beforeAll(async () => {
    const { stdout } = await run(npm, ['pack', '--json', '--pack-destination', folder], { cwd: root, shell })
    const [made] = packed.parse(JSON.parse(stdout.slice(stdout.indexOf('['))))
    files = made?.files.map(({ path }) => path) ?? []
    mkdirSync(prefix)
    mkdirSync(empty)
    const tarball = join(folder, made?.filename ?? '')
    const install = ['install', '--global', '--prefix', prefix, '--prefer-offline', '--no-audit', '--no-fund', tarball]
    await run(npm, install, { cwd: empty, shell })
  })
  afterAll(removeFolder)

  test('holds the built command line and its papers, and nothing else', () => {
    const known =
      /^(dist\/main\/(cli|main|[\w-]+-worker|chunk-[\w-]+)\.js|dist\/third-party-licenses\.txt|docs\/(sources\/)?[\w-]+\.md|(CHANGELOG|README|SECURITY)\.md|LICENSE|package\.json)$/
    expect(files).toContain('dist/main/cli.js')
    expect(files).toContain('docs/mapping.md')
    expect(files.filter((file) => !known.test(file))).toEqual([])
    expect(files.filter((file) => /^dist.*(?:bench|check-(?:recordings|vectors))/.test(file))).toEqual([])
  })

  test('runs the demo in an empty folder, without a build and without Electron', () => {
    expect(readdirSync(join(prefix, process.platform === 'win32' ? '.' : 'lib', 'node_modules'))).toEqual([
      'user-migration-assistant',
    ])
    const demo = spawnSync(command, ['demo'], { cwd: empty, encoding: 'utf8', shell })
    expect(demo.stderr).not.toMatch(/Error|at file:/)
    expect(demo.stdout).toMatch(/Migrated +\d+/)
    expect(demo.status).toBe(0)
  })
})
