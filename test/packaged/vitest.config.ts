import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: resolve(import.meta.dirname, '../..'),
    include: ['test/packaged/*.test.ts'],
    globalSetup: 'test/support/temporary-root.ts',
    fileParallelism: false,
    testTimeout: 240_000,
    // A busy machine is slow, not wrong: the default gives up after a second.
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 240_000,
  },
})
