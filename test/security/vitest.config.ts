import { defineConfig } from 'vitest/config'
import { testConfig } from '../support/test-config.ts'
import { attackFiles, numberedAttacks } from './numbered-attacks.ts'

/** In the short form of a whole run, tests of other suites run there alone. */
const isShort = process.env['TEST_LENGTH'] === 'short'

export default defineConfig(
  testConfig('long', {
    include: ['test/security/*.test.ts', ...(isShort ? [] : attackFiles)],
    reporters: ['default', numberedAttacks()],
    fileParallelism: false,
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  }),
)
