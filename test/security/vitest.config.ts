import { defineConfig } from 'vitest/config'
import { testConfig } from '../support/test-config.ts'

export default defineConfig(
  testConfig('long', {
    include: ['test/security/*.test.ts'],
    fileParallelism: false,
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  }),
)
