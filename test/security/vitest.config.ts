import { defineConfig } from 'vitest/config'
import { testConfig } from '../support/test-config.ts'
import { attackFiles, numberedAttacks } from './numbered-attacks.ts'

export default defineConfig(
  testConfig('long', {
    include: ['test/security/*.test.ts', ...attackFiles],
    reporters: ['default', numberedAttacks],
    fileParallelism: false,
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  }),
)
