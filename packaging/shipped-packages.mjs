// Which packages the app ships: bundled by the build, packed beside it, or imported as a font or style.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/build-if-needed.mjs'

const json = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** The packages of the bundle, as Vite recorded them: each that a chunk holds code of. */
function bundled() {
  return ['main', 'preload', 'renderer'].flatMap((part) => {
    const list = join(root, 'dist', part, 'licenses.json')
    return existsSync(list) ? json(list).map(({ name }) => join(root, 'node_modules', name)) : []
  })
}

/** Packages of the lock file that are installed with `--omit=dev`, on any platform: those with native code. */
function packed() {
  return Object.entries(json(join(root, 'package-lock.json')).packages)
    .filter(([path, { dev, optional }]) => path !== '' && !dev && (!optional || existsSync(join(root, path))))
    .map(([path]) => join(root, path))
}

/** Fonts are assets, which the bundler's list passes over. */
function fonts() {
  const scope = join(root, 'node_modules', '@fontsource-variable')
  return existsSync(scope) ? readdirSync(scope).map((name) => join(scope, name)) : []
}

function licenseText(folder) {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)(\.|-|$)/i.test(name))
  return file === undefined ? null : readFileSync(join(folder, file), 'utf8').trim()
}

/** Every shipped package: name, version, SPDX license, the license's text where the package holds one. By name. */
export function shippedPackages() {
  const folders = [...new Set([...bundled(), ...packed(), ...fonts()])]
  return folders
    .map((folder) => {
      const { name, version, license, author } = json(join(folder, 'package.json'))
      const by = typeof author === 'string' ? author : (author?.name ?? null)
      return { name, version, license: license ?? null, by, text: licenseText(folder) }
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
