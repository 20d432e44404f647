import { defineConfig } from 'vitest/config'
import { testConfig } from '../support/test-config.ts'

export default defineConfig(
  testConfig('short', {
    include: ['test/e2e/*.test.ts'],
    // Every file takes three seconds to import what the one before has imported.
    isolate: false,
    // Windows wait more than they work: three at a time keep two cores busy.
    maxWorkers: 3,
    // A whole job has many waits; each of them fails after half a minute and names its condition.
    testTimeout: 240_000,
  }),
)
