import { defineConfig } from 'vitest/config'
import { isLong, testConfig } from './test/support/test-config.ts'

/** The benches measure, and what they print has tests of their own: minutes that only the long form takes. */
const longOnly = ['test/integration/reading/bench-reading.test.ts']

export default defineConfig(
  testConfig('short', {
    include: ['test/unit/**/*.test.ts', 'test/integration/**/*.test.ts', 'test/fuzz/*.test.ts'],
    setupFiles: 'test/support/machine/seeded-properties.ts',
    exclude: ['**/node_modules/**', ...(isLong ? [] : longOnly)],
    // No test replaces modules or leaves globals changed, so that files can share a process: a third of the time.
    isolate: false,
    // Half of the tests wait for processes and timers; one core less, as by default, would leave one of two idle.
    maxWorkers: '100%',
    // Waits of a test have limits of their own, which name them; this one is for machines that ten others share.
    testTimeout: isLong ? 1_800_000 : 120_000,
    hookTimeout: 60_000,
  }),
)
