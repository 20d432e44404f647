import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: resolve(import.meta.dirname, '../..'),
    include: ['test/e2e/*.test.ts'],
    globalSetup: 'test/support/temporary-root.ts',
    // Windows wait more than they work: three at a time keep two cores busy.
    maxWorkers: 3,
    // A whole job has many waits; each of them fails by itself after half a minute and names what it waited for.
    testTimeout: 240_000,
    // A busy machine is slow, not wrong: the default gives up after a second.
    expect: { poll: { timeout: 30_000 } },
  },
})
