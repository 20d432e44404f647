// npm run licenses: lists what is shipped under which license and writes the texts to dist/third-party-licenses.txt.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildIfNeeded, root } from '../scripts/build-if-needed.mjs'
import { shippedPackages } from './shipped-packages.mjs'

/** Licenses that may be shipped in an app under MIT, with nothing but their text. */
const accepted = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'OFL-1.1',
  'BlueOak-1.0.0',
])

/** Writes the license texts beside the build; answers the packages whose license needs a decision. */
export function writeLicenses(packages = shippedPackages()) {
  const parts = packages.map(
    ({ name, version, license, by, text }) =>
      `${name} ${version} (${license ?? 'no license named'})\n\n${text ?? `${by ?? 'Its authors'}. The package holds no license text; its license is ${license ?? 'unknown'}.`}\n`,
  )
  const rule = `\n${'-'.repeat(80)}\n\n`
  const head =
    'What this app ships besides its own code. Electron and Chromium: see LICENSE.electron.txt and LICENSES.chromium.html.\n'
  writeFileSync(join(root, 'dist', 'third-party-licenses.txt'), [head, ...parts].join(rule))
  return packages.filter(({ license }) => license === null || !accepted.has(license))
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildIfNeeded()
  const packages = shippedPackages()
  const open = writeLicenses(packages)
  for (const { name, version, license } of packages) {
    console.log(`${`${name} ${version}`.padEnd(48)} ${license ?? 'no license named'}`)
  }
  for (const { name, license } of open) {
    console.error(`${name}: ${license ?? 'no license'} is not among those that may be shipped. Decide about it first.`)
  }
  console.log(`${packages.length} packages, ${open.length} to decide about. Texts: dist/third-party-licenses.txt`)
  process.exit(open.length > 0 ? 1 : 0)
}
