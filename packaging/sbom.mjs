// The software bill of materials (CycloneDX, JSON) of what is shipped, from npm's own list of what is installed.
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../scripts/build-if-needed.mjs'
import { shippedPackages } from './shipped-packages.mjs'

const run = promisify(execFile)

/** Writes release/sbom.cdx.json: the shipped packages and Electron. Answers its path. */
export async function writeSbom() {
  const { stdout } = await run('npm', ['sbom', '--sbom-format=cyclonedx'], {
    cwd: root,
    maxBuffer: 1 << 26,
    shell: process.platform === 'win32',
  })
  const all = JSON.parse(stdout)
  const shipped = new Set(shippedPackages().map(({ name, version }) => `${name}@${version}`))
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  shipped.add(`electron@${devDependencies.electron}`)

  const components = all.components
    .filter((component) => shipped.has(`${component.name}@${component.version}`))
    .map(({ externalReferences, ...component }) => ({
      ...component,
      // Where a package was fetched from is this machine's business.
      externalReferences: externalReferences?.filter(({ type }) => type !== 'distribution') ?? [],
    }))
  const kept = new Set([all.metadata.component['bom-ref'], ...components.map((component) => component['bom-ref'])])
  const dependencies = all.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) }))
  const component = { ...all.metadata.component, type: 'application', name: 'user-migration-assistant' }

  const path = join(root, 'release', 'sbom.cdx.json')
  mkdirSync(join(root, 'release'), { recursive: true })
  const sbom = { ...all, metadata: { ...all.metadata, component }, components, dependencies }
  writeFileSync(path, `${JSON.stringify(sbom, null, 2)}\n`)
  return path
}
