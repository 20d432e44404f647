import { readFile } from 'node:fs/promises'
import { extractFile, listPackage, statFile } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { mainJob } from '../e2e/scenarios/main-job.ts'
import { temporaryFolder, within } from '../e2e/hosts/opened-app.ts'
import { smoke, stays } from '../e2e/scenarios/smoke.ts'
import { type Package, packageHere, packagingMissing } from './package-here.ts'
import { openPackaged } from './packaged-host.ts'

const missing = packagingMissing()
if (missing) console.log(`skipped: the packaged app, because ${missing}`)

describe.skipIf(missing !== null)('the packaged app', () => {
  const [folder, removeFolder] = temporaryFolder()
  let made: Package
  beforeAll(async () => {
    made = await packageHere(folder)
  })
  afterAll(removeFolder)

  test('holds the build, its package.json and the packages with native code, and nothing else', () => {
    const files = listPackage(made.archive, { isPack: false }).filter((file) => !isFolder(made.archive, file))
    const own = files.filter((file) => !file.startsWith('/node_modules/'))
    const packages = new Set(files.filter((file) => !own.includes(file)).map(packageOf))
    expect([...packages].toSorted()).toEqual([
      '@node-rs/argon2',
      '@node-rs/argon2-linux-x64-gnu',
      '@photostructure/sqlite',
      'node-gyp-build',
    ])
    const known =
      /^\/(dist\/(main|preload|renderer)\/[\w./-]+\.(js|cjs|css|html|svg|woff2|png|webp)|package\.json|LICENSE|dist\/third-party-licenses\.txt)$/
    expect(own.filter((file) => !known.test(file))).toEqual([])
    expect(own).toEqual(expect.arrayContaining(['/dist/main/main.js', '/dist/preload/preload.cjs', '/package.json']))
    expect(own.filter((file) => /^\/dist\/main\/(cli|browser|check-[\w-]*)\.js$/.test(file))).toEqual([])
  })

  test('has native code outside its archive, for this platform only', () => {
    const native = listPackage(made.archive, { isPack: true }).filter((line) => line.includes('.node'))
    expect(native.length).toBeGreaterThan(0)
    expect(native.filter((line) => !line.startsWith('unpack') || !/linux-x64/.test(line))).toEqual([])
  })

  test('is fused: no Node from outside, its archive only, cookies encrypted', async () => {
    const wire = await getCurrentFuseWire(made.executable)
    const states = (wanted: '0' | '1') =>
      Object.values(FuseV1Options)
        .filter((option): option is FuseV1Options => typeof option === 'number')
        .filter((option) => Number(wire[option]) === wanted.charCodeAt(0))
        .map((option) => FuseV1Options[option])
        .toSorted()
    expect(states('1')).toEqual([
      'EnableCookieEncryption',
      'EnableEmbeddedAsarIntegrityValidation',
      'OnlyLoadAppFromAsar',
    ])
    expect(states('0')).toEqual([
      'EnableNodeCliInspectArguments',
      'EnableNodeOptionsEnvironmentVariable',
      'GrantFileProtocolExtraPrivileges',
      'LoadBrowserProcessSpecificV8Snapshot',
      'RunAsNode',
    ])
  })

  test('comes with a bill of materials that names what is bundled and nothing for development', async () => {
    const { components } = sbom.parse(JSON.parse(await readFile(made.sbom, 'utf8')))
    const names = components.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['electron', 'react', 'undici', 'zod', '@node-rs/argon2']))
    expect(names.filter((name) => ['vitest', 'oxlint', 'playwright', 'electron-builder'].includes(name))).toEqual([])
  })

  test('ships the licenses of what it bundles', () => {
    const text = extractFile(made.archive, 'dist/third-party-licenses.txt').toString('utf8')
    for (const name of ['react', 'undici', 'zod', '@fontsource-variable/inter', '@node-rs/argon2']) {
      expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'))
    }
  })

  test('opens its window under a strict policy and answers', () => within(openPackaged(made.executable), smoke))
  test('cannot be led away', () => within(openPackaged(made.executable), stays))
  test('does the whole job up to the report, whose dialog needs a person', () =>
    within(openPackaged(made.executable), (app) => mainJob(app, /report accounts/)))
})

const sbom = z.object({ bomFormat: z.literal('CycloneDX'), components: z.array(z.object({ name: z.string() })) })

function isFolder(archive: string, file: string): boolean {
  return 'files' in statFile(archive, file.slice(1))
}

function packageOf(file: string): string {
  return /^\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? file
}
