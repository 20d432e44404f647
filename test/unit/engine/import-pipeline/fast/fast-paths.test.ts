import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fastPaths, isFast, readingShortcuts } from '../../../../../electron/engine/import-pipeline/fast/fast-paths.ts'

const root = join(import.meta.dirname, '../../../../..')
const folder = join(root, 'electron/engine/import-pipeline/fast')

describe('the fast paths', () => {
  it('are all taken, or none, or all but some by their names', () => {
    const taken = (slow: string) => fastPaths.filter((path) => isFast(path, slow))
    expect([taken(''), taken('1')]).toEqual([fastPaths, []])
    expect(taken('csv-simple-row,streaming-dedup')).toEqual(
      fastPaths.filter((path) => path !== 'csv-simple-row' && path !== 'streaming-dedup'),
    )
  })

  it('leave reading without a shortcut where they are not taken', () => {
    expect([Object.keys(readingShortcuts('')), readingShortcuts('1')]).toEqual([['csvRow', 'xmlElement'], {}])
  })

  it('each have a file, and a row in the table of the README with a test that is there', () => {
    const rows = readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/^\| `([\w-]+)\.ts`.*`(test\/[^`]+)` +\|$/gm)
    const named = [...rows].map(([, path = '', test = '']) => ({ path, test }))
    expect(named.map(({ path }) => path)).toEqual(fastPaths)
    expect(fastPaths.filter((path) => !readdirSync(folder).includes(`${path}.ts`))).toEqual([])
    for (const { test } of named) expect(readFileSync(join(root, test), 'utf8')).toContain('expect(')
  })
})
