import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.ts', 'test/integration/**/*.test.ts', 'test/fuzz/*.test.ts'],
    globalSetup: 'test/support/temporary-root.ts',
    // No test replaces modules or leaves globals changed, so that files can share a process: a third of the time.
    isolate: false,
    // Half of the tests wait for processes and timers; one core less, as by default, would leave one of two idle.
    maxWorkers: '100%',
    testTimeout: 60_000,
    // A busy machine is slow, not wrong: the default gives up after a second.
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 60_000,
  },
})
