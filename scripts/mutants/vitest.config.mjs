// Vitest for `npm run mutants`: the sources with their switches in place of those on the disk.
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { testConfig } from '../../test/support/test-config.ts'
import { boardIn } from './board.mjs'
import { switched } from './switches.mjs'

const root = join(import.meta.dirname, '../..')
const { mutants, sources } = boardIn(process.env.MUTANTS_FOLDER).work()
const texts = new Map(
  Object.entries(sources).map(([file, source]) => [
    join(root, file),
    switched(
      file,
      source,
      mutants.filter((mutant) => mutant.file === file),
    ),
  ]),
)

export default defineConfig({
  ...testConfig('short', {
    include: ['scripts/mutants/judge.test.mjs'],
    setupFiles: 'test/support/machine/seeded-properties.ts',
    runner: 'scripts/mutants/judge.mjs',
    isolate: false,
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // A cached module has no switches.
    experimental: { fsModuleCache: false },
    silent: true,
  }),
  plugins: [{ name: 'mutant-switches', enforce: 'pre', load: (id) => texts.get(id.split('?')[0]) }],
})
