import { defineConfig } from 'vitest/config'
import { testConfig } from '../support/test-config.ts'

export default defineConfig(
  testConfig('long', {
    include: ['test/fuzz/*.test.ts'],
    disableConsoleIntercept: true,
    testTimeout: 1_800_000,
    hookTimeout: 60_000,
  }),
)
