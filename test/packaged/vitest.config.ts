import { defineConfig } from 'vitest/config'
import { testConfig } from '../support/test-config.ts'

export default defineConfig(
  testConfig('short', {
    include: ['test/packaged/*.test.ts'],
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  }),
)
