// Which tests reach a source file, by the imports of the project's own modules.
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, posix, sep } from 'node:path'

const imports = /(?:^|\n)\s*(?:import|export)\s(?!type\s)(?:[^'";]*?\sfrom\s)?\s*'(\.[^']+)'|\bimport\('(\.[^']+)'\)/g

/** Tests of the built app run what the build makes of a file; what needs it would build for every mutant. */
const builder = 'scripts/build-if-needed.mjs'

/**
 * Answers which test files reach a file, the nearest first: the tests of its name, the tests of its folder, all others,
 * each by the number of imports between them, then by name. Imports of types alone reach nothing.
 */
export function reachOf(root) {
  const files = ['shared', 'electron', 'renderer', 'scripts', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => /\.(?:ts|tsx|mjs)$/.test(name))
      .map((name) => posix.join(folder, name.replaceAll(sep, '/'))),
  )
  const importers = new Map()
  for (const file of files) {
    for (const [, name, late] of readFileSync(join(root, file), 'utf8').matchAll(imports)) {
      const target = posix.join(dirname(file), name ?? late)
      importers.set(target, [...(importers.get(target) ?? []), file])
    }
  }
  const built = new Set(testsReaching(builder))
  return (file) => {
    const folder = `test/unit/${posix.dirname(file).replace(/^(?:shared|electron)\//, '')}`
    const name = posix.basename(file).replace(/\.tsx?$/, '.test.ts')
    const distance = (test) => (posix.basename(test) === name ? 0 : posix.dirname(test) === folder ? 1 : 2)
    return testsReaching(file)
      .filter((test) => !built.has(test))
      .toSorted((a, b) => distance(a) - distance(b))
  }

  function testsReaching(file) {
    const seen = new Set([file])
    // A set is walked in the order in which files are added to it: by distance.
    for (const at of seen) for (const importer of (importers.get(at) ?? []).toSorted()) seen.add(importer)
    return [...seen].filter((name) => /^test\/(?:unit|integration)\/.*\.test\.ts$/.test(name))
  }
}
